//! What calls change, for `modifies` clauses.
//!
//! ```text
//!   store to k under φ      for each framed call F around:  Σ[before F k] ⊎(φ ∧ nothing there) Σ[k]
//!   F ends under φ          a violation under φ ∧ Σ[before F k] ≠ Σ[k], unless a location covers k or F has made
//!                           the object of k; then Σ[before F k] is forgotten
//! ```
//!
//! So what is compared is what the call has overwritten, with what was there before its first store, on each path for
//! itself. A counter of allocations is noted like a cell: the objects that F has made are those whose number is not below
//! what the counter was. Frames of other threads are none of those around: what they write is theirs.

use super::expr::equal;
use super::{Machine, Step};
use crate::guard::Guard;
use crate::ir::{CheckId, LocalId, Location};
use crate::num::Num;
use crate::state::{FrameId, Key, Origin, Place, State};
use crate::summary::{AddrId, Value};

impl<'p> Machine<'p> {
    /// A field or cell is about to be stored to, or a counter to be counted on.
    pub(super) fn overwrites(&mut self, step: &mut Step<'p, '_>, phi: Guard, key: Key) {
        if !self.has_frames {
            return;
        }
        let mut around = Some(step.point.frame);
        while let Some(frame) = around {
            around = self.contexts.caller(frame);
            if !self.program.methods[self.contexts.frame(frame).method].is_framed {
                continue;
            }
            let place = Place::Before(frame, key);
            let noted = step.state.sigma.stored(place).cover(&mut self.logic);
            let first = self.logic.guards.and_not(phi, noted);
            if first != Guard::FALSE {
                let (lx, mut memory) = self.memory(step.state);
                let value = memory.value(lx, key, first);
                self.write(step.state, first, place, &value, false);
            }
        }
    }

    /// A framed call ends.
    pub(super) fn check_frame(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: &mut Guard,
        locations: &[Location],
        check: CheckId,
    ) {
        if !self.checks.reached.contains(&check) && self.feasible(*phi) {
            self.checks.reached.insert(check);
        }
        let (frame, ending) = (step.point.frame, *phi);
        let fault = self.fault_of(step, check, None);
        let overwritten = step.state.sigma.overwritten(frame);
        for &place in &overwritten {
            let Place::Before(_, key) = place else { continue };
            let Some(addr) = key.address() else { continue };
            let mut changed = self.changed(step.state, *phi, place, key);
            changed = self.made_before(step.state, frame, addr, changed);
            for location in locations {
                let covered = self.covered(step, *location, key, changed);
                changed = self.logic.guards.and_not(changed, covered);
            }
            if changed != Guard::FALSE && self.violate(step, fault.clone(), changed) {
                *phi = self.logic.and_not(*phi, changed);
            }
        }
        for place in overwritten {
            self.forget(step.state, ending, place);
        }
    }

    /// The paths of φ on which the value of a key is not what it was.
    fn changed(&mut self, state: &State, phi: Guard, place: Place, key: Key) -> Guard {
        let before = state.sigma.stored(place);
        let noted = before.cover(&mut self.logic);
        let noted = self.logic.guards.and(phi, noted);
        if noted == Guard::FALSE {
            return Guard::FALSE;
        }
        let (lx, mut memory) = self.memory(state);
        let now = memory.value(lx, key, noted);
        let same = before.when2(&mut self.logic, noted, &now, equal);
        self.logic.guards.and_not(noted, same)
    }

    /// The paths of φ on which an object was there when a frame was entered.
    fn made_before(&mut self, state: &State, frame: FrameId, addr: AddrId, phi: Guard) -> Guard {
        let Origin::Allocated(thread, site, number) = self.table.address(addr).origin else { return phi };
        let counter = state.sigma.stored(Place::Before(frame, Key::Counter(thread, site)));
        let since = counter.when(&mut self.logic, phi, |lx, v| match v {
            Value::Num(n) => Guard::from_bool(lx.terms.as_const(n).is_some_and(|n| *n <= Num::from(i64::from(number)))),
            _ => Guard::FALSE,
        });
        self.logic.guards.and_not(phi, since)
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
                step.local(index).when(&mut self.logic, here, |lx, v| match v {
                    Value::Num(index) => lx.eq(index, cell),
                    _ => Guard::FALSE,
                })
            }
            _ => Guard::FALSE,
        }
    }

    fn refers(&mut self, step: &Step<'p, '_>, local: LocalId, addr: AddrId, phi: Guard) -> Guard {
        step.local(local).when(&mut self.logic, phi, |_, v| Guard::from_bool(v == Value::Ref(addr)))
    }
}
