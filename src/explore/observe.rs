//! What an exploration lets others see: events of the pc, to which an observer listens.
//!
//! An observer changes nothing that the verdict depends on; it may ask the solver. An exploration without one has `()`. What
//! each observer is for, the layer above knows that brings it.

use super::tally::Tally;
use crate::guard::{Guard, HoldsGuards};
use crate::outcome::Outcome;
use crate::state::{Bounded, Entry, Marks, ProgramPoint, State};
use crate::transition::{End, Machine, Successor};

/// The moment at which something happens.
pub struct Moment<'a, 'p> {
    /// The program, the logic and the solver.
    pub machine: &'a mut Machine<'p>,
    /// The state in which it happens.
    pub state: &'a State,
    /// What has been counted so far.
    pub tally: &'a Tally,
}

/// What listens to the events of an exploration. It may keep guards, and name entries of tables.
pub trait Observer: HoldsGuards + Marks {
    /// An entry is about to run.
    fn step(&mut self, _: &mut Moment<'_, '_>, _entry: &Entry) {}

    /// A step of an entry has brought its paths to these points.
    fn split(&mut self, _: &mut Moment<'_, '_>, _from: &Entry, _successors: &[Successor]) {}

    /// The step of an entry is over: its paths have gone on, wait, or have ended.
    fn settled(&mut self, _: &mut Moment<'_, '_>, _entry: &Entry) {}

    /// Paths of the second guard reach a point where those of the first are.
    fn merge(&mut self, _: &mut Moment<'_, '_>, _at: ProgramPoint, _there: Guard, _arriving: Guard) {}

    /// An entry waits for a larger bound.
    fn park(&mut self, _: &mut Moment<'_, '_>, _entry: &Entry, _what: Bounded) {}

    /// An entry that was parked goes on, in a new round.
    fn resume(&mut self, _: &mut Moment<'_, '_>, _entry: &Entry, _what: Bounded) {}

    /// Paths of an entry have ended.
    fn end(&mut self, _: &mut Moment<'_, '_>, _entry: &Entry, _end: End, _guard: Guard) {}

    /// Dead guards have been freed.
    fn collect(&mut self, _bytes: usize) {}

    /// Tables have forgotten the entries that nobody has marked.
    fn forget(&mut self) {}

    /// Adds to an outcome what has been seen so far.
    fn tell(&self, _: &Machine<'_>, _: &mut Outcome) {}
}

impl Observer for () {}
