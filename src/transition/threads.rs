//! Threads: forks, joins and monitors, and where a thread waits for the others.
//!
//! ```text
//!   lock m      enabled on the paths on which no other thread has the monitor of m;
//!               Σ[owner(m)] ⊎φ this thread, Σ[held(m)] ⊎φ Σ[held(m)] + 1
//!   unlock m    Σ[held(m)] ⊎φ Σ[held(m)] - 1; where that is 0, no thread has the monitor: both are forgotten
//!   fork m(e…)  a thread for each method that the receivers of φ dispatch to; its formals are guarded updates
//!   join        enabled when no thread that this one has forked is alive
//! ```
//!
//! # Where a thread waits
//!
//! The thread that steps continues as long as its next step commutes with every step that the others may still make. It does
//! if they touch other variables ([`Interference`]), or cannot reach the object that it touches, neither from their locals
//! nor from static fields. Otherwise the thread *waits* for its turn, and the scheduler chooses. Some steps commute with
//! everything that others can do before them: releasing a monitor (others can only wait for it), forking (the new thread
//! does not exist before), ending, and joining with no child alive. Taking a monitor that the thread has already concerns
//! no other thread either.
//!
//! Why nothing is lost: wherever the thread continues without a choice, it is alone a *persistent set* (Godefroid,
//! *Partial-order methods for the verification of concurrent systems*, 1996), because nothing that the others can do from
//! there without it depends on its step. The scheduler chooses from larger persistent sets (`explore/threads/choices.rs`). So
//! for every run there is an explored one that differs only in the order of steps that commute, and passes the same
//! violations and deadlocks. A violation ends a run, so the thread is *stuck* before the step that violates while the others
//! continue. No step is postponed forever, because program points never recur.

use super::{End, Machine, Step, Stop, Stopped};
use crate::guard::Guard;
use crate::ir::interference::Interference;
use crate::ir::{Callee, Expr, Instr, InstrKind, LocalId, Terminator, ThreadOp};
use crate::num::Num;
use crate::state::{Key, Place, ProgramPoint, State, reached};
use crate::summary::{AddrId, Summary, Value};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What is not supported about monitors.
const RELEASED_BY_OTHERS: &str = "the release of a monitor that the thread does not have";

/// The local that refers to the object or array that an instruction touches, if it touches one.
fn touched_by(instr: &Instr) -> Option<LocalId> {
    match &instr.kind {
        InstrKind::Assign { value: Expr::Field(object, _) | Expr::Elem(object, _), .. } => match **object {
            Expr::Local(local) => Some(local),
            _ => None,
        },
        InstrKind::StoreField { object: local, .. }
        | InstrKind::StoreElem { array: local, .. }
        | InstrKind::Thread(ThreadOp::Lock(local)) => Some(*local),
        _ => None,
    }
}

impl<'p> Machine<'p> {
    /// Whether the thread of a step waits before its next instruction, or before the terminator.
    pub(super) fn waits(&mut self, step: &mut Step<'p, '_>, phi: Guard, instr: Option<&Instr>) -> bool {
        let others = &step.state.others;
        if others.is_empty() || others.chosen == Some(step.here()) {
            return false;
        }
        // Without reduction a thread waits before every step that others can see, whatever they may touch.
        let all = !self.config.por;
        let Some(instr) = instr else {
            let ends = matches!(step.block.term, Terminator::Return | Terminator::Unwind);
            return all && ends && self.contexts.caller(step.point.frame).is_none();
        };
        match &instr.kind {
            InstrKind::Thread(ThreadOp::Join) => {
                all || others.standing.has_children(&self.contexts, self.contexts.thread_at(step.point))
            }
            InstrKind::Thread(ThreadOp::Fork { .. } | ThreadOp::Unlock(_)) => all,
            InstrKind::Thread(ThreadOp::Lock(monitor)) => {
                let contended = all || self.may_meet(step, phi, instr);
                !self.takes_at_once(step, phi, *monitor, contended)
            }
            _ if all => !self.interference().instr(instr).is_empty(),
            _ => self.may_meet(step, phi, instr),
        }
    }

