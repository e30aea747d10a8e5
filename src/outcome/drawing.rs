//! The graph of an exploration, as plain data.

use crate::ir::MethodId;
use serde::Serialize;

/// A program point at which an entry has been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number of the thread, in the order in which threads were reached; 0 is the thread of the entry.
    pub thread: usize,
    /// The method.
    pub method: MethodId,
    /// The line; 0 for a point that belongs to none, such as the end of a method.
    pub line: u32,
    /// The number of frames below.
    pub depth: u32,
    /// The iteration numbers of the loops around it, outermost first, from 0.
    pub iterations: Vec<u32>,
    /// The number of times that paths have met there.
    pub merges: u32,
    /// Whether paths have waited there for a larger bound.
    pub waited: bool,
    /// Whether paths have ended there by return, by an exception, by a violation.
    pub ends: [bool; 3],
}

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeKind {
    /// Along an edge in a method, or back from a call.
    Step,
    /// Into a call.
    Call,
    /// From a fork to the beginning of the new thread.
    Fork,
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The index of the node where it begins.
    pub from: usize,
    /// The index of the node where it ends.
    pub to: usize,
    /// Its kind.
    pub kind: EdgeKind,
}

/// The graph as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The nodes, in the order in which they were reached.
    pub nodes: Vec<Node>,
    /// The edges, in the order in which they were made.
    pub edges: Vec<Edge>,
    /// Whether points were reached that are not among the nodes.
    pub cut: bool,
}
