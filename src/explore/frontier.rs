//! What is still to be explored: states whose paths can run, and those whose paths wait for a larger bound.
//!
//! The state that was added last runs next, at the least point of its pc. In merge mode there is one state, so its
//! paths proceed in lockstep. In path mode there are many with one point each, so exploration is depth first and few
//! states are alive at a time. When nothing can run, [`Frontier::deepen`] enlarges the bounds.

use super::bounds::{Admission, Bounds};
use super::exits::{self, Exits};
use super::observe::{Moment, Observer};
use super::tally::Tally;
use super::threads::{Chosen, Schedule};
use crate::guard::{Guard, holds_guards};
use crate::ir::MethodId;
use crate::state::{Bounded, Entry, Live, Marks, ProgramPoint, Sigma, State};
use crate::transition::{Machine, Successor, Via};
use std::collections::{BTreeMap, BTreeSet};

/// The states and bundles that are left, and the bounds.
pub struct Frontier {
    /// States that have an entry which can run; the last runs next.
    running: Vec<State>,
    /// States in which all paths wait for a larger bound or are cut.
    resting: Vec<State>,
    /// Paths that wait until one of several threads is chosen.
    pub schedule: Schedule,
    /// How far loops, recursion and the initial heap are followed.
    pub bounds: Bounds,
    /// The loops, groups and reads that the last deepening resumed, each with its bound before it. Everything up to that
    /// bound has been explored.
    pub resumed: BTreeMap<Bounded, u64>,
    /// For each loop, group and read at which feasible paths have passed a cap of the user, the first of them.
    pub cut: Vec<CutPath>,
    /// Counts of the exploration so far.
    pub tally: Tally,
}

impl Frontier {
    /// A frontier without states, for an entry method.
    pub fn new(entry: MethodId, bounds: Bounds) -> Self {
        Self {
            running: Vec::new(),
            resting: Vec::new(),
            schedule: Schedule::new(entry),
            bounds,
            resumed: BTreeMap::new(),
            cut: Vec::new(),
            tally: Tally { rounds: 1, ..Tally::default() },
        }
    }

