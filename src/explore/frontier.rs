//! What is still to be explored: states whose paths can run, and those whose paths wait for a larger bound.
//!
//! The state that was added last runs next, at the least point of its pc. In merge mode there is one state, so that its
//! paths go in lockstep; in path mode there are many with one point each, so that exploration is depth first and few
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

/// States and bounds.
pub struct Frontier {
    /// States that have an entry which can run; the last runs next.
    running: Vec<State>,
    /// States in which all paths wait for a larger bound or are cut.
    resting: Vec<State>,
    /// Paths that wait until one of several threads is chosen.
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
    /// Nothing of an entry is to be explored yet.
    pub fn new(entry: MethodId, bounds: Bounds) -> Self {
        Self {
            running: Vec::new(),
            resting: Vec::new(),
            schedule: Schedule::new(entry),
            bounds,
            resumed: BTreeMap::new(),
            cut: BTreeSet::new(),
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
        } else if !state.pc.parked().is_empty() || !state.pc.is_empty() && !machine.policy().forks() {
            // Where every path has a state, that of a path that goes no further is of no use.
            self.resting.push(state);
        }
    }

    /// A step has brought the paths of an entry to the points of these successors: they go on there if the bounds
    /// admit it.
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

    /// The bundle that is next goes on: with each thread that may be chosen, in a state of its own.
    pub fn choose(&mut self, machine: &mut Machine<'_>, observers: &mut dyn Observer) {
        for Chosen { mut state, entry, via } in self.schedule.choose(machine, &mut self.tally) {
            match via {
                Some(via) => self.bounded(machine, observers, &mut state, entry, via),
                None => self.arrive(machine, observers, &mut state, entry),
            }
            self.settle(machine, state);
        }
    }

    /// An entry runs, waits or is cut, as the bounds decide.
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
                let mut moment = Moment { machine, state, tally: &self.tally };
                observers.park(&mut moment, &entry, what);
                exits::wait(machine, state, entry.point);
                // What is parked for the first time will mostly come to a step that others can see when it goes on.
                if state.others.resumed {
                    self.schedule.leave_behind(machine, state, &entry);
                }
                state.pc.park(&machine.contexts, entry, what);
            }
            Admission::Cut(what) => {
                if !state.others.is_empty() {
                    self.schedule.leave_behind(machine, state, &entry);
                }
                if !self.cut.contains(&what) && machine.feasible(entry.guard) {
                    self.cut.insert(what);
                }
                state.pc.cut_off(&machine.contexts, entry, what);
            }
        }
    }

    /// An entry can run.
    pub fn arrive(&mut self, machine: &mut Machine<'_>, observers: &mut dyn Observer, state: &mut State, entry: Entry) {
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
        observers: &mut dyn Observer,
        state: &State,
        (point, there, arriving): (ProgramPoint, Guard, Guard),
    ) {
        self.tally.merges += 1;
        let mut moment = Moment { machine, state, tally: &self.tally };
        observers.merge(&mut moment, point, there, arriving);
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
    pub fn deepen(&mut self, machine: &mut Machine<'_>, observers: &mut dyn Observer) {
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
                observers.resume(&mut moment, &entry, what);
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
