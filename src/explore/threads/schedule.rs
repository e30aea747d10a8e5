//! Whose step is next: which bundle of paths goes on, and with which of its threads.
//!
//! When the thread that steps has to make way for others, its paths leave the state for a *bundle*, the paths that are at
//! one configuration. In merge mode bundles that meet become one. Where they share inputs and their Σ differ, an artificial
//! input, a choice, tells them apart (it stands for the last decision of the scheduler, and the solver needs never be asked
//! about it); where their Σ are the same nothing needs telling apart, and all the interleavings that lead there have
//! *coalesced*. The least bundle goes on when nothing else runs: then all others that can come to its configuration have.
//!
//! In path mode bundles do not meet, and the last one goes on: interleavings are explored one by one, depth first.

use super::super::exits;
use super::super::tally::Tally;
use super::bundle::Bundle;
use super::choices::{Choices, Futures, may_step};
use super::dead::Needed;
use super::history::{Arrival, History, Past};
use crate::guard::{Guard, Logic, holds_guards};
use crate::ir::{Fault, InstrKind, Kind, MethodId, ThreadOp};
use crate::outcome::ScheduleCounts;
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
    /// What they have written, and the other threads.
    pub state: State,
    /// Where the thread is; the pc of the state does not have it yet.
    pub entry: Entry,
    /// How it has come there, if the bounds have not been asked yet.
    pub via: Option<Via>,
}

/// The bundles that wait for a choice, and the history.
pub struct Schedule {
    /// The least last; in path mode in the order in which they came.
    waiting: Vec<Waiting>,
    history: History,
    futures: Futures,
    needed: Needed,
    /// What it has done.
    pub counts: ScheduleCounts,
    /// Whether paths have passed the bound on switches.
    pub cut: bool,
}

impl Schedule {
    /// No thread has stopped yet of an execution of an entry.
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

    /// The thread that steps has stopped: its paths leave the state.
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
            exits::depend_on_turns(machine, &mut input_dependent, point);
        }
        let passed_over = Rc::clone(&state.others.passed_over);
        let bundle = Bundle { at, guard, paths, input_dependent, sigma, passed_over, switches };
        self.arrive(machine, bundle, Arrival { from: self.history.last_free(state.others.past), stuck });
    }

    /// The thread that steps may come to no step that others can see: they go on without it.
    pub fn leave_behind(&mut self, machine: &mut Machine<'_>, state: &mut State, entry: &Entry) {
        let guard = machine.logic.and_not(entry.guard, state.others.left);
        if !guard.is_false() {
            state.others.left = machine.logic.or(state.others.left, guard);
            self.stop(machine, state, entry, Stopped { stop: Stop::Stuck(entry.point), guard, fork: None });
        }
    }

    /// Paths come to a configuration.
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

    /// Paths come to a configuration where others are.
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

    /// The bundle that is next goes on: with each thread that may be chosen, in a state of its own.
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
        // The first is to run next.
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

    /// How many bundles the history knows.
    pub fn known(&self) -> usize {
        self.history.len()
    }

    /// Marks what led to the bundles that are in use.
    pub fn mark_history(&self, live: &mut Live<'_>) {
        self.history.mark(live);
    }

    /// Forgets what led to bundles of which no path is left, and what is known of points that are forgotten.
    pub fn retain(&mut self, machine: &Machine<'_>, used: &InUse) {
        self.history.retain(used);
        self.futures.retain(&machine.contexts);
    }

    /// The choices that led a path, by which guards hold on it, to a turn, that one included.
    pub fn past(&self, last: Turn, holds: impl Fn(Guard) -> bool) -> Past {
        self.history.past(last, holds)
    }
}

impl Bundle {
    /// A thread at a point goes on, on the paths of a guard.
    fn with(&self, point: ProgramPoint, guard: Guard, via: Option<Via>, others: Others) -> Chosen {
        Chosen {
            state: State { sigma: self.sigma.clone(), pc: Pc::default(), others },
            entry: Entry { point, guard, paths: self.paths, input_dependent: self.input_dependent.clone() },
            via,
        }
    }
}

/// No thread of a configuration is enabled on the paths of a guard: a violation, if that is feasible, at the first
/// `lock` in the text at which one waits, or else the first `join`. Tells whether there may be such paths.
fn deadlock(machine: &mut Machine<'_>, standing: &Configuration, guard: Guard, past: Turn) -> bool {
    let waiting = standing.members().iter().filter_map(|member| {
        let at = member.stand.point()?;
        let instr = machine.instr_at(at)?;
        let joins = matches!(instr.kind, InstrKind::Thread(ThreadOp::Join));
        Some(((joins, instr.span), instr.line, machine.contexts.frame(at.frame).method))
    });
    let Some(((_, span), line, method)) = waiting.min_by_key(|(place, ..)| *place) else { return false };
    let fault = Fault { kind: Kind::Deadlock, cause: None, span, line, method, call_site: None, check: None };
    machine.record(fault, Trail { guard, past: Some(past) })
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
