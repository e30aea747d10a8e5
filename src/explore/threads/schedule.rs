//! The scheduler: which bundle of paths continues, and with which of its threads.
//!
//! When the thread that steps must wait for others, its paths leave the state for a *bundle*, the paths that are at one
//! configuration. In merge mode bundles that meet become one. Where they share inputs and their Σ differ, an artificial
//! input, a choice, tells them apart. It stands for the last decision of the scheduler, and the solver need not be asked about
//! it. Where their Σ are the same, nothing needs telling apart: the interleavings that lead there have *coalesced*. The
//! least bundle continues when no state can run. By then all others that can reach its configuration have reached it.
//!
//! In path mode bundles do not meet, and the last one continues: interleavings are explored one by one, depth first.

use super::super::exits;
use super::super::tally::Tally;
use super::bundle::Bundle;
use super::choices::{Choices, Futures, may_step};
use super::dead::Needed;
use super::history::{Arrival, History};
use crate::guard::{Guard, Logic, holds_guards};
use crate::ir::{Fault, Instr, InstrKind, Kind, MethodId, ThreadOp};
use crate::outcome::ScheduleCounts;
use crate::source::Span;
use crate::state::context::MAIN;
use crate::state::{
    BundleId, Configuration, Entry, InUse, Live, Marks, Others, Pc, ProgramPoint, Sigma, Stand, State, Trail, Turn,
};
use crate::transition::{Machine, Stop, Stopped, Via};
use std::rc::Rc;

/// A bundle that waits for a choice.
struct Waiting {
    bundle: Bundle,
    /// Its number in the history.
    number: BundleId,
}

/// Paths of a bundle with the thread that makes their next step.
pub struct Chosen {
    /// Their Σ, and the other threads; its pc is empty.
    pub state: State,
    /// Where the thread is: the entry for the pc of the state.
    pub entry: Entry,
    /// How it came there, if the bounds still have to admit it.
    pub via: Option<Via>,
}

/// The bundles that wait for a choice, and the history.
pub struct Schedule {
    /// In descending order; in path mode in the order of arrival.
    waiting: Vec<Waiting>,
    /// How the bundles came about.
    pub history: History,
    futures: Futures,
    needed: Needed,
    /// Counts of what it has done.
    pub counts: ScheduleCounts,
    /// Whether feasible paths have passed the bound on switches.
    pub cut: bool,
}

impl Schedule {
    /// A schedule without bundles, for an entry method.
    pub fn new(entry: MethodId) -> Self {
        Self {
            waiting: Vec::new(),
            history: History::default(),
            futures: Futures::new(entry),
            needed: Needed::default(),
            counts: ScheduleCounts::default(),
            cut: false,
        }
    }

    /// Whether no bundle waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The Σ of the bundles.
    pub fn sigmas(&self) -> impl Iterator<Item = &Sigma> {
        self.waiting.iter().map(|waiting| &waiting.bundle.sigma)
    }

    /// Moves the paths of a thread that has stopped from their state to a bundle.
    pub fn stop(&mut self, machine: &mut Machine<'_>, state: &State, from: &Entry, stopped: Stopped) {
        let Stopped { stop, guard, fork } = stopped;
        let state = fork.as_ref().unwrap_or(state);
        let thread = machine.contexts.thread_at(from.point);
        let standing = &state.others.standing;
        let (at, stuck) = match stop {
            Stop::Waits(point) => (standing.with(thread, Some(Stand::Waits(point))), None),
            Stop::Stuck(point) => (standing.with(thread, Some(Stand::Stuck)), Some(point)),
            Stop::Ended => (standing.with(thread, None), None),
            Stop::Forked { at, child } => {
                let new = machine.contexts.thread_at(child);
                let both = standing.with(thread, Some(Stand::Ready(at))).with(new, Some(Stand::Ready(child)));
                (both, None)
            }
        };
        let mut sigma = state.sigma.clone();
        self.needed.forget_others(machine, &mut sigma, from.point, at.stand(thread));
        let switches = state.others.switches;
        let (paths, mut input_dependent) = (from.paths, from.input_dependent.clone());
        if let Stop::Waits(point) = stop {
            exits::part_around(machine, &mut input_dependent, point);
        }
        let passed_over = Rc::clone(&state.others.passed_over);
        let bundle = Bundle { at, guard, paths, input_dependent, sigma, passed_over, switches };
        self.arrive(machine, bundle, Arrival { from: self.history.last_free(state.others.past), stuck });
    }

