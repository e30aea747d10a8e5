//! The concrete interpreter of the IR: the oracle.
//!
//! It executes one program on one input, exactly, and shares nothing with the symbolic engine
//! but the IR, the exact numbers and the form of inputs and traces. Whatever the engine claims is checked against it:
//! every violation is replayed here before it is reported, and the soundness tests compare the engine's final state,
//! restricted to one input, with [`FinalState`].
//!
//! The machine is the textbook one: for each thread a stack of frames (never Rust's own, so that a million frames are no
//! problem), a heap, the static fields, and counters. `⟨F·(m, b, i, L), H⟩` is a stack whose top frame is at instruction `i`
//! of block `b` of method `m` with the locals `L`:
//!
//! ```text
//! x := e            L[x ↦ ⟦e⟧]                                       if ⟦e⟧ is a value
//! instruction       L[slot ↦ (m, b, i, cause)], to handler(b)        if its evaluation throws for `cause`
//! call k(e…)        push (k, entry, 0, defaults[formals ↦ ⟦e…⟧])     the caller waits in b
//! return            pop; the caller: L[dst ↦ retval], to next        the bottom frame: Returned
//! unwind            pop; the caller: L[slot ↦ thrown], to handler    the bottom frame: the uncaught policy
//! lock, fork, …     see [`threads`]: each thread has a stack of its own
//! assert, clause    a violation where false                          requires of the entry's frame: Rejected
//! assume            Rejected where false
//! x := any T        the next value from outside
//! cover             noted where true
//! state comes back  a violation, with `--termination`; see [`lasso`]
//! ```
//!
//! Architecture invariants: nothing here is symbolic or bounded by 64 bits, nothing recurses on calls, and no memory
//! depends on the size of an array, only on the number of cells that were written (a model may have a length of 10¹²).
//! Evaluation recurses over expressions: programs from the outside are run on a big stack (`stack.rs`).

mod cells;
mod changes;
mod eval;
mod heap;
mod lasso;
mod load;
mod machine;
mod outside;
mod owned;
mod recorder;
mod snapshot;
mod threads;
mod value;

pub use crate::ir::Fault;
pub use heap::{Address, Body, Heap, Object, ObjectId};
pub use lasso::{Lasso, Repeats};
pub use load::InputError;
pub use outside::{Listed, Outside};
pub use recorder::Trace;
pub use snapshot::snapshot;
pub use threads::{Choice, Scheduler, ThreadId, Waiting, WaitsFor};
pub use value::{CodePoint, Thrown, Value};

use crate::cancel::Token;
use crate::config::Dialect;
use crate::index::IndexVec;
use crate::inputs::Inputs;
use crate::ir::{CoverId, FieldId, InstrKind, LocalId, MethodId, Program, StaticId, TextId};
use crate::num::Num;
use crate::source::Span;
use std::collections::BTreeSet;

/// What bounds a run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits<'a> {
    /// At most this many steps. An instruction, a terminator and a cell visited by a quantifier are one step each.
    /// Numbers beyond 64 bits cost more: reading one, a step for each further word; multiplying or dividing two of
    /// them, the product of their sizes; any operation on fractions, the square of what both need. Looking for executions that
    /// cannot end costs a step for every sixteen values. Default: 10,000,000.
    pub steps: u64,
    /// Ends the run when it is cancelled.
    pub token: Option<&'a Token>,
    /// Ends the run when it satisfies this cover statement.
    pub cover: Option<CoverId>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self::steps(10_000_000)
    }
}

impl Limits<'_> {
    /// Bounds the steps.
    pub fn steps(steps: u64) -> Self {
        Self { steps, token: None, cover: None }
    }

    /// The run ends when the token is cancelled.
    pub fn until(self, token: &Token) -> Limits<'_> {
        Limits { steps: self.steps, token: Some(token), cover: self.cover }
    }
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// The lines that it executed.
    pub trace: Trace,
    /// The steps that it took, as [`Limits::steps`] counts them.
    pub steps: u64,
    /// Heap and static fields at its end.
    pub state: FinalState,
    /// The cover statements that it has satisfied.
    pub covers: BTreeSet<CoverId>,
    /// Which thread went on where several could, in order.
    pub choices: Vec<Choice>,
    /// For a deadlock: all threads, ascending.
    pub waiting: Vec<Waiting>,
    /// For an execution that cannot end: what comes back.
    pub lasso: Option<Lasso>,
}

/// Heap and static fields at the end of a run; the result is in [`End::Returned`].
///
/// To compare with a symbolic state: an object that the program made is found by [`Heap::allocated`] under its
/// allocation instruction and number (the same in the engine), an object of the input by [`Heap::input`]
/// under its name in the inputs, and a reference back by [`Object::address`]. Objects are never collected, so that
/// everything that was ever allocated is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalState {
    /// The static fields.
    pub statics: IndexVec<StaticId, Value>,
    /// All objects and arrays, of the input and allocated.
    pub heap: Heap,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The entry method returned, and all threads that were forked have ended.
    Returned {
        /// The entry's result; [`Value::Missing`] when it fell off its end, nothing when it has none.
        value: Option<Value>,
    },
    /// An exception left the entry method (or the static initialiser), and that is allowed: by the method's
    /// `exceptional` clauses, which held, by the uncaught policy, or because its cause is not checked.
    Threw(Thrown),
    /// The first violation of the run; nothing goes on after it.
    Violation(Fault),
    /// It has satisfied the cover statement at which it was to end.
    Covered(CoverId),
    /// What would be a violation, if it were checked. Nothing goes on after it.
    Unchecked(Fault),
    /// The step limit was reached.
    StepLimit,
    /// The token of the limits was cancelled.
    Cancelled,
    /// The input is not admissible.
    Rejected {
        /// By what.
        by: Assumption,
        /// The `assume` or clause.
        span: Span,
        /// Its line.
        line: u32,
    },
    /// Code was reached that the front could not lower.
    Unsupported {
        /// What is not supported.
        what: String,
        /// Where.
        span: Span,
        /// Its line.
        line: u32,
    },
    /// Lenient mode: a call of an unknown method was reached.
    UnknownMethod {
        /// The method as the program names it.
        name: String,
        /// The call.
        span: Span,
        /// Its line.
        line: u32,
    },
    /// A value from outside is not of the type that the program asks for.
    Unfit {
        /// The number of the value, from 0.
        position: usize,
    },
    /// The schedule asks for a thread that has ended, waits or does not exist.
    Unscheduled {
        /// The number of the choice, from 0.
        position: usize,
    },
}

