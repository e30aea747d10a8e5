//! Which threads of a configuration may make the next step, and which of them need to be chosen.
//!
//! It is enough to choose among the threads of a *persistent set* (Godefroid, *Partial-order methods for the verification of
//! concurrent systems*, 1996): what the others can do from here without them does not depend on their next steps. A thread
//! that continues without a choice is such a set alone (`transition/threads.rs`).

use crate::guard::Guard;
use crate::ir::interference::Touches;
use crate::ir::{Instr, InstrKind, MethodId, ThreadOp};
use crate::state::{Configuration, Contexts, Key, Others, Place, ProgramPoint, Sigma, Stand, Turn};
use crate::summary::{ThreadId, Value};
use crate::transition::Machine;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The threads of a configuration that may make the next step.
pub struct Choices {
    /// The threads that need to be chosen.
    pub of: Vec<Choice>,
    /// The paths on which no thread is enabled.
    pub stands_still: Guard,
    /// All threads that are enabled on some paths.
    pub enabled: Vec<ThreadId>,
}

/// A thread that may be chosen.
pub struct Choice {
    /// Where it waits.
    pub point: ProgramPoint,
    /// The paths on which it is chosen. It is enabled on them.
    pub guard: Guard,
}

/// What threads can touch from a point on, for the points asked about so far.
pub struct Futures {
    /// The entry method, which the first thread runs after the static initialisers.
    entry: MethodId,
    known: FxHashMap<ProgramPoint, Rc<Touches>>,
}

impl Futures {
    /// An empty table, for an entry method.
    pub fn new(entry: MethodId) -> Self {
        Self { entry, known: FxHashMap::default() }
    }

    /// Forgets the points in frames that are forgotten.
    pub fn retain(&mut self, contexts: &Contexts) {
        self.known.retain(|point, _| contexts.has(*point));
    }

    /// What a thread can touch from a point on.
    fn of(&mut self, machine: &Machine<'_>, at: ProgramPoint) -> Rc<Touches> {
        if let Some(known) = self.known.get(&at) {
            return Rc::clone(known);
        }
        let (program, contexts) = (machine.program, &machine.contexts);
        let frame = contexts.frame(at.frame);
        let interference = machine.interference();
        let mut touches = interference.from(frame.method, at.block).clone();
        let mut root = frame.method;
        for at in contexts.around(at).skip(1) {
            root = contexts.frame(at.frame).method;
            let block = &program.methods[root].blocks[at.block];
            for next in block.term.targets().into_iter().chain([block.handler.block]) {
                touches.join(interference.from(root, next));
            }
        }
        if program.init == Some(root) {
            touches.join(interference.from(self.entry, program.methods[self.entry].entry));
        }
        let touches = Rc::new(touches);
        self.known.insert(at, Rc::clone(&touches));
        touches
    }

    /// The other threads when the thread at `point` of a configuration continues.
    pub fn others(
        &mut self,
        machine: &Machine<'_>,
        standing: &Configuration,
        point: ProgramPoint,
        past: Turn,
    ) -> Others {
        let standing = standing.with(machine.contexts.thread_at(point), None);
        let mut rivals = Touches::default();
        for at in standing.points() {
            rivals.join(&self.of(machine, at));
        }
        Others { standing, rivals: Rc::new(rivals), chosen: past.chosen, past: Some(past), ..Others::default() }
    }