    /// Lets the other threads continue without the thread that steps, which may make no more steps that they can see.
    pub fn leave_behind(&mut self, machine: &mut Machine<'_>, state: &mut State, entry: &Entry) {
        let guard = machine.logic.and_not(entry.guard, state.others.left);
        if !guard.is_false() {
            state.others.left = machine.logic.or(state.others.left, guard);
            self.stop(machine, state, entry, Stopped { stop: Stop::Stuck(entry.point), guard, fork: None });
        }
    }

    /// Adds paths at a configuration: to the bundle there, or as a new one.
    fn arrive(&mut self, machine: &mut Machine<'_>, bundle: Bundle, arrival: Arrival) {
        self.counts.threads_max = self.counts.threads_max.max(bundle.at.members().len() as u64);
        let place = match machine.policy().forks() {
            true => Err(self.waiting.len()),
            false => self.waiting.binary_search_by(|waiting| bundle.cmp(machine, &waiting.bundle)),
        };
        match place {
            Ok(place) => self.meet(&mut machine.logic, place, bundle, arrival),
            Err(place) => {
                let number = self.history.begin(bundle.at.clone(), bundle.guard, arrival);
                self.waiting.insert(place, Waiting { bundle, number });
                self.counts.bundles_max = self.counts.bundles_max.max(self.waiting.len() as u64);
            }
        }
    }

    /// Adds paths to the bundle at their configuration.
    fn meet(&mut self, logic: &mut Logic, place: usize, bundle: Bundle, arrival: Arrival) {
        let Waiting { bundle: here, number } = &mut self.waiting[place];
        here.add(bundle.paths, bundle.input_dependent, &bundle.passed_over);
        let both = logic.and(here.guard, bundle.guard);
        let (taken, guard) = if here.sigma.is_same(logic, &bundle.sigma, both) {
            self.counts.coalesced += u64::from(!both.is_false());
            (logic.and_not(bundle.guard, here.guard), logic.or(here.guard, bundle.guard))
        } else {
            self.counts.told_apart += 1;
            let last = logic.latest_choice("which thread came last");
            (last, logic.ite(last, bundle.guard, here.guard))
        };
        if taken.is_false() {
            return;
        }
        self.history.add(logic, *number, taken, arrival);
        here.guard = guard;
        here.sigma.take_over(logic, &bundle.sigma, taken);
    }

