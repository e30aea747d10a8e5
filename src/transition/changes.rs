//! What calls change, for `modifies` clauses.
//!
//! ```text
//!   store to k under φ      for each framed call F around:  Σ[before F k] ⊎(φ ∧ nothing there) Σ[k]
//!                           for all others:  Σ[before F k] is forgotten
//!   F ends under φ          a violation under φ ∧ Σ[before F k] ≠ Σ[k], unless a location covers k or F has made
//!                           the object of k; then Σ[before F k] is forgotten
//! ```
//!
//! So each key that the call has overwritten is compared with its value before the first store, path by path. A counter of
//! allocations is noted like a cell: F has made the objects with numbers that are not below the old value of the counter.
//! *Around* a thread are also the calls that forked it, themselves or in calls from them, and have not ended: its writes and
//! objects count as theirs. Writes of other threads do not, and they overwrite what a call wrote before.

use super::compare::equal;
use super::{Machine, Step};
use crate::guard::Guard;
use crate::ir::{CheckId, LocalId, Location};
use crate::num::Num;
use crate::state::{FrameId, Key, Origin, Place, ProgramPoint, Stand, State};
use crate::summary::{AddrId, ThreadId, Value};

impl<'p> Machine<'p> {
    /// Notes the old value of a field, cell or counter that is about to be written.
    pub(super) fn overwrites(&mut self, step: &mut Step<'p, '_>, phi: Guard, key: Key) {
        if !self.analyses.has_frames() {
            return;
        }
        let mut around = self.framed_calls(step.point);
        // Counters need no calls of parents: the thread in an address shows which calls have made the object.
        if !matches!(key, Key::Counter(..)) && !step.state.others.is_empty() {
            around.extend(self.framed_calls_of_parents(step));
            self.is_theirs(step, phi, key, &around);
        }
        for frame in around {
            let place = Place::Before(frame, key);
            let noted = step.state.sigma.stored(place).cover(&mut self.logic);
            let first = self.logic.and_not(phi, noted);
            if first != Guard::FALSE {
                let (lx, mut memory) = self.memory(step.state);
                let value = memory.value(lx, key, first);
                self.write(step.state, first, place, &value, false);
            }
        }
    }

    /// Forgets the old values of a key for the calls around other threads only: a thread that these calls have not forked is
    /// about to overwrite what they wrote.
    fn is_theirs(&mut self, step: &mut Step<'p, '_>, phi: Guard, key: Key, around: &[FrameId]) {
        let theirs: Vec<FrameId> = step.state.others.standing.points().flat_map(|at| self.framed_calls(at)).collect();
        for frame in theirs {
            let place = Place::Before(frame, key);
            if !around.contains(&frame) && !step.state.sigma.stored(place).is_empty() {
                self.forget(step.state, phi, place);
            }
        }
    }

    /// The framed calls of one thread that have not ended while it is at a point.
    fn framed_calls(&self, at: ProgramPoint) -> Vec<FrameId> {
        let calls = self.contexts.around(at).map(|at| at.frame);
        calls.filter(|frame| self.method_of(*frame).is_framed).collect()
    }

    /// The framed calls of other threads that are around the thread of a step.
    pub(super) fn framed_calls_of_parents(&self, step: &Step<'p, '_>) -> Vec<FrameId> {
        let mut calls = Vec::new();
        if self.analyses.has_frames() {
            for at in self.contexts.forks(self.contexts.thread_at(step.point)) {
                let parent = self.contexts.thread_at(at);
                if let Some(now) = step.state.others.standing.stand(parent).and_then(Stand::point) {
                    let alive = |call: &FrameId| self.contexts.is_within(now.frame, *call);
                    calls.extend(self.framed_calls(at).into_iter().filter(alive));
                }
            }
        }
        calls
    }

    /// Whether a call, or a call from it, has forked a thread or an ancestor of it.
    fn has_forked(&self, call: FrameId, thread: ThreadId) -> bool {
        let own = self.contexts.frame(call).thread;
        let is_own = |at: ProgramPoint| self.contexts.thread_at(at) == own && self.contexts.is_within(at.frame, call);
        self.contexts.forks(thread).any(is_own)
    }