    /// Whether the step may not commute with what other threads can still do: they touch the same variables, and can reach
    /// the same objects, or will compare them. An object that only this thread can reach stays so until this thread passes
    /// it on.
    fn may_meet(&mut self, step: &mut Step<'p, '_>, phi: Guard, instr: &Instr) -> bool {
        let others = &step.state.others;
        if !self.interference().instr(instr).conflicts(&others.rivals) {
            return false;
        }
        let Some(local) = touched_by(instr) else { return true };
        let objects = step.local(local).restrict(&mut self.logic, phi);
        let objects: Vec<AddrId> = objects.addresses().collect();
        if objects.iter().any(|addr| self.table.input(*addr).is_some()) {
            return true;
        }
        // A framed call of another thread compares what this one stores, even if it cannot reach the object.
        let stores = matches!(instr.kind, InstrKind::StoreField { .. } | InstrKind::StoreElem { .. });
        if stores && !self.framed_calls_of_parents(step).is_empty() {
            return true;
        }
        let reached = self.reach_of_others(step.state);
        objects.iter().any(|addr| reached.contains(addr))
    }

    /// The objects and arrays that the other threads can reach, or that exceptions in flight lead to.
    fn reach_of_others(&mut self, state: &mut State) -> Rc<FxHashSet<AddrId>> {
        let mut carried = self.carried(&state.sigma);
        carried.sort_unstable();
        carried.dedup();
        let known = state.others.reach.known(&carried);
        if let Some(known) = &known
            && !self.config.self_check
        {
            return Rc::clone(known);
        }
        let (sigma, mut held) = (&state.sigma, carried.clone());
        for at in state.others.standing.points().flat_map(|at| self.contexts.around(at)) {
            held.extend(sigma.locals(at.frame).iter().flat_map(Summary::addresses));
            held.extend(sigma.compared_by(at.frame));
        }
        let reached = Rc::new(reached(sigma, &self.table, held.into_iter()));
        assert!(known.is_none_or(|known| known == reached), "what others can come to has changed unnoticed");
        state.others.reach.learn(carried, Rc::clone(&reached));
        reached
    }

    /// Whether the thread of a step need not wait for a monitor on any path of φ. If the monitor is contended, the thread must
    /// have it already; else it suffices that no other thread has it. (A thread that is stuck does not contend for monitors, but
    /// may have one.)
    fn takes_at_once(&mut self, step: &Step<'p, '_>, phi: Guard, monitor: LocalId, contended: bool) -> bool {
        let own = Value::Thread(self.contexts.thread_at(step.point));
        self.monitors(step, phi, monitor).into_iter().all(|(guard, addr)| {
            let owner = step.state.sigma.stored(Place::Heap(Key::Owner(addr)));
            let mut when =
                |is: fn(bool) -> bool| owner.when(&mut self.logic, guard, |_, v| Guard::from_bool(is(v == own)));
            if contended { when(|own| own) == guard } else { when(|own| !own).is_false() }
        })
    }

    /// Executes an operation of threads, which is enabled on all paths of φ. Returns the paths that continue in this step.
    #[must_use]
    pub(super) fn thread_op(&mut self, step: &mut Step<'p, '_>, phi: Guard, op: &ThreadOp) -> Guard {
        match op {
            ThreadOp::Lock(monitor) => {
                let owner = Summary::constant(&mut self.logic, Value::Thread(self.contexts.thread_at(step.point)));
                for (guard, addr) in self.monitors(step, phi, *monitor) {
                    self.write(step.state, guard, Place::Heap(Key::Owner(addr)), &owner, false);
                    self.count(step.state, guard, Key::Held(addr), 1);
                }
            }
            ThreadOp::Unlock(monitor) => {
                let phi = self.released_by_owner(step, phi, *monitor);
                for (guard, addr) in self.monitors(step, phi, *monitor) {
                    let (_, held) = self.count(step.state, guard, Key::Held(addr), -1);
                    let free = held.when_number(&mut self.logic, guard, |lx, count| {
                        Guard::from_bool(lx.terms.as_const(count).is_some_and(Num::is_zero))
                    });
                    self.forget(step.state, free, Place::Heap(Key::Owner(addr)));
                    self.forget(step.state, free, Place::Heap(Key::Held(addr)));
                }
                return phi;
            }
            ThreadOp::Fork { callee, args } => {
                self.fork(step, phi, *callee, args);
                return Guard::FALSE;
            }
            ThreadOp::Join => {}
        }
        phi
    }