    /// Removes the bundle that is next. Returns a state of it for each thread that needs to be chosen.
    pub fn choose(&mut self, machine: &mut Machine<'_>, tally: &mut Tally) -> Vec<Chosen> {
        let Some(Waiting { bundle, number }) = self.waiting.pop() else { return Vec::new() };
        self.history.close(number);
        let members = bundle.at.members();
        let ready = members.iter().find_map(|member| match member.stand {
            Stand::Ready(point) => Some(point),
            _ => None,
        });
        if let Some(point) = ready {
            let past = Turn { of: number, chosen: None, forced: self.history.has_one_way(number) };
            let thread = machine.contexts.thread_at(point);
            let passed_over = bundle.passed_over_by(thread, &may_step(machine, &bundle.at));
            let begins = thread != MAIN && machine.contexts.start(machine.program, point.frame) == point;
            let others = self.futures.others(machine, &bundle.at, point, past);
            let others = Others { passed_over, switches: bundle.switches, ..others };
            return vec![bundle.with(point, bundle.guard, begins.then_some(Via::Call), others)];
        }
        let Choices { of: choices, stands_still, enabled } =
            self.futures.choices(machine, &bundle.sigma, bundle.guard, &bundle.at, !machine.config.por);
        if machine.logic.intact().is_err() {
            self.waiting.push(Waiting { bundle, number });
            return Vec::new();
        }
        let is_stuck = members.iter().any(|member| member.stand == Stand::Stuck);
        if !is_stuck && !members.is_empty() && !stands_still.is_false() {
            let past = Turn { of: number, chosen: None, forced: false };
            if deadlock(machine, &bundle.at, stands_still, past) {
                tally.paths += bundle.paths;
            }
        }
        if choices.len() > 1 {
            self.counts.choices += 1;
            self.counts.alternatives += choices.len() as u64;
        }
        let mut chosen = Vec::new();
        // Reversed, because the state that was added last runs next.
        for choice in choices.into_iter().rev() {
            let thread = machine.contexts.thread_at(choice.point);
            let switches = bundle.switches.map(|(last, switches)| {
                let switched = last != thread && bundle.at.stand(last).is_some();
                (thread, switches + u64::from(switched))
            });
            if machine.config.switches.is_some_and(|most| switches.is_some_and(|(_, switches)| switches > most)) {
                self.cut = self.cut || machine.feasible(choice.guard);
                continue;
            }
            let is_only = enabled.iter().all(|other| *other == thread) && !bundle.passed_over.contains(&thread);
            let forced = is_only && self.history.has_one_way(number);
            let past = Turn { of: number, chosen: Some(choice.point), forced };
            let passed_over = bundle.passed_over_by(thread, &enabled);
            let others = self.futures.others(machine, &bundle.at, choice.point, past);
            let others = Others { passed_over, switches, ..others };
            chosen.push(bundle.with(choice.point, choice.guard, None, others));
        }
        chosen
    }

    /// Forgets what led to bundles that are not in use, and points in frames that are forgotten.
    pub fn retain(&mut self, machine: &Machine<'_>, used: &InUse) {
        self.history.retain(used);
        self.futures.retain(&machine.contexts);
    }
}

impl Bundle {
    /// A state in which the thread at `point` continues, on the paths of a guard.
    fn with(&self, point: ProgramPoint, guard: Guard, via: Option<Via>, others: Others) -> Chosen {
        Chosen {
            state: State { sigma: self.sigma.clone(), pc: Pc::default(), others },
            entry: Entry { point, guard, paths: self.paths, input_dependent: self.input_dependent.clone() },
            via,
        }
    }
}

/// Records a deadlock, if the guard is feasible: no thread of the configuration is enabled on its paths. The place of the
/// violation is the first `lock` in the text at which a thread waits, or else the first `join`. Returns whether there may
/// be such paths.
fn deadlock(machine: &mut Machine<'_>, standing: &Configuration, guard: Guard, past: Turn) -> bool {
    let waiting = standing.members().iter().filter_map(|member| {
        let at = member.stand.point()?;
        let instr = machine.instr_at(at)?;
        let joins = matches!(instr.kind, InstrKind::Thread(ThreadOp::Join));
        let (method, span, line) = place(machine, at, instr);
        Some(((joins, span), line, method))
    });
    let Some(((_, span), line, method)) = waiting.min_by_key(|(place, ..)| *place) else { return false };
    let fault = Fault::at(Kind::Deadlock, method, (span, line));
    machine.record(fault, Trail { guard, past: Some(past) })
}

/// The place of the instruction at a point, or of the call that has led to it from where places say something.
fn place(machine: &Machine<'_>, at: ProgramPoint, instr: &Instr) -> (MethodId, Span, u32) {
    let method = |at: ProgramPoint| machine.contexts.frame(at.frame).method;
    let outer = machine.contexts.around(at).find(|outer| !machine.method_of(outer.frame).is_inner);
    match outer.filter(|outer| outer.frame != at.frame) {
        Some(call) => (method(call), machine.block_at(call).span, machine.block_at(call).line),
        None => (method(at), instr.span, instr.line),
    }
}

holds_guards!(Waiting: bundle; others: number);
holds_guards!(Schedule: waiting, history; others: futures, needed, counts, cut);

impl Marks for Schedule {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { waiting, history: _, futures: _, needed: _, counts: _, cut: _ } = self;
        for Waiting { bundle, number } in waiting {
            live.bundle(*number);
            bundle.mark(live);
        }
    }
}
