//! Deltas: what a call has read, written and led to, as a value that can be applied at another call of the method.
//! They are for inductive steps; a region, which need not have been run, and a tabled call, of which only the result counts,
//! have forms of their own.
//!
//! ```text
//!   a call that φ begins in frame f          Δ = (reads, writes, pc, faults)
//!   Δ at frame f′ of the same method, φ′     where φ′ ⊨ φ, and every place read has the same value within φ′
//!   ───────────────────────────────────────────────────────────────────────────────────────────────
//!   Σ[p′] ⊎(φ′∧cover v) v′  for each write (p, v);   pc: (φ′∧g, f′-point) for each entry (g, point)
//! ```
//!
//! Frames within `f` become those that the same calls make within `f′`. The objects that the call has made get the numbers
//! that they would have had in `f′`. A [`Stretch`] records a call, [`Delta::apply`] takes the place of a step.

use super::check::Violated;
use super::{End, Machine, Stepped, Successor, Via};
use crate::guard::{Exhausted, Guard, HoldsGuards, Logic, Rewriting};
use crate::ir::SiteId;
use crate::num::Num;
use crate::state::{Bounded, Entry, FrameId, Key, Live, Marks, Origin, Place, ProgramPoint, Read, Record, State};
use crate::summary::{AddrId, Summary, Value};
use std::collections::BTreeMap;

/// What a call has read, written and led to.
#[derive(Clone, Debug)]
pub struct Delta {
    /// The frame of the call.
    pub frame: FrameId,
    /// The paths that began it.
    pub guard: Guard,
    /// The values that it began with, each on the paths that may have read it.
    pub reads: BTreeMap<Place, Summary>,
    /// On which of its paths each place was read before it was written.
    pub unwritten: BTreeMap<Place, Guard>,
    /// The values at its end, where it has written them.
    pub writes: BTreeMap<Place, Summary>,
    /// Where its paths are at the end: at an exit, or at a bound inside, as they came there.
    pub pc: Vec<(ProgramPoint, Guard, Via)>,
    /// The violations in it.
    pub faults: Vec<Violated>,
    /// How many objects had been made at the beginning, for each allocation that it has run.
    pub made: BTreeMap<SiteId, i64>,
}

/// A call that is being recorded.
#[derive(Debug)]
pub struct Stretch {
    frame: FrameId,
    /// The quantified formulas that had been met at the beginning.
    quantified: usize,
}

/// Why a call is no delta.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// What a quantified formula means is found out later, from the state in which it stood.
    #[error("the call evaluates a quantified formula")]
    Quantified,
    /// The paths that begin the call have made different numbers of objects at an allocation.
    #[error("paths that begin the call have made different numbers of objects at {0:?}")]
    Counter(SiteId),
    /// The state was not being recorded.
    #[error("nothing was recorded")]
    Unrecorded,
    /// A call is compared with what was there before: what it writes elsewhere would have to be noted there.
    #[error("a method of the program has a `modifies` clause")]
    Framed,
}

/// Why a delta does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The entry is not at the start of a call of the method.
    #[error("the paths are not at the start of a call of the method")]
    Point,
    /// Some paths did not begin the call that was recorded.
    #[error("the call was not recorded for all of the paths")]
    Guard,
    /// A place that the call reads has another value, or none.
    #[error("{0:?} has another value")]
    Read(Place),
    /// The paths have made different numbers of objects at an allocation.
    #[error("the paths have made different numbers of objects at {0:?}")]
    Counter(SiteId),
    /// Guards have run out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl Stretch {
    /// Begins to record the call in `frame`, at whose start the paths of `guard` are.
    pub fn begin(machine: &mut Machine<'_>, state: &mut State, frame: FrameId, guard: Guard) -> Self {
        state.sigma.start_recording(guard);
        machine.checks.recorded = Some(Vec::new());
        Self { frame, quantified: machine.quantifiers.count() }
    }

    /// Ends the recording: all paths of the call are at an exit of its frame, or at a bound inside.
    ///
    /// # Errors
    /// When the call depends on more than a delta holds.
    pub fn end(self, machine: &mut Machine<'_>, state: &mut State) -> Result<Delta, Unfit> {
        let (record, faults) = (state.sigma.take_record(), machine.checks.recorded.take());
        let (Some(Record { guard, reads, writes }), Some(faults)) = (record, faults) else {
            return Err(Unfit::Unrecorded);
        };
        if machine.has_frames {
            return Err(Unfit::Framed);
        }
        if machine.quantifiers.count() != self.quantified {
            return Err(Unfit::Quantified);
        }
        let mut delta = Delta {
            frame: self.frame,
            guard,
            reads: BTreeMap::new(),
            unwritten: BTreeMap::new(),
            writes: BTreeMap::new(),
            pc: Vec::new(),
            faults,
            made: BTreeMap::new(),
        };
        let logic = &mut machine.logic;
        for (place, Read { value, written }) in reads {
            if let Place::Heap(Key::Counter(_, site)) = place {
                delta.made.insert(site, count(logic, &value, guard).ok_or(Unfit::Counter(site))?);
                continue;
            }
            let written = logic.or_all(written);
            let unwritten = logic.and_not(guard, written);
            if !unwritten.is_false() {
                delta.reads.insert(place, value.restrict(logic, unwritten));
                delta.unwritten.insert(place, unwritten);
            }
        }
        for (place, written) in writes {
            let written = logic.or_all(written);
            // A local that was dead at the end has no value any more.
            let value = state.sigma.stored(place).restrict(logic, written);
            if !value.is_empty() {
                delta.writes.insert(place, value);
            }
        }
        let inside = state.pc.entries().filter(|(entry, _)| machine.contexts.is_within(entry.point.frame, self.frame));
        delta.pc = inside.map(|(entry, at)| (entry.point, entry.guard, via(at))).collect();
        Ok(delta)
    }
}

