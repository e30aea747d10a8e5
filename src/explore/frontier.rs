//! What is still to be explored: states whose paths can run, and those whose paths wait for a larger bound.
//!
//! The state that was added last runs next, at the least point of its pc. In merge mode there is one state, so that its
//! paths go in lockstep; in path mode there are many with one point each, so that exploration is depth first and few
//! states are alive at a time. When nothing can run, [`Frontier::deepen`] enlarges the bounds.

use super::bounds::{Admission, Bounds};
use super::exits::{self, Exits};
use super::observe::Moment;
use super::observers::Observers;
use super::schedule::{Arrival, Bundle, Schedule};
use super::tally::Tally;
use crate::guard::{Guard, holds_guards};
use crate::state::context::MAIN;
use crate::state::{Bounded, Entry, Live, Marks, Others, Pc, ProgramPoint, Sigma, Stand, State, Turn};
use crate::transition::{Choices, Machine, Stop, Stopped, Successor, Via};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// States and bounds.
#[derive(Default)]
pub struct Frontier {
    /// States that have an entry which can run; the last runs next.
    running: Vec<State>,
    /// States in which all paths wait for a larger bound or are cut.
    resting: Vec<State>,
    /// Paths that wait until a thread is chosen.
    pub schedule: Schedule,
    /// How far loops, recursion and the initial heap are followed.
    pub bounds: Bounds,
    /// The loops, groups and reads whose entries the last deepening resumed, each with the bound before it: up to that
    /// bound nothing is missing.
    pub resumed: BTreeMap<Bounded, u64>,
    /// The loops, groups and reads whose bounds, which the user has set, some paths have passed.
    pub cut: BTreeSet<Bounded>,
    /// Counts of the exploration so far.
    pub tally: Tally,
}

impl Frontier {
    /// Nothing to explore yet.
    pub fn new(bounds: Bounds) -> Self {
        Self { bounds, tally: Tally { rounds: 1, ..Tally::default() }, ..Self::default() }
    }

