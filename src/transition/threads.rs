//! Threads: what they do with each other, and where one makes way for the others.
//!
//! ```text
//!   lock m      enabled on the paths on which no other thread has the monitor of m;
//!               Σ[owner(m)] ⊎φ this thread, Σ[held(m)] ⊎φ Σ[held(m)] + 1
//!   unlock m    Σ[held(m)] ⊎φ Σ[held(m)] - 1; where that is 0, nobody has it: both are forgotten
//!   fork m(e…)  a thread for each method that the receivers of φ dispatch to; its formals are guarded updates
//!   join        enabled when no thread that this one has forked is alive
//! ```
//!
//! # Where a thread waits
//!
//! The thread that steps goes on for as long as its next step can be exchanged with every step that the others may still
//! make: they touch other variables ([`Interference`](crate::ir::interference::Interference)), or cannot come to the object that it touches, neither from their
//! locals nor from static fields. Elsewhere it *waits* for its turn, and the scheduler chooses. Some steps can be exchanged with all
//! that others can do before them, whatever that is: releasing a monitor (others can only wait for it), forking (there is
//! no such thread before), ending, and joining with nobody to wait for. What a thread takes again that it has already
//! concerns nobody either.
//!
//! Why nothing is lost: {the thread} is a *persistent set* (Godefroid, *Partial-order methods for the verification of
//! concurrent systems*, 1996) wherever it goes on without a choice, since nothing that the others can do from there without
//! it depends on its step. The persistent sets of [`choices`](Machine::choices) are larger ones. Every run then has one that
//! differs only in the order of steps that can be exchanged, and passes the same violations and deadlocks; a violation
//! ends a run, so that the thread is *stuck* before the step that violates while the others go on. Nothing is postponed for
//! ever, since program points never recur.