    /// Forgets the old values of a framed call that has ended on the paths of φ. Later writes of threads that it has forked are
    /// not compared.
    pub(super) fn forget_changes(&mut self, state: &mut State, phi: Guard, frame: FrameId) {
        if self.analyses.has_frames() {
            for place in state.sigma.overwritten(frame) {
                self.forget(state, phi, place);
            }
        }
    }

    /// Checks a framed call that ends. Returns the paths that continue.
    #[must_use]
    pub(super) fn check_frame(
        &mut self,
        step: &mut Step<'p, '_>,
        ending: Guard,
        locations: &[Location],
        check: CheckId,
    ) -> Guard {
        if !self.checks.reached.contains(&check) && self.feasible(ending) {
            self.checks.reached.insert(check);
        }
        let (frame, mut phi) = (step.point.frame, ending);
        let fault = self.fault_of(step, check, None);
        let overwritten = step.state.sigma.overwritten(frame);
        for &place in &overwritten {
            let Place::Before(_, key) = place else { continue };
            let Some(addr) = key.address() else { continue };
            let mut changed = self.changed(step.state, phi, place, key);
            changed = self.made_before(step.state, frame, addr, changed);
            for location in locations {
                let covered = self.covered(step, *location, key, changed);
                changed = self.logic.and_not(changed, covered);
            }
            if changed != Guard::FALSE && self.violate(step, fault.clone(), changed) {
                phi = self.logic.and_not(phi, changed);
            }
        }
        self.forget_changes(step.state, ending, frame);
        phi
    }

    /// The paths of φ on which the value of a key differs from its old value at `place`.
    fn changed(&mut self, state: &State, phi: Guard, place: Place, key: Key) -> Guard {
        let before = state.sigma.stored(place);
        let noted = before.cover(&mut self.logic);
        let noted = self.logic.and(phi, noted);
        if noted == Guard::FALSE {
            return Guard::FALSE;
        }
        let (lx, mut memory) = self.memory(state);
        let now = memory.value(lx, key, noted);
        let same = before.when2(&mut self.logic, noted, &now, |lx, _, v, w| equal(lx, v, w));
        self.logic.and_not(noted, same)
    }

    /// The paths of φ on which an object existed when a frame was entered.
    fn made_before(&mut self, state: &State, frame: FrameId, addr: AddrId, phi: Guard) -> Guard {
        let Origin::Allocated(thread, site, number) = self.table.address(addr).origin else { return phi };
        if self.has_forked(frame, thread) {
            return Guard::FALSE;
        }
        let counter = state.sigma.stored(Place::Before(frame, Key::Counter(thread, site)));
        let since = counter.when_number(&mut self.logic, phi, |lx, n| {
            Guard::from_bool(lx.terms.as_const(n).is_some_and(|n| *n <= Num::from(i64::from(number))))
        });
        self.logic.and_not(phi, since)
    }

    /// The paths of φ on which a location covers a key.
    fn covered(&mut self, step: &Step<'p, '_>, location: Location, key: Key, phi: Guard) -> Guard {
        if phi == Guard::FALSE {
            return phi;
        }
        match (location, key) {
            (Location::Field(object, field), Key::Field(addr, f)) if field == f => self.refers(step, object, addr, phi),
            (Location::Fields(object), Key::Field(addr, _)) => self.refers(step, object, addr, phi),
            (Location::Elements(array), Key::Cell(addr, _)) => self.refers(step, array, addr, phi),
            (Location::Elem(array, index), Key::Cell(addr, cell)) => {
                let here = self.refers(step, array, addr, phi);
                let cell = self.table.keys(addr).expect("a cell has a key").keys()[cell as usize];
                step.local(index).when_number(&mut self.logic, here, |lx, index| lx.eq(index, cell))
            }
            _ => Guard::FALSE,
        }
    }

    fn refers(&mut self, step: &Step<'p, '_>, local: LocalId, addr: AddrId, phi: Guard) -> Guard {
        step.local(local).when(&mut self.logic, phi, |_, v| Guard::from_bool(v == Value::Ref(addr)))
    }
}