/// How paths come to where they wait.
fn via(at: Option<Bounded>) -> Via {
    match at {
        None | Some(Bounded::Loop(..)) => Via::Edge,
        Some(Bounded::Group(_)) => Via::Call,
        Some(Bounded::Heap(..)) => Via::Deeper,
    }
}

/// How many objects a counter says that the paths of φ have made, if all have made as many.
fn count(logic: &mut Logic, counter: &Summary, phi: Guard) -> Option<i64> {
    let zero = logic.terms.constant(Num::ZERO);
    let written = counter.cover(logic);
    let all = Summary::constant(logic, Value::Num(zero)).update(logic, written, counter);
    let Some(Value::Num(made)) = all.as_constant_within(logic, phi) else { return None };
    logic.terms.as_const(made).and_then(Num::to_i64)
}

impl Delta {
    /// Does to the state what a run of the call at the entry's point would do, all at once, as a step does.
    ///
    /// # Errors
    /// When the call would not do the same there. Unless guards have run out the state is as it was.
    pub fn apply(&self, machine: &mut Machine<'_>, state: &mut State, entry: &Entry) -> Result<Stepped, Refusal> {
        let to = self.admitted(machine, state, entry)?;
        let phi = entry.guard;
        for (&place, value) in &self.writes {
            let cover = value.cover(&mut machine.logic);
            let guard = machine.logic.and(cover, phi);
            if !guard.is_false() {
                to.write(machine, state, guard, place, value);
            }
        }
        let mut out = Stepped::default();
        for &(point, guard, via) in &self.pc {
            let guard = machine.logic.and(guard, phi);
            if !guard.is_false() {
                let point = ProgramPoint { frame: to.frame(machine, point.frame), ..point };
                out.successors.push(Successor { point, guard, via, fork: None });
            }
        }
        for violated in &self.faults {
            let guard = machine.logic.and(violated.guard, phi);
            let mut violated = Violated { guard, frame: to.frame(machine, violated.frame), ..violated.clone() };
            if violated.frame == to.to && violated.fault.call_site.is_some() {
                violated.fault.call_site = machine.call_site(to.to);
            }
            if machine.violated(violated, state.others.past) {
                out.ended.push((End::Violated, guard));
            }
        }
        machine.logic.intact()?;
        Ok(out)
    }

    /// How the call is moved to the entry's point, if it does the same there.
    fn admitted(&self, machine: &mut Machine<'_>, state: &State, entry: &Entry) -> Result<Relocation<'_>, Refusal> {
        let (to, phi) = (entry.point.frame, entry.guard);
        let contexts = &mut machine.contexts;
        let (here, there) = (contexts.frame(self.frame).method, contexts.frame(to));
        let alike = there.method == here && there.thread == contexts.frame(self.frame).thread;
        if !alike || there.caller.is_none() || contexts.start(machine.program, to) != entry.point {
            return Err(Refusal::Point);
        }
        if !machine.logic.implies(phi, self.guard) {
            return Err(Refusal::Guard);
        }
        let thread = machine.contexts.frame(to).thread;
        let mut relocation = Relocation { delta: self, to, shifts: BTreeMap::new() };
        for (&site, &before) in &self.made {
            let counter = state.sigma.get(Key::Counter(thread, site));
            let made = count(&mut machine.logic, &counter, phi).ok_or(Refusal::Counter(site))?;
            relocation.shifts.insert(site, made - before);
        }
        for ((&read, value), unwritten) in self.reads.iter().zip(self.unwritten.values()) {
            let place = relocation.place(machine, read);
            let logic = &mut machine.logic;
            let care = logic.and(*unwritten, phi);
            let there = state.sigma.read(place).canonical(logic, care);
            if there != value.canonical(logic, care) {
                return Err(Refusal::Read(place));
            }
        }
        machine.logic.intact()?;
        Ok(relocation)
    }
}

/// A move of a call to another frame.
struct Relocation<'d> {
    delta: &'d Delta,
    to: FrameId,
    /// How many more objects have been made there.
    shifts: BTreeMap<SiteId, i64>,
}