    /// The threads of a configuration that may make the next step, each with paths of φ on which it is enabled. With `all`,
    /// these are all threads. Otherwise each path is given to the smallest persistent set with a thread that is enabled on it.
    pub fn choices(
        &mut self,
        machine: &mut Machine<'_>,
        sigma: &Sigma,
        phi: Guard,
        standing: &Configuration,
        all: bool,
    ) -> Choices {
        let waiting = standing.members().iter().filter_map(|member| match member.stand {
            Stand::Waits(point) => Some((member.thread, point)),
            _ => None,
        });
        let waiting: Vec<(ThreadId, ProgramPoint)> = waiting.collect();
        let enabled: Vec<Guard> =
            waiting.iter().map(|&(thread, at)| enabled(machine, sigma, phi, standing, thread, at)).collect();
        let sets = match all {
            true => vec![(0..waiting.len()).collect()],
            false => self.persistent_sets(machine, standing, &waiting),
        };
        let (mut choices, mut rest) = (Vec::new(), phi);
        for set in sets {
            let mut some = Guard::FALSE;
            for &member in &set {
                let guard = machine.logic.and(rest, enabled[member]);
                if guard == phi || !guard.is_false() && machine.feasible(guard) {
                    some = machine.logic.or(some, guard);
                    choices.push(Choice { point: waiting[member].1, guard });
                }
            }
            rest = machine.logic.and_not(rest, some);
            if rest.is_false() {
                break;
            }
        }
        let can_step = waiting.iter().zip(&enabled).filter(|(_, guard)| !guard.is_false());
        Choices { of: choices, stands_still: rest, enabled: can_step.map(|((thread, _), _)| *thread).collect() }
    }

    /// The persistent sets that grow from single threads, as indices into `waiting`, the smallest first: what threads outside
    /// a set can do before one inside steps does not depend on the next steps of those inside.
    fn persistent_sets(
        &mut self,
        machine: &Machine<'_>,
        standing: &Configuration,
        waiting: &[(ThreadId, ProgramPoint)],
    ) -> Vec<Vec<usize>> {
        let touches = |instr: &Instr| machine.interference().instr(instr);
        let nexts = waiting.iter().map(|(_, at)| machine.instr_at(*at).map(touches).unwrap_or_default());
        let nexts: Vec<Touches> = nexts.collect();
        let futures: Vec<Rc<Touches>> = waiting.iter().map(|(_, at)| self.of(machine, *at)).collect();
        let joins = |place: usize, other: usize| {
            let (thread, at) = waiting[place];
            is_join(machine, at) && machine.contexts.parent(waiting[other].0) == Some(thread)
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
}

/// The waiting threads of a configuration, except those that wait for their children.
pub fn may_step(machine: &Machine<'_>, standing: &Configuration) -> Vec<ThreadId> {
    let may_step = standing.members().iter().filter(|member| match member.stand {
        Stand::Waits(at) => !(is_join(machine, at) && standing.has_children(&machine.contexts, member.thread)),
        Stand::Ready(_) | Stand::Stuck => false,
    });
    may_step.map(|member| member.thread).collect()
}

/// Whether the next step at a point is a `join`: it waits for the threads that its thread has forked.
fn is_join(machine: &Machine<'_>, at: ProgramPoint) -> bool {
    machine.instr_at(at).is_some_and(|instr| matches!(instr.kind, InstrKind::Thread(ThreadOp::Join)))
}

/// The paths of φ on which a thread is enabled.
fn enabled(
    machine: &mut Machine<'_>,
    sigma: &Sigma,
    phi: Guard,
    standing: &Configuration,
    thread: ThreadId,
    at: ProgramPoint,
) -> Guard {
    match machine.instr_at(at).map(|instr| &instr.kind) {
        Some(InstrKind::Thread(ThreadOp::Join)) if standing.has_children(&machine.contexts, thread) => Guard::FALSE,
        Some(InstrKind::Thread(ThreadOp::Lock(monitor))) => {
            let logic = &mut machine.logic;
            let objects = sigma.stored(Place::Local(at.frame, *monitor)).addresses_within(logic, phi);
            let mut free = phi;
            for (guard, addr) in objects {
                let owner = sigma.stored(Place::Heap(Key::Owner(addr)));
                let is_other = |value| matches!(value, Value::Thread(owner) if owner != thread);
                let taken = owner.when(logic, guard, |_, value| Guard::from_bool(is_other(value)));
                free = logic.and_not(free, taken);
            }
            free
        }
        _ => phi,
    }
}