/// What an input has to satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// An `assume`.
    Assume,
    /// A `requires` of the entry: false, or its evaluation threw.
    Requires,
}

/// What an observer of a run sees, in order: reads of the heap, assignments, and the blocks that the run enters. Iterations
/// can be counted by the blocks.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A frame was pushed; the assignments of its formals follow.
    Enter {
        /// The method that runs.
        method: MethodId,
        /// The call; nothing for the entry and the static initialiser.
        caller: Option<CodePoint>,
    },
    /// The top frame was popped.
    Leave,
    /// Another thread goes on: the events that follow are about its frames.
    Switch(ThreadId),
    /// The top frame is now at the start of this block.
    Block(crate::ir::BlockId),
    /// A field or cell was read. Reads of lengths and types are no events.
    Read(Target<'a>),
    /// Something was assigned.
    Assign {
        /// The instruction; the call for formals and results, the throwing or calling one for handler slots.
        place: CodePoint,
        /// What.
        target: Target<'a>,
        /// Its new value.
        value: &'a Value,
    },
}

/// What was assigned to, or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// A local of the top frame.
    Local(LocalId),
    /// A static field.
    Static(StaticId),
    /// A field of an object.
    Field(ObjectId, FieldId),
    /// A cell of an array.
    Elem(ObjectId, &'a Num),
}

/// Receives the events of a run together with the heap before each.
pub type Observer<'a> = dyn FnMut(Event<'_>, &Heap) + 'a;

/// Runs `entry` on `inputs`, after the static initialiser.
///
/// # Errors
/// When the inputs do not fit this program and entry under the options of the dialect that restrict inputs.
///
/// # Panics
/// On a program that breaks the rules of the [IR](crate::ir): ill-typed instructions, or a call without a target.
pub fn run(
    program: &Program,
    entry: MethodId,
    inputs: &Inputs,
    dialect: &Dialect,
    limits: Limits<'_>,
) -> Result<Run, InputError> {
    run_observed(program, entry, inputs, dialect, limits, &mut |_, _| {})
}

/// [`run`] with an observer of its [`Event`]s.
///
/// # Errors
/// As [`run`].
///
/// # Panics
/// As [`run`].
pub fn run_observed(
    program: &Program,
    entry: MethodId,
    inputs: &Inputs,
    dialect: &Dialect,
    limits: Limits<'_>,
    observer: &mut Observer<'_>,
) -> Result<Run, InputError> {
    let mut around =
        Around { scheduler: &mut threads::Given::new(&inputs.schedule), outside: &mut Listed::new(&inputs.nondet) };
    run_within(program, entry, inputs, dialect, limits, &mut around, observer)
}

/// The names of the values that a run gets from outside, in their order.
///
/// # Errors
/// As [`run`].
pub fn names_from_outside(
    program: &Program,
    entry: MethodId,
    inputs: &Inputs,
    dialect: &Dialect,
    limits: Limits<'_>,
) -> Result<Vec<TextId>, InputError> {
    let mut names = Vec::new();
    let mut observer = |event: Event<'_>, _: &Heap| {
        let Event::Assign { place, target: Target::Local(_), .. } = event else { return };
        let block = &program.methods[place.method].blocks[place.block];
        if let Some(InstrKind::Havoc { name, .. }) = block.instrs.get(place.index as usize).map(|instr| &instr.kind) {
            names.push(*name);
        }
    };
    run_observed(program, entry, inputs, dialect, limits, &mut observer)?;
    Ok(names)
}

/// All that a run depends on besides the program and the initial heap.
pub struct Around<'a> {
    /// Decides which thread steps next.
    pub scheduler: &'a mut dyn Scheduler,
    /// Gives the values from outside.
    pub outside: &'a mut dyn Outside,
}

/// [`run_observed`] with this scheduler, and these values from outside, instead of those that the inputs describe.
///
/// # Errors
/// As [`run`].
///
/// # Panics
/// As [`run`].
pub fn run_within(
    program: &Program,
    entry: MethodId,
    inputs: &Inputs,
    dialect: &Dialect,
    limits: Limits<'_>,
    around: &mut Around<'_>,
    observer: &mut Observer<'_>,
) -> Result<Run, InputError> {
    let (heap, args) = load::load(program, entry, inputs, dialect)?;
    Ok(machine::Machine::new(program, dialect, limits, heap, around, observer).run(entry, args))
}

#[cfg(test)]
mod tests;
