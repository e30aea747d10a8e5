//! Events of an exploration, for an observer.
//!
//! An observer changes nothing that the verdict depends on; it may ask the solver. An exploration without one has `()`. The
//! observers themselves are in the layer above (`observers`).

use crate::guard::{Guard, HoldsGuards};
use crate::outcome::Outcome;
use crate::state::{Bounded, Entry, Marks, ProgramPoint, State};
use crate::transition::{End, Machine, Successor};

/// The circumstances of an event.
pub struct Moment<'a, 'p> {
    /// The program, the logic and the solver.
    pub machine: &'a mut Machine<'p>,
    /// The state in which it happens.
    pub state: &'a State,
}

/// An observer of an exploration. It may keep guards and ids of table entries.
pub trait Observer: HoldsGuards + Marks {
    /// An entry is about to run.
    fn step(&mut self, _: &mut Moment<'_, '_>, _entry: &Entry) {}

    /// A step has moved the paths of an entry to these successors.
    fn split(&mut self, _: &mut Moment<'_, '_>, _from: &Entry, _successors: &[Successor]) {}

    /// The step of an entry is over: its paths are at their next points, wait, or have ended.
    fn settled(&mut self, _: &mut Moment<'_, '_>, _entry: &Entry) {}

    /// Paths of the guard `_arriving` reach a point where paths of the guard `_there` are.
    fn merge(&mut self, _: &mut Moment<'_, '_>, _at: ProgramPoint, _there: Guard, _arriving: Guard) {}

    /// An entry waits for a larger bound.
    fn park(&mut self, _: &mut Moment<'_, '_>, _entry: &Entry, _what: Bounded) {}

    /// A parked entry resumes, in a new round.
    fn resume(&mut self, _: &mut Moment<'_, '_>, _entry: &Entry, _what: Bounded) {}

    /// Paths of an entry have ended.
    fn end(&mut self, _: &mut Moment<'_, '_>, _entry: &Entry, _end: End, _guard: Guard) {}

    /// Dead guards have been freed; this is the number of bytes that the others take.
    fn collect(&mut self, _bytes: usize) {}

    /// Tables have forgotten the entries that were not marked.
    fn forget(&mut self) {}

    /// Adds to an outcome what it has observed so far.
    fn report(&self, _: &Machine<'_>, _: &mut Outcome) {}
}

impl Observer for () {}