    /// The paths on which the thread has the monitor that it releases. What others would do is not supported.
    fn released_by_owner(&mut self, step: &mut Step<'p, '_>, phi: Guard, monitor: LocalId) -> Guard {
        let own = Value::Thread(self.contexts.thread_at(step.point));
        let mut rest = phi;
        for (guard, addr) in self.monitors(step, phi, monitor) {
            let owner = step.state.sigma.stored(Place::Heap(Key::Owner(addr)));
            let is_own = owner.when(&mut self.logic, guard, |_, v| Guard::from_bool(v == own));
            let others = self.logic.and_not(guard, is_own);
            if !others.is_false() {
                self.unsupported(step, others, RELEASED_BY_OTHERS);
                rest = self.logic.and_not(rest, others);
            }
        }
        rest
    }

    /// The objects that a local refers to, each with the paths of φ on which it does.
    fn monitors(&mut self, step: &Step<'p, '_>, phi: Guard, monitor: LocalId) -> Vec<(Guard, AddrId)> {
        step.local(monitor).addresses_within(&mut self.logic, phi)
    }

    /// Forks a thread. The thread of the step stops after the fork.
    fn fork(&mut self, step: &mut Step<'p, '_>, phi: Guard, callee: Callee, args: &[Expr]) {
        let values = self.eval_operands(step, phi, args);
        for (method, guard) in self.targets(phi, callee, values.first()) {
            let frame = self.contexts.fork(self.program, step.here(), method);
            let child = self.contexts.start(self.program, frame);
            let at = ProgramPoint { instruction: step.instruction + 1, ..step.point };
            let formals = &self.program.methods[method].formals;
            self.stop(step, guard, Stop::Forked { at, child }, |machine, state, _| {
                for (formal, value) in formals.iter().zip(&values) {
                    machine.write(state, guard, Place::Local(frame, *formal), value, true);
                }
            });
        }
    }

    /// Ends a thread that leaves its root frame.
    pub(super) fn end(&mut self, step: &mut Step<'p, '_>, phi: Guard, end: End) {
        if end == End::Threw {
            self.uncaught(step, phi, self.program.methods[step.method].thrown);
        }
        // After the static initialisers the thread continues with the entry method, whatever others do.
        let goes_on = end == End::Returned && self.program.init == Some(step.method);
        if step.state.others.is_empty() || goes_on {
            step.out.ended.push((end, phi));
        } else if end == End::Threw {
            step.out.ended.push((end, phi));
            self.get_stuck(step, phi);
        } else {
            self.stop(step, phi, Stop::Ended, |_, _, _| {});
        }
    }

    /// Makes the thread of a step wait for its turn.
    pub(super) fn wait(&mut self, step: &mut Step<'p, '_>, phi: Guard) {
        let here = step.here();
        self.stop(step, phi, Stop::Waits(here), |_, _, _| {});
    }

    /// Makes the thread stuck before its next step, which would end the run on these paths. Other threads, if there are any, may
    /// continue before.
    pub(super) fn get_stuck(&mut self, step: &mut Step<'p, '_>, guard: Guard) {
        if !step.state.others.is_empty() && !step.hypothetical && !guard.is_false() && self.feasible(guard) {
            let here = step.here();
            self.stop(step, guard, Stop::Stuck(here), |_, _, _| {});
        }
    }

    /// Stops the thread of a step on the paths of a guard.
    pub(super) fn stop(
        &mut self,
        step: &mut Step<'p, '_>,
        guard: Guard,
        stop: Stop,
        effect: impl FnOnce(&mut Self, &mut State, bool),
    ) {
        let fork = self.part(step, effect);
        step.out.stopped.push(Stopped { stop, guard, fork });
    }

    /// Which steps of threads may interfere with each other.
    pub fn interference(&self) -> &Interference {
        self.analyses.interference()
    }
}
