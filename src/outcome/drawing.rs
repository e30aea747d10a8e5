//! The graph of an exploration, as plain data.

use crate::ir::MethodId;

/// A program point at which an entry has been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The method.
    pub method: MethodId,
    /// The line; 0 for what belongs to none, such as the end of a method.
    pub line: u32,
    /// How many frames are below.
    pub depth: u32,
    /// The iteration numbers of the loops around it, outermost first, from 0.
    pub iterations: Vec<u32>,
    /// How many times an entry has run there.
    pub runs: u32,
    /// How many times paths have met there.
    pub merges: u32,
    /// Whether paths have waited there for a larger bound.
    pub waited: bool,
    /// How paths have ended there: by return, by an exception, by a violation.
    pub ends: [bool; 3],
}

/// What a step was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// Along an edge of a method, or back from a call.
    Step,
    /// Into a call.
    Call,
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The number of the node from which it was made.
    pub from: usize,
    /// The number of the node to which it led.
    pub to: usize,
    /// What it was.
    pub kind: EdgeKind,
}

/// The graph as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// In the order in which they were reached.
    pub nodes: Vec<Node>,
    /// In the order in which they were made.
    pub edges: Vec<Edge>,
    /// Whether points were reached that are not among the nodes.
    pub cut: bool,
}
