//! The entries in use of the tables that exist beside states: calling contexts, addresses, exceptions, choices of
//! threads, constants.
//!
//! A table gives an id to each of its entries, and the same id to equal entries. A long execution makes ever more of them,
//! but needs only the last ones, because an iteration never comes again. So the tables forget the entries that no state
//! refers to. Everything that keeps states, or parts of them, from one step to the next [`Marks`] what it needs. An
//! implementation takes its struct apart field by field, as those of [`HoldsGuards`](crate::guard::HoldsGuards) do. No id is
//! used twice: a forgotten id, which a remembered result may still contain, is not found.

use super::context::{Contexts, FrameId, ItersId, ProgramPoint};
use super::sigma::{Key, Place, Sigma};
use super::threads::{BundleId, Configuration, Turn};
use crate::guard::Logic;
use crate::ir::Program;
use crate::summary::{AddrId, Summary, ThreadId, ThrownId, Value, in_diagrams};
use crate::term::TermId;
use rustc_hash::FxHashSet;

/// Something that lives from one step to the next and contains ids of table entries.
pub trait Marks {
    /// Marks the entries that it contains the ids of.
    fn mark(&self, live: &mut Live<'_>);
}

impl Marks for () {
    fn mark(&self, _: &mut Live<'_>) {}
}

impl<T: Marks> Marks for Option<T> {
    fn mark(&self, live: &mut Live<'_>) {
        self.iter().for_each(|marks| marks.mark(live));
    }
}

impl<T: Marks> Marks for Vec<T> {
    fn mark(&self, live: &mut Live<'_>) {
        self.iter().for_each(|marks| marks.mark(live));
    }
}

/// The entries that are in use.
#[derive(Default)]
pub struct InUse {
    /// The number of marks made: a measure of the cost.
    pub marks: usize,
    /// Objects and arrays.
    pub addresses: FxHashSet<AddrId>,
    /// Numbers, characters and strings.
    pub terms: FxHashSet<TermId>,
    /// Exceptions in flight.
    pub thrown: FxHashSet<ThrownId>,
    /// Bundles in the history of threads.
    pub bundles: FxHashSet<BundleId>,
    pub(super) frames: FxHashSet<FrameId>,
    pub(super) iters: FxHashSet<ItersId>,
    pub(super) threads: FxHashSet<ThreadId>,
}

/// Marks entries that are in use.
pub struct Live<'a> {
    logic: &'a mut Logic,
    program: &'a Program,
    contexts: &'a Contexts,
    /// The entries marked so far.
    pub used: InUse,
}

impl<'a> Live<'a> {
    /// Begins with the values in decision diagrams marked.
    pub fn new(logic: &'a mut Logic, program: &'a Program, contexts: &'a Contexts) -> Self {
        let mut live = Self { logic, program, contexts, used: InUse::default() };
        in_diagrams(live.logic).into_iter().for_each(|value| live.value(value));
        live
    }

    /// Marks an object or array.
    pub fn address(&mut self, addr: AddrId) {
        self.used.marks += 1;
        self.used.addresses.insert(addr);
    }

    /// Marks a term.
    pub fn term(&mut self, term: TermId) {
        self.used.marks += 1;
        self.used.terms.insert(term);
    }

    /// Marks the address or term of a value. Exceptions are marked with their Σ.
    pub fn value(&mut self, value: Value) {
        value.as_ref().into_iter().for_each(|addr| self.address(addr));
        value.term().into_iter().for_each(|term| self.term(term));
    }

    /// Marks the addresses and terms of a summary that is a list of pairs. [`new`](Self::new) marks those of all diagrams
    /// together.
    pub fn summary(&mut self, summary: &Summary) {
        self.used.marks += 1;
        summary.listed().for_each(|value| self.value(value));
    }

    /// Marks a key of the heap.
    pub fn key(&mut self, key: Key) {
        self.used.marks += 1;
        key.address().into_iter().for_each(|addr| self.address(addr));
    }

    /// Marks a place.
    pub fn place(&mut self, place: Place) {
        match place {
            Place::Local(frame, _) => self.frame(frame),
            Place::Heap(key) => self.key(key),
            Place::Before(frame, key) => {
                self.frame(frame);
                self.key(key);
            }
        }
    }

    /// Marks the exceptions in flight of a Σ.
    pub(super) fn in_flight(&mut self, sigma: &Sigma) {
        self.used.thrown.extend(sigma.in_flight(self.logic, self.program, self.contexts));
    }

    /// Marks a choice of the scheduler. Returns whether its bundle had no mark before.
    pub fn turn(&mut self, turn: Turn) -> bool {
        turn.chosen.into_iter().for_each(|point| self.point(point));
        self.bundle(turn.of)
    }

    /// Marks a bundle. Returns whether it had no mark before.
    pub fn bundle(&mut self, bundle: BundleId) -> bool {
        self.used.marks += 1;
        self.used.bundles.insert(bundle)
    }

    /// Marks the threads of a configuration and their points.
    pub fn configuration(&mut self, at: &Configuration) {
        for member in at.members() {
            self.thread(member.thread);
            member.stand.point().into_iter().for_each(|point| self.point(point));
        }
    }

    /// Marks a program point.
    pub fn point(&mut self, point: ProgramPoint) {
        self.used.iters.insert(point.iters);
        self.frame(point.frame);
    }

    /// Marks a frame, and all frames below it.
    pub fn frame(&mut self, frame: FrameId) {
        let mut next = Some(frame);
        while let Some(frame) = next {
            self.used.marks += 1;
            if !self.used.frames.insert(frame) {
                return;
            }
            self.used.threads.insert(self.contexts.frame(frame).thread);
            let below = self.contexts.made_at(frame);
            self.used.iters.extend(below.map(|point| point.iters));
            next = below.map(|point| point.frame);
        }
    }

    /// Marks a thread.
    pub fn thread(&mut self, thread: ThreadId) {
        if self.used.threads.insert(thread)
            && let Some(point) = self.contexts.forked_at(thread)
        {
            self.point(point);
        }
    }
}