    /// All states.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.running.iter().chain(&self.resting)
    }

    /// The Σ of all states and bundles.
    pub fn sigmas(&self) -> impl Iterator<Item = &Sigma> {
        self.states().map(|state| &state.sigma).chain(self.schedule.sigmas())
    }

    /// Whether an entry can run, or one of several threads can.
    pub fn can_run(&self) -> bool {
        !self.running.is_empty() || !self.schedule.is_empty()
    }

    /// Takes out the state that runs next, and from its pc the entry.
    pub fn take(&mut self) -> Option<(State, Entry)> {
        let mut state = self.running.pop()?;
        let entry = state.pc.take()?;
        self.tally.waiting -= 1;
        Some((state, entry))
    }

    /// The entry has not run after all.
    pub fn put_back(&mut self, mut state: State, entry: Entry) {
        state.pc.put_back(entry);
        self.tally.waiting += 1;
        self.running.push(state);
    }

    /// The entry has run, and its successors have been followed.
    pub fn settle(&mut self, machine: &Machine<'_>, mut state: State) {
        state.pc.release(&machine.contexts);
        if state.pc.waiting() > 0 {
            self.running.push(state);
        } else if !state.pc.parked().is_empty() || !state.pc.is_empty() && !machine.policy.forks() {
            // Where every path has a state, that of a path that goes no further is of no use.
            self.resting.push(state);
        }
    }

    /// A step has brought the paths of an entry to the points of these successors: they go on there if the bounds
    /// admit it.
    pub fn follow(
        &mut self,
        machine: &mut Machine<'_>,
        observers: &mut Observers<'_>,
        state: &mut State,
        from: &Entry,
        successors: Vec<Successor>,
    ) {
        let exits = Exits::of(machine, from, &successors);
        for successor in successors {
            let mut input_dependent = from.input_dependent.clone();
            exits.note(machine, state, &successor, &mut input_dependent);
            let Successor { point, guard, via, fork } = successor;
            let entry = Entry { point, guard, paths: from.paths, input_dependent };
            match fork {
                None => self.bounded(machine, observers, state, entry, via),
                Some(mut fork) => {
                    self.bounded(machine, observers, &mut fork, entry, via);
                    self.settle(machine, fork);
                }
            }
        }
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
        machine.forget_dead(&mut sigma, from.point, at.stand(thread));
        let switches = state.others.switches;
        let (paths, mut input_dependent) = (from.paths, from.input_dependent.clone());
        if let Stop::Waits(point) = stop {
            exits::depend_on_turns(machine, &mut input_dependent, point);
        }
        let passed_over = Rc::clone(&state.others.passed_over);
        let bundle = Bundle { at, guard, paths, input_dependent, sigma, passed_over, switches };
        self.schedule.arrive(machine, bundle, Arrival { from: state.others.past, stuck });
    }

    /// The bundle that is next goes on: with each thread that may be chosen, in a state of its own. Gives the paths on which
    /// none is enabled, if that is a deadlock.
    pub fn choose(&mut self, machine: &mut Machine<'_>, observers: &mut Observers<'_>) {
        let Some((bundle, number)) = self.schedule.take() else { return };
        let members = bundle.at.members();
        let ready = members.iter().find_map(|member| match member.stand {
            Stand::Ready(point) => Some(point),
            _ => None,
        });
        if let Some(point) = ready {
            let past = Turn { of: number, chosen: None, forced: self.schedule.has_one_way(number) };
            let thread = machine.contexts.thread_at(point);
            let passed_over = bundle.passed_over_by(thread, &machine.may_step(&bundle.at));
            let begins = thread != MAIN && machine.contexts.start(machine.program, point.frame) == point;
            let via = begins.then_some(Via::Call);
            let others = Others { passed_over, switches: bundle.switches, ..machine.others(&bundle.at, point, past) };
            return self.go_on(machine, observers, &bundle, (point, bundle.guard, via), others);
        }
        let Choices { of: choices, stands_still, enabled } =
            machine.choices(&bundle.sigma, bundle.guard, &bundle.at, !machine.config.por);
        if machine.logic.intact().is_err() {
            return self.schedule.put_back(bundle, number);
        }
        let is_stuck = members.iter().any(|member| member.stand == Stand::Stuck);
        if !is_stuck && !members.is_empty() && !stands_still.is_false() {
            let past = Turn { of: number, chosen: None, forced: false };
            if machine.deadlock(&bundle.at, stands_still, past) {
                self.tally.paths += bundle.paths;
            }
        }
        self.schedule.count(choices.len());
        // The first is to run next.
        for choice in choices.into_iter().rev() {
            let thread = machine.contexts.thread_at(choice.point);
            let switches = bundle.switches.map(|(last, switches)| {
                let switched = last != thread && bundle.at.stand(last).is_some();
                (thread, switches + u64::from(switched))
            });
            if machine.config.switches.is_some_and(|most| switches.is_some_and(|(_, switches)| switches > most)) {
                self.schedule.cut = self.schedule.cut || machine.feasible(choice.guard);
                continue;
            }
            let is_only = enabled.iter().all(|other| *other == thread) && !bundle.passed_over.contains(&thread);
            let forced = is_only && self.schedule.has_one_way(number);
            let past = Turn { of: number, chosen: Some(choice.point), forced };
            let passed_over = bundle.passed_over_by(thread, &enabled);
            let others = Others { passed_over, switches, ..machine.others(&bundle.at, choice.point, past) };
            self.go_on(machine, observers, &bundle, (choice.point, choice.guard, None), others);
        }
    }

    /// A thread of a bundle goes on, on the paths of a guard; it has come to its point as said, if the bounds have not
    /// been asked yet.
    fn go_on(
        &mut self,
        machine: &mut Machine<'_>,
        observers: &mut Observers<'_>,
        bundle: &Bundle,
        (point, guard, via): (ProgramPoint, Guard, Option<Via>),
        others: Others,
    ) {
        let mut state = State { sigma: bundle.sigma.clone(), pc: Pc::default(), others };
        let entry = Entry { point, guard, paths: bundle.paths, input_dependent: bundle.input_dependent.clone() };
        match via {
            Some(via) => self.bounded(machine, observers, &mut state, entry, via),
            None => self.arrive(machine, observers, &mut state, entry),
        }
        self.settle(machine, state);
    }

    /// The thread that steps may come to no step that others can see: they go on without it.
    fn leave_behind(&mut self, machine: &mut Machine<'_>, state: &mut State, entry: &Entry) {
        let guard = machine.logic.and_not(entry.guard, state.others.left);
        if !guard.is_false() {
            state.others.left = machine.logic.or(state.others.left, guard);
            self.stop(machine, state, entry, Stopped { stop: Stop::Stuck(entry.point), guard, fork: None });
        }
    }

    /// An entry runs, waits or is cut, as the bounds decide.
    fn bounded(
        &mut self,
        machine: &mut Machine<'_>,
        observers: &mut Observers<'_>,
        state: &mut State,
        entry: Entry,
        via: Via,
    ) {
        let (point, guard) = (entry.point, entry.guard);
        let mut entry = match state.pc.join_parked(&mut machine.logic, entry) {
            Ok(there) => return self.merged(machine, observers, state, (point, there, guard)),
            Err(entry) => entry,
        };
        match self.bounds.admit(machine, &mut entry, via) {
            Admission::Run => self.arrive(machine, observers, state, entry),
            Admission::Park(what) => {
                let mut moment = Moment { machine, state, tally: &self.tally };
                observers.each(|observer| observer.park(&mut moment, &entry, what));
                exits::wait(machine, state, entry.point);
                // What is parked for the first time will mostly come to a step that others can see when it goes on.
                if state.others.resumed {
                    self.leave_behind(machine, state, &entry);
                }
                state.pc.park(&machine.contexts, entry, what);
            }
            Admission::Cut(what) => {
                if !state.others.is_empty() {
                    self.leave_behind(machine, state, &entry);
                }
                if !self.cut.contains(&what) && machine.feasible(entry.guard) {
                    self.cut.insert(what);
                }
                state.pc.cut_off(&machine.contexts, entry, what);
            }
        }
    }

    /// An entry can run.
    pub fn arrive(
        &mut self,
        machine: &mut Machine<'_>,
        observers: &mut Observers<'_>,
        state: &mut State,
        entry: Entry,
    ) {
        let (point, guard) = (entry.point, entry.guard);
        match state.pc.arrive(&mut machine.logic, machine.program, &machine.contexts, entry) {
            None => self.tally.add_waiting(),
            Some(there) => self.merged(machine, observers, state, (point, there, guard)),
        }
    }

    /// Paths have met others at a point.
    fn merged(
        &mut self,
        machine: &mut Machine<'_>,
        observers: &mut Observers<'_>,
        state: &State,
        (point, there, arriving): (ProgramPoint, Guard, Guard),
    ) {
        self.tally.merges += 1;
        let mut moment = Moment { machine, state, tally: &self.tally };
        observers.each(|observer| observer.merge(&mut moment, point, there, arriving));
    }

    /// Drops parked entries that are infeasible. Tells whether any are left.
    pub fn prune(&mut self, machine: &mut Machine<'_>) -> bool {
        for mut state in std::mem::take(&mut self.resting) {
            let kept = state.pc.parked().iter().map(|(entry, _)| machine.feasible(entry.guard)).collect::<Vec<_>>();
            let mut kept = kept.into_iter();
            state.pc.retain_parked(&machine.contexts, |_| kept.next().unwrap_or(true));
            self.settle(machine, state);
        }
        self.resting.iter().any(|state| !state.pc.parked().is_empty())
    }

    /// Enlarges the bounds at which anything is parked, and resumes it: a new round.
    pub fn deepen(&mut self, machine: &mut Machine<'_>, observers: &mut Observers<'_>) {
        let parked = self.resting.iter().flat_map(|state| state.pc.parked());
        let grow: BTreeSet<Bounded> = parked.map(|(_, what)| *what).collect();
        self.resumed = grow.iter().map(|what| (*what, self.bounds.limit(*what))).collect();
        self.bounds.deepen(&grow);
        machine.read_up_to(self.bounds.heap(machine.config));
        self.tally.deepened = self.resumed.keys().map(|what| (self.bounds.limit(*what), *what)).max();
        self.tally.rounds += 1;
        self.tally.entries_final = 0;
        for mut state in std::mem::take(&mut self.resting) {
            state.others.resumed = !state.others.is_empty();
            for (mut entry, what) in state.pc.resume(&machine.contexts) {
                self.bounds.resume(machine, &mut entry, what);
                let mut moment = Moment { machine, state: &state, tally: &self.tally };
                observers.each(|observer| observer.resume(&mut moment, &entry, what));
                self.arrive(machine, observers, &mut state, entry);
            }
            self.settle(machine, state);
        }
    }
}

holds_guards!(Frontier: running, resting, schedule; others: bounds, resumed, cut, tally);

impl Marks for Frontier {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { running, resting, schedule, bounds: _, resumed: _, cut: _, tally: _ } = self;
        running.mark(live);
        resting.mark(live);
        schedule.mark(live);
    }
}
