//! Notes of an exploration, as plain data.

use crate::inputs::Inputs;
use crate::ir::{MethodId, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The notes of an exploration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notebook {
    /// The lines that have code in methods that the entry may call.
    pub reachable: BTreeSet<u32>,
    /// The lines to which some input leads.
    pub reached: BTreeSet<u32>,
    /// The notes by line, of the lines that notes were asked for and that are reached.
    pub lines: BTreeMap<u32, LineNotes>,
}

/// The visits of one line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineNotes {
    /// The visits, in the order in which they were made.
    pub visits: Vec<Visit>,
    /// The number of further visits.
    pub more: usize,
}

/// The paths that come to a line in one calling context and iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Visit {
    /// The method.
    pub method: MethodId,
    /// The calls that lead there, the outermost first: the caller, the line of the call, and the iterations around it.
    pub calls: Vec<(MethodId, u32, Vec<Iteration>)>,
    /// The iterations of the loops around the line, outermost first.
    pub iterations: Vec<Iteration>,
    /// The thread, by the order of creation; 0 is that of the entry.
    pub thread: u32,
    /// The condition under which inputs lead there.
    pub condition: Condition,
    /// Inputs that lead there.
    pub example: Inputs,
    /// The locals in scope, then static fields.
    pub variables: Vec<Variable>,
    /// The fields and elements of objects that they refer to, each named like `@list.next`.
    pub cells: Vec<Variable>,
    /// The number of objects, fields and elements that are left out.
    pub more_cells: usize,
}

/// An iteration of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The line of the loop.
    pub line: u32,
    /// Its number, from 1. When the condition is evaluated for the last time, it is one more than the iterations.
    pub number: u32,
}

/// A variable, or a field or element, and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name in the source; `@x` is the object that the input `x` refers to, `C@7` one that line 7 has made.
    pub name: String,
    /// Its type; `None` for lengths.
    pub ty: Option<Type>,
    /// Its values, each with its condition.
    pub rows: Vec<Row>,
    /// The number of further values. Some may be infeasible.
    pub more: usize,
}

/// A value, and the condition under which a variable has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The condition, for inputs that lead to the line.
    pub condition: Condition,
    /// The value, over the inputs.
    pub value: String,
    /// Inputs with this value.
    pub example: Inputs,
}

/// A condition on the inputs: a disjunction of conjunctions, in the words of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// The cases. A case without conjuncts is always true.
    pub cases: Vec<Vec<String>>,
    /// Whether there are no other cases.
    pub complete: bool,
}

impl Condition {
    /// Whether every input satisfies it.
    pub fn is_always(&self) -> bool {
        self.complete && self.cases.iter().any(Vec::is_empty)
    }
}