impl Relocation<'_> {
    fn frame(&self, machine: &mut Machine<'_>, frame: FrameId) -> FrameId {
        machine.contexts.relocate(machine.program, frame, self.delta.frame, self.to)
    }

    /// The object that stands for one of the call's own, which has been made in it; any other stands for itself.
    fn address(&self, machine: &mut Machine<'_>, addr: AddrId) -> AddrId {
        let Origin::Allocated(thread, site, number) = machine.table.address(addr).origin else { return addr };
        match (self.delta.made.get(&site), self.shifts.get(&site)) {
            (Some(made), Some(shift)) if i64::from(number) >= *made => {
                machine.table.allocated(machine.program, thread, site, (i64::from(number) + shift) as u32)
            }
            _ => addr,
        }
    }

    fn place(&self, machine: &mut Machine<'_>, place: Place) -> Place {
        match place {
            Place::Local(frame, local) => Place::Local(self.frame(machine, frame), local),
            Place::Heap(Key::Field(addr, field)) => Place::Heap(Key::Field(self.address(machine, addr), field)),
            Place::Heap(Key::Cell(addr, cell)) => Place::Heap(Key::Cell(self.address(machine, addr), cell)),
            Place::Heap(Key::Length(addr)) => Place::Heap(Key::Length(self.address(machine, addr))),
            Place::Heap(Key::Owner(addr)) => Place::Heap(Key::Owner(self.address(machine, addr))),
            Place::Heap(Key::Held(addr)) => Place::Heap(Key::Held(self.address(machine, addr))),
            Place::Heap(Key::Static(_) | Key::Counter(..)) | Place::Before(..) => place,
        }
    }

    /// Writes what the call has written, where it is moved to.
    fn write(&self, machine: &mut Machine<'_>, state: &mut State, phi: Guard, place: Place, value: &Summary) {
        let value = self.value(machine, phi, place, value);
        let there = self.place(machine, place);
        match (place, there) {
            // Each array has index keys of its own.
            (Place::Heap(Key::Cell(array, cell)), Place::Heap(Key::Cell(moved, _))) if array != moved => {
                let key = machine.table.keys(array).expect("a cell has a key").keys()[cell as usize];
                let (logic, mut memory) = machine.memory(state);
                for (guard, cell) in memory.select(logic, moved, key, phi) {
                    machine.write(state, guard, Place::Heap(Key::Cell(moved, cell)), &value, false);
                }
            }
            _ => machine.write(state, phi, there, &value, false),
        }
    }

    /// The value of a place with the objects, or the count of objects, that it has there.
    fn value(&self, machine: &mut Machine<'_>, phi: Guard, place: Place, value: &Summary) -> Summary {
        if let Place::Heap(Key::Counter(_, site)) = place {
            let shift = self.shifts.get(&site).copied().unwrap_or_default();
            let shift = machine.logic.terms.constant(Num::from(shift));
            return value.map(&mut machine.logic, phi, |lx, v| match v {
                Value::Num(n) => Value::Num(lx.terms.add(n, shift)),
                other => other,
            });
        }
        let moved: BTreeMap<AddrId, AddrId> =
            value.addresses().map(|addr| (addr, self.address(machine, addr))).collect();
        value.map(&mut machine.logic, phi, |_, v| match v {
            Value::Ref(addr) => Value::Ref(moved.get(&addr).copied().unwrap_or(addr)),
            other => other,
        })
    }
}

impl HoldsGuards for Delta {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { frame: _, guard, reads, unwritten, writes, pc, faults, made: _ } = self;
        visit(*guard);
        reads.values().chain(writes.values()).for_each(|value| value.visit(visit));
        unwritten.values().for_each(|guard| visit(*guard));
        pc.iter().for_each(|(_, guard, _)| visit(*guard));
        faults.visit(visit);
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        let Self { frame: _, guard, reads, unwritten, writes, pc, faults, made: _ } = self;
        guard.rewrite(logic, rewriting);
        reads.values_mut().chain(writes.values_mut()).for_each(|value| value.rewrite(logic, rewriting));
        unwritten.values_mut().for_each(|guard| guard.rewrite(logic, rewriting));
        pc.iter_mut().for_each(|(_, guard, _)| guard.rewrite(logic, rewriting));
        faults.rewrite(logic, rewriting);
    }
}

impl Marks for Delta {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { frame, guard: _, reads, unwritten, writes, pc, faults, made: _ } = self;
        live.frame(*frame);
        for (place, value) in reads.iter().chain(writes) {
            live.place(*place);
            live.summary(value);
        }
        unwritten.keys().for_each(|place| live.place(*place));
        pc.iter().for_each(|(point, ..)| live.point(*point));
        faults.mark(live);
    }
}
