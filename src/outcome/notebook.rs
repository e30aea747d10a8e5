//! What was noted, as plain data.

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
    /// By line that was to be noted and that is reached, what was noted there.
    pub lines: BTreeMap<u32, LineNotes>,
}

/// The visits of one line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineNotes {
    /// In the order in which they were made.
    pub visits: Vec<Visit>,
    /// How many more there were.
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
    /// Which inputs lead there.
    pub condition: Condition,
    /// Some that do.
    pub example: Inputs,
    /// The locals in scope, then static fields.
    pub variables: Vec<Variable>,
    /// The fields and elements of objects that they refer to, each named like `@list.next`.
    pub cells: Vec<Variable>,
    /// How many objects, fields and elements are left out.
    pub more_cells: usize,
}

/// An iteration of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The line of the loop.
    pub line: u32,
    /// From 1; one more than there are when the condition is evaluated for the last time.
    pub number: u32,
}

/// A variable, or a field or element, and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// As the source names it; `@x` is the object that the input `x` refers to, `C@7` one that line 7 has made.
    pub name: String,
    /// Its type, but for lengths.
    pub ty: Option<Type>,
    /// Its values, each with its condition.
    pub rows: Vec<Row>,
    /// How many more values there are, some of which may be infeasible.
    pub more: usize,
}

/// A value and when a variable has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// When, of the inputs that lead to the line.
    pub condition: Condition,
    /// The value, over the inputs.
    pub value: String,
    /// Inputs with which it is this one.
    pub example: Inputs,
}

/// A condition on the inputs: a disjunction of conjunctions, in the words of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// The cases. A case without conjuncts is always true.
    pub cases: Vec<Vec<String>>,
    /// Whether these are all: otherwise there are others.
    pub complete: bool,
}

impl Condition {
    /// Whether every input satisfies it.
    pub fn is_always(&self) -> bool {
        self.complete && self.cases.iter().any(Vec::is_empty)
    }
}