use super::{End, Machine, Step, Stop, Stopped};
use crate::guard::Guard;
use crate::ir::interference::Touches;
use crate::ir::liveness::{live_after, live_before};
use crate::ir::{BlockId, Callee, Expr, Fault, Instr, InstrKind, Kind, LocalId, MethodId, Terminator, ThreadOp};
use crate::state::context::MAIN;
use crate::state::{
    Configuration, Contexts, Key, Others, Place, ProgramPoint, Sigma, Stand, State, Trail, Turn, reached,
};
use crate::summary::{AddrId, Summary, ThreadId, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What threads may do from where they are, as far as somebody has asked.
#[derive(Default)]
pub(super) struct ThreadTable {
    /// What can be touched by a thread from a point on.
    futures: FxHashMap<ProgramPoint, Rc<Touches>>,
    /// The locals that are live before an instruction.
    live: FxHashMap<(MethodId, BlockId, u32), Rc<[LocalId]>>,
}

impl ThreadTable {
    /// Forgets what is known of points in frames that are forgotten.
    pub(super) fn retain(&mut self, contexts: &Contexts) {
        self.futures.retain(|point, _| contexts.has(*point));
    }
}

/// The threads of a configuration that may make the next step.
pub struct Choices {
    /// Those that are to be tried.
    pub of: Vec<Choice>,
    /// The paths on which none is enabled.
    pub stands_still: Guard,
    /// All that are enabled on some paths.
    pub enabled: Vec<ThreadId>,
}

/// A thread that may be chosen.
pub struct Choice {
    /// Where it stands.
    pub point: ProgramPoint,
    /// On which paths it is chosen: there it is enabled.
    pub guard: Guard,
}

/// The local that refers to the one object or array that an instruction touches.
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
    pub(super) fn waits(&mut self, step: &Step<'p, '_>, phi: Guard, instr: Option<&Instr>) -> bool {
        let others = &step.state.others;
        if others.is_empty() || others.chosen == Some(step.here()) {
            return false;
        }
        // Without reduction every step that others can see is one to wait before, whatever they may touch.
        let all = !self.config.por;
        let Some(instr) = instr else {
            let ends = matches!(step.block.term, Terminator::Return | Terminator::Unwind);
            return all && ends && self.contexts.caller(step.point.frame).is_none();
        };
        match &instr.kind {
            InstrKind::Thread(ThreadOp::Join) => {
                all || self.has_children(&others.standing, self.contexts.thread_at(step.point))
            }
            InstrKind::Thread(ThreadOp::Fork { .. } | ThreadOp::Unlock(_)) => all,
            InstrKind::Thread(ThreadOp::Lock(monitor)) => {
                let contended = all || self.may_meet(step, phi, instr);
                !self.takes_at_once(step, phi, *monitor, contended)
            }
            _ if all => !self.touches(instr).is_empty(),
            _ => self.may_meet(step, phi, instr),
        }
    }

    /// Whether the step may have to do with what other threads can still do: they touch the same variables, and can come to
    /// the same objects, or will compare them. An object that only this thread can come to stays so until this thread gives
    /// it away.
    fn may_meet(&mut self, step: &Step<'p, '_>, phi: Guard, instr: &Instr) -> bool {
        let others = &step.state.others;
        if !self.touches(instr).conflicts(&others.rivals) {
            return false;
        }
        let Some(local) = touched_by(instr) else { return true };
        let objects = step.local(local).restrict(&mut self.logic, phi);
        let objects: Vec<AddrId> = objects.addresses().collect();
        if objects.iter().any(|addr| self.table.input(*addr).is_some()) {
            return true;
        }
        // The call of another thread compares what this one stores, and need not come to the object for that.
        let stores = matches!(instr.kind, InstrKind::StoreField { .. } | InstrKind::StoreElem { .. });
        if stores && !self.framed_calls_of_parents(step).is_empty() {
            return true;
        }
        let sigma = &step.state.sigma;
        let mut held = self.carried(sigma);
        for at in others.standing.members().iter().filter_map(|member| member.stand.point()) {
            let mut frame = Some(at.frame);
            while let Some(at) = frame {
                held.extend(sigma.locals(at).iter().flat_map(Summary::addresses));
                held.extend(sigma.compared_by(at));
                frame = self.contexts.caller(at);
            }
        }
        let reached = reached(sigma, &self.table, held.into_iter());
        objects.iter().any(|addr| reached.contains(addr))
    }

    fn touches(&self, instr: &Instr) -> Touches {
        self.analyses.interference().instr(instr)
    }

    /// Whether a thread has forked one that is alive.
    fn has_children(&self, standing: &Configuration, thread: ThreadId) -> bool {
        standing.members().iter().any(|member| self.contexts.parent(member.thread) == Some(thread))
    }

    /// Whether the thread of a step need not wait for a monitor on any path of φ: it has it already, or, where nobody
    /// contends for it, nobody has it. A thread that is stuck contends for nothing and may still have it.
    fn takes_at_once(&mut self, step: &Step<'p, '_>, phi: Guard, monitor: LocalId, contended: bool) -> bool {
        let own = Value::Thread(self.contexts.thread_at(step.point));
        self.monitors(step, phi, monitor).into_iter().all(|(guard, addr)| {
            let owner = step.state.sigma.stored(Place::Heap(Key::Owner(addr)));
            let mut when =
                |is: fn(bool) -> bool| owner.when(&mut self.logic, guard, |_, v| Guard::from_bool(is(v == own)));
            if contended { when(|own| own) == guard } else { when(|own| !own).is_false() }
        })
    }

    /// What a thread does with others. It is enabled on all paths of φ. Gives the paths that go on in this step.
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
                for (guard, addr) in self.monitors(step, phi, *monitor) {
                    let (_, held) = self.count(step.state, guard, Key::Held(addr), -1);
                    let free = held.when(&mut self.logic, guard, |lx, v| match v {
                        Value::Num(count) => Guard::from_bool(lx.terms.as_const(count).is_some_and(|n| n.is_zero())),
                        _ => Guard::FALSE,
                    });
                    self.forget(step.state, free, Place::Heap(Key::Owner(addr)));
                    self.forget(step.state, free, Place::Heap(Key::Held(addr)));
                }
            }
            ThreadOp::Fork { callee, args } => {
                self.fork(step, phi, *callee, args);
                return Guard::FALSE;
            }
            ThreadOp::Join => {}
        }
        phi
    }

    /// The objects that a local refers to, each with the paths of φ on which it does.
    fn monitors(&mut self, step: &Step<'p, '_>, phi: Guard, monitor: LocalId) -> Vec<(Guard, AddrId)> {
        let objects = step.local(monitor).restrict(&mut self.logic, phi).pairs(&mut self.logic);
        objects.into_iter().filter_map(|(guard, value)| Some((guard, value.as_ref()?))).collect()
    }

    /// The thread stops after the fork, beside the one that it has made.
    fn fork(&mut self, step: &mut Step<'p, '_>, phi: Guard, callee: Callee, args: &[Expr]) {
        let values = self.eval_operands(step, phi, args);
        let targets = self.targets(phi, callee, values.first());
        let ask = targets.len() > 1;
        for (method, guard) in targets {
            if ask && !self.feasible(guard) {
                continue;
            }
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

    /// The root frame of a thread is left, or that of the entry.
    pub(super) fn end(&mut self, step: &mut Step<'p, '_>, phi: Guard, end: End) {
        if end == End::Threw {
            self.uncaught(step, phi, self.program.methods[step.method].thrown);
        }
        // The thread goes on where the entry follows, whatever others do.
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

    /// The thread of a step waits for its turn.
    pub(super) fn wait(&mut self, step: &mut Step<'p, '_>, phi: Guard) {
        let here = step.here();
        self.stop(step, phi, Stop::Waits(here), |_, _, _| {});
    }

    /// The next step of the thread would end the run on these paths. If there are others, they may go on before.
    pub(super) fn get_stuck(&mut self, step: &mut Step<'p, '_>, guard: Guard) {
        if !step.state.others.is_empty() && !step.hypothetical && !guard.is_false() && self.feasible(guard) {
            let here = step.here();
            self.stop(step, guard, Stop::Stuck(here), |_, _, _| {});
        }
    }

    /// The thread of a step stops on the paths of a guard.
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

    /// Forgets the locals that a thread will not read from the points at which it stands on: all of them where it has ended
    /// or is stuck, but for what the entry returns; and what its calls have changed, which will not be compared then. States
    /// that differ in nothing else are the same.
    pub fn forget_dead(&mut self, sigma: &mut Sigma, stopped_at: ProgramPoint, stand: Option<Stand>) {
        let point = stand.and_then(Stand::point);
        let mut around = Some(point.unwrap_or(stopped_at));
        let mut is_top = true;
        while let Some(at) = around {
            let frame = self.contexts.frame(at.frame);
            let (method, caller) = (&self.program.methods[frame.method], frame.caller);
            let live: Rc<[LocalId]> = match point {
                Some(_) if is_top => {
                    let key = (frame.method, at.block, at.instruction);
                    let live = || live_before(method, at.block, at.instruction as usize).into();
                    Rc::clone(self.threads.live.entry(key).or_insert_with(live))
                }
                Some(_) => live_after(method, at.block).into_iter().collect(),
                None if caller.is_none() && frame.thread == MAIN => method.retval.into_iter().collect(),
                None => Rc::new([]),
            };
            sigma.keep_locals(at.frame, &live);
            if point.is_none() {
                sigma.drop_changes(at.frame);
            }
            is_top = false;
            around = caller;
        }
    }

    /// Which threads of a configuration may make the next step, each with paths of φ on which it is enabled. `all` of them
    /// are wanted, or else those of persistent sets: paths are given to the smallest set of which a thread is enabled on
    /// them.
    pub fn choices(&mut self, sigma: &Sigma, phi: Guard, standing: &Configuration, all: bool) -> Choices {
        let waiting = standing.members().iter().filter_map(|member| match member.stand {
            Stand::Waits(point) => Some((member.thread, point)),
            _ => None,
        });
        let waiting: Vec<(ThreadId, ProgramPoint)> = waiting.collect();
        let enabled: Vec<Guard> =
            waiting.iter().map(|&(thread, at)| self.enabled(sigma, phi, standing, thread, at)).collect();
        let sets = match all {
            true => vec![(0..waiting.len()).collect()],
            false => self.persistent_sets(standing, &waiting),
        };
        let (mut choices, mut rest) = (Vec::new(), phi);
        for set in sets {
            let mut some = Guard::FALSE;
            for &member in &set {
                let guard = self.logic.and(rest, enabled[member]);
                if guard == phi || !guard.is_false() && self.feasible(guard) {
                    some = self.logic.or(some, guard);
                    choices.push(Choice { point: waiting[member].1, guard });
                }
            }
            rest = self.logic.and_not(rest, some);
            if rest.is_false() {
                break;
            }
        }
        let can_step = waiting.iter().zip(&enabled).filter(|(_, guard)| !guard.is_false());
        Choices { of: choices, stands_still: rest, enabled: can_step.map(|((thread, _), _)| *thread).collect() }
    }

    /// The threads of a configuration that wait, but for those that wait for their children.
    pub fn may_step(&self, standing: &Configuration) -> Vec<ThreadId> {
        let joins = |at| matches!(self.instr_at(at).map(|instr| &instr.kind), Some(InstrKind::Thread(ThreadOp::Join)));
        let may_step = standing.members().iter().filter(|member| match member.stand {
            Stand::Waits(at) => !(joins(at) && self.has_children(standing, member.thread)),
            Stand::Ready(_) | Stand::Stuck => false,
        });
        may_step.map(|member| member.thread).collect()
    }

    /// The paths of φ on which a thread is enabled.
    fn enabled(
        &mut self,
        sigma: &Sigma,
        phi: Guard,
        standing: &Configuration,
        thread: ThreadId,
        at: ProgramPoint,
    ) -> Guard {
        match self.instr_at(at).map(|instr| &instr.kind) {
            Some(InstrKind::Thread(ThreadOp::Join)) if self.has_children(standing, thread) => Guard::FALSE,
            Some(InstrKind::Thread(ThreadOp::Lock(monitor))) => {
                let objects = sigma.stored(Place::Local(at.frame, *monitor)).restrict(&mut self.logic, phi);
                let mut free = phi;
                for (guard, value) in objects.pairs(&mut self.logic) {
                    let Some(addr) = value.as_ref() else { continue };
                    let owner = sigma.stored(Place::Heap(Key::Owner(addr)));
                    let is_other = |value| matches!(value, Value::Thread(owner) if owner != thread);
                    let taken = owner.when(&mut self.logic, guard, |_, value| Guard::from_bool(is_other(value)));
                    free = self.logic.and_not(free, taken);
                }
                free
            }
            _ => phi,
        }
    }

    fn instr_at(&self, at: ProgramPoint) -> Option<&'p Instr> {
        let method = self.contexts.frame(at.frame).method;
        self.program.methods[method].blocks[at.block].instrs.get(at.instruction as usize)
    }

    /// Sets of waiting threads, by their places, the smallest first: what the threads outside of a set can do before one of
    /// it has made its next step does not depend on any of these next steps. The last holds all threads.
    fn persistent_sets(&mut self, standing: &Configuration, waiting: &[(ThreadId, ProgramPoint)]) -> Vec<Vec<usize>> {
        let nexts: Vec<Touches> = waiting
            .iter()
            .map(|(_, at)| self.instr_at(*at).map(|instr| self.touches(instr)).unwrap_or_default())
            .collect();
        let futures: Vec<Rc<Touches>> = waiting.iter().map(|(_, at)| self.future(*at)).collect();
        let joins = |place: usize, other: usize| {
            let (thread, at) = waiting[place];
            let is_join = |instr: &Instr| matches!(instr.kind, InstrKind::Thread(ThreadOp::Join));
            self.instr_at(at).is_some_and(is_join) && self.contexts.parent(waiting[other].0) == Some(thread)
        };
        let closure = |seed: usize| {
            let mut set = vec![seed];
            let mut next = 0;
            while let Some(&member) = set.get(next) {
                for (other, future) in futures.iter().enumerate() {
                    let depends = nexts[member].conflicts(future) || joins(member, other);
                    if depends && !set.contains(&other) {
                        set.push(other);
                    }
                }
                next += 1;
            }
            set.sort_unstable();
            set
        };
        debug_assert!(standing.members().iter().all(|member| !matches!(member.stand, Stand::Ready(_))));
        let mut sets: Vec<Vec<usize>> = (0..waiting.len()).map(closure).collect();
        sets.sort_by_key(Vec::len);
        sets.dedup();
        sets
    }

    /// What a thread can touch from a point on; the entry follows the static initialiser.
    fn future(&mut self, at: ProgramPoint) -> Rc<Touches> {
        if let Some(known) = self.threads.futures.get(&at) {
            return Rc::clone(known);
        }
        let frame = self.contexts.frame(at.frame);
        let interference = self.analyses.interference();
        let mut touches = interference.from(frame.method, at.block).clone();
        let (mut root, mut caller) = (at.frame, frame.caller);
        while let Some(at) = caller {
            root = at.frame;
            let frame = self.contexts.frame(at.frame);
            let block = &self.program.methods[frame.method].blocks[at.block];
            for next in block.term.targets().into_iter().chain([block.handler.block]) {
                touches.join(interference.from(frame.method, next));
            }
            caller = frame.caller;
        }
        let root = self.contexts.frame(root).method;
        if self.program.init == Some(root) {
            let begin = self.program.methods[self.entry].entry;
            touches.join(interference.from(self.entry, begin));
        }
        let touches = Rc::new(touches);
        self.threads.futures.insert(at, Rc::clone(&touches));
        touches
    }

    /// What the threads of a configuration can touch.
    fn futures(&mut self, standing: &Configuration) -> Rc<Touches> {
        let mut all = Touches::default();
        for member in standing.members() {
            if let Some(at) = member.stand.point() {
                all.join(&self.future(at));
            }
        }
        Rc::new(all)
    }

    /// The other threads when the thread at a point of a configuration goes on.
    pub fn others(&mut self, standing: &Configuration, point: ProgramPoint, past: Turn) -> Others {
        let standing = standing.with(self.contexts.thread_at(point), None);
        let rivals = self.futures(&standing);
        Others { standing, rivals, chosen: past.chosen, past: Some(past), ..Others::default() }
    }

    /// No thread of a configuration is enabled on the paths of a guard: a violation, if that is feasible, at the first
    /// `lock` in the text at which one waits, or else the first `join`. Tells whether there may be such paths.
    pub fn deadlock(&mut self, standing: &Configuration, guard: Guard, past: Turn) -> bool {
        let waiting = standing.members().iter().filter_map(|member| {
            let at = member.stand.point()?;
            let instr = self.instr_at(at)?;
            let joins = matches!(instr.kind, InstrKind::Thread(ThreadOp::Join));
            Some(((joins, instr.span), instr.line, self.contexts.frame(at.frame).method))
        });
        let Some(((_, span), line, method)) = waiting.min_by_key(|(place, ..)| *place) else { return false };
        let fault = Fault { kind: Kind::Deadlock, cause: None, span, line, method, call_site: None, check: None };
        self.record(fault, Trail { guard, past: Some(past) })
    }
}