    /// All states.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.running.iter().chain(&self.resting)
    }

    /// The Σ of all states and bundles.
    pub fn sigmas(&self) -> impl Iterator<Item = &Sigma> {
        self.states().map(|state| &state.sigma).chain(self.schedule.sigmas())
    }

    /// Whether an entry can run, or a thread of a bundle can be chosen.
    pub fn can_run(&self) -> bool {
        !self.running.is_empty() || !self.schedule.is_empty()
    }

    /// Removes the state that runs next, and from its pc the entry that runs.
    pub fn take(&mut self) -> Option<(State, Entry)> {
        let mut state = self.running.pop()?;
        let entry = state.pc.take()?;
        self.tally.waiting -= 1;
        Some((state, entry))
    }

    /// Undoes [`take`](Self::take): the entry has not run after all.
    pub fn put_back(&mut self, mut state: State, entry: Entry) {
        state.pc.put_back(entry);
        self.tally.waiting += 1;
        self.running.push(state);
    }

    /// Returns a state after the step of its entry: to the running states, to the resting ones, or to none.
    pub fn settle(&mut self, machine: &Machine<'_>, mut state: State) {
        state.pc.release(&machine.contexts);
        if state.pc.waiting() > 0 {
            self.running.push(state);
        } else if !state.pc.parked().is_empty() || !state.pc.is_empty() && !machine.policy().forks() {
            // In path mode the state of a path that goes no further is of no use.
            self.resting.push(state);
        }
    }

    /// Continues the paths of an entry at the successors of its step, where the bounds admit it.
    pub fn follow(
        &mut self,
        machine: &mut Machine<'_>,
        observers: &mut dyn Observer,
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

    /// Continues the least bundle with each thread that needs to be chosen, in a state of its own.
    pub fn choose(&mut self, machine: &mut Machine<'_>, observers: &mut dyn Observer) {
        for Chosen { mut state, entry, via } in self.schedule.choose(machine, &mut self.tally) {
            match via {
                Some(via) => self.bounded(machine, observers, &mut state, entry, via),
                None => self.arrive(machine, observers, &mut state, entry),
            }
            self.settle(machine, state);
        }
    }

    /// Makes an entry run, wait, or be cut, as the bounds decide.
    fn bounded(
        &mut self,
        machine: &mut Machine<'_>,
        observers: &mut dyn Observer,
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
                observers.park(&mut Moment { machine, state }, &entry, what);
                exits::wait(machine, state, entry.point);
                // Only at the second time: mostly, an entry that is parked once makes a step that other threads can see when it
                // resumes.
                if state.others.resumed {
                    self.schedule.leave_behind(machine, state, &entry);
                }
                state.pc.park(&machine.contexts, entry, what);
            }
            Admission::Cut(what) => {
                if !state.others.is_empty() {
                    self.schedule.leave_behind(machine, state, &entry);
                }
                if !self.cut.iter().any(|cut| cut.what == what) && machine.feasible(entry.guard) {
                    self.cut.push(CutPath { what, guard: entry.guard, is_alone: state.others.is_empty() });
                }
                state.pc.cut_off(&machine.contexts, entry, what);
            }
        }
    }

    /// Adds an entry that can run.
    pub fn arrive(&mut self, machine: &mut Machine<'_>, observers: &mut dyn Observer, state: &mut State, entry: Entry) {
        let (point, guard) = (entry.point, entry.guard);
        match state.pc.arrive(&mut machine.logic, machine.program, &machine.contexts, entry) {
            None => self.tally.add_waiting(),
            Some(there) => self.merged(machine, observers, state, (point, there, guard)),
        }
    }

    /// Counts that paths have met others at a point, and shows it to the observer.
    fn merged(
        &mut self,
        machine: &mut Machine<'_>,
        observers: &mut dyn Observer,
        state: &State,
        (point, there, arriving): (ProgramPoint, Guard, Guard),
    ) {
        self.tally.merges += 1;
        observers.merge(&mut Moment { machine, state }, point, there, arriving);
    }

    /// Drops parked entries that are infeasible. Returns whether others are left.
    pub fn prune(&mut self, machine: &mut Machine<'_>) -> bool {
        for mut state in std::mem::take(&mut self.resting) {
            let kept = state.pc.parked().iter().map(|(entry, _)| machine.feasible(entry.guard)).collect::<Vec<_>>();
            let mut kept = kept.into_iter();
            state.pc.retain_parked(&machine.contexts, |_| kept.next().unwrap_or(true));
            self.settle(machine, state);
        }
        self.resting.iter().any(|state| !state.pc.parked().is_empty())
    }

    /// Begins a new round: enlarges the bounds at which entries are parked, and resumes these.
    pub fn deepen(&mut self, machine: &mut Machine<'_>, observers: &mut dyn Observer) {
        let parked = self.resting.iter().flat_map(|state| state.pc.parked());
        let grow: BTreeSet<Bounded> = parked.map(|(_, what)| *what).collect();
        self.resumed = grow.iter().map(|what| (*what, self.bounds.limit(*what))).collect();
        self.bounds.deepen(&grow, machine.logic.guards.work());
        machine.read_up_to(self.bounds.heap(machine.config));
        self.tally.deepened = self.resumed.keys().map(|what| (self.bounds.limit(*what), *what)).max();
        self.tally.rounds += 1;
        self.tally.entries_final = 0;
        for mut state in std::mem::take(&mut self.resting) {
            state.others.resumed = !state.others.is_empty();
            for (mut entry, what) in state.pc.resume(&machine.contexts) {
                self.bounds.resume(machine, &mut entry, what);
                observers.resume(&mut Moment { machine, state: &state }, &entry, what);
                self.arrive(machine, observers, &mut state, entry);
            }
            self.settle(machine, state);
        }
    }
}

holds_guards!(Frontier: running, resting, schedule, cut; others: bounds, resumed, tally);

/// Paths that have passed a cap of the user.
pub struct CutPath {
    /// What has the cap.
    pub what: Bounded,
    /// The guard of the paths.
    pub guard: Guard,
    /// Whether there was only one thread.
    pub is_alone: bool,
}

holds_guards!(CutPath: guard; others: what, is_alone);

impl Marks for Frontier {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { running, resting, schedule, bounds: _, resumed: _, cut: _, tally: _ } = self;
        running.mark(live);
        resting.mark(live);
        schedule.mark(live);
    }
}
