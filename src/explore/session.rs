//! One attempt to explore an entry: steps, rounds, collections, violations, and the outcome at any time.

use super::bounds::Bounds;
use super::error::Error;
use super::frontier::Frontier;
use super::lassos::{self, NextSearch};
use super::limits::{Done, Limits};
use super::observe::{Moment, Observer};
use super::progress::ProgressReport;
use super::replay::{self, replay};
use super::verdict::{self, View};
use super::watch::Watch;
use super::witness::Parameter;
use super::{exits, formals};
use crate::config::Config;
use crate::guard::{Budget, Guard, HoldsGuards, Logic};
use crate::inputs::Inputs;
use crate::interp;
use crate::ir::{CoverId, Fault, MethodId};
use crate::outcome::{Outcome, Proof, Reason, Violation};
use crate::paths::Paths;
use crate::solver::Solver;
use crate::state::context::MAIN;
use crate::state::pc::InputDependentExits;
use crate::state::{self, Entry, HeapTable, InputRules, Marks, State, Trail};
use crate::transition::{Analyses, End, Halt, Machine, Stepped};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Bytes of guards below which dead ones are not collected. Builds with debug assertions collect early, so that every
/// test also tests that collections keep what they must.
const COLLECT_FROM: usize = if cfg!(debug_assertions) { 4 << 10 } else { 5 << 19 };

/// Table entries below which unused ones are not forgotten; few in builds with debug assertions, as above.
const FORGET_FROM: usize = if cfg!(debug_assertions) { 1 << 6 } else { 1 << 14 };

/// Effort of the solver for one question, in Z3's resource units.
const RLIMIT: u32 = 20_000_000;

/// The most steps of a run on which the body of a quantifier may throw. It may go where the engine has not been, and may not end.
const DEVIATING: u64 = 1_000_000;

/// Why a session pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Nothing is left to explore, or a limit was reached.
    Ended,
    /// The condition of the caller is met.
    Met,
}

/// When [`Session::run`] evaluates the condition of its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkpoint {
    /// Dead guards have just been freed.
    Collected,
    /// A step has been made.
    Stepped,
    /// Nothing can run, and feasible paths are parked: the bounds are about to deepen.
    Parked,
}

/// One attempt to explore an entry, with an observer.
pub struct Session<'p, O = ()> {
    /// The entry method.
    pub entry: MethodId,
    /// The transitions, with the data that they work on.
    pub machine: Machine<'p>,
    /// The parameters of the entry.
    pub parameters: Vec<Parameter>,
    /// What is left to explore.
    pub frontier: Frontier,
    /// Its observer, which may consist of several.
    pub observers: O,
    progress: ProgressReport<'p>,
    /// The limits. Their token ends the session, even in the middle of a step or of a question.
    pub limits: Limits,
    watch: &'p Watch,
    /// Whether findings are replayed. Those of fragments are not: for a proof it only matters that they may happen.
    pub replays: bool,
    /// The violations that were replayed, in the order in which they were found.
    pub violations: IndexMap<Fault, Arc<Violation>>,
    /// The cover statements that are satisfied, each with the inputs of a run that was replayed, in the order in which they
    /// were found.
    pub covers: IndexMap<CoverId, Arc<Inputs>>,
    /// The number of them that are violations of checks.
    replayed: usize,
    /// When the next search for executions that cannot end is due.
    next_search: NextSearch,
    reasons: BTreeSet<Reason>,
    /// A proof that nothing can be violated, whatever is left to explore.
    pub proof: Option<Proof>,
    /// What was done before the first violation.
    first_violation: Option<Done>,
    /// Bytes of guards beyond which dead ones are freed.
    collect_at: usize,
    /// Table entries beyond which unused ones are forgotten.
    forget_at: usize,
}

impl<'p, O: Observer> Session<'p, O> {
    /// Prepares to explore `entry`: all paths are at its beginning, or at that of the static initialisers.
    pub fn new(
        analyses: Arc<Analyses<'p>>,
        entry: MethodId,
        config: &'p Config,
        watch: &'p Watch,
        limits: Limits,
        bounds: Bounds,
        observers: O,
    ) -> Self {
        let dialect = &config.dialect;
        let rules = InputRules {
            nonnull_arrays: dialect.nonnull_arrays,
            array_length: bounds.length(config),
            types: dialect.types,
        };
        let limits = limits.of_part();
        let bytes = usize::try_from(config.memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX);
        let logic = Logic::new(
            config.summaries,
            Budget { bytes, cancellation: Arc::new(limits.token().clone()), ..Budget::default() },
        );
        let solver = Solver::new(RLIMIT, config.seed, limits.token());
        let (program, heap) = (analyses.program, (HeapTable::new(rules), bounds.heap(config)));
        let mut machine = Machine::new(analyses, config, logic, solver, heap);
        let parameters = formals::parameters(&mut machine, entry);
        let mut session = Self {
            entry,
            machine,
            parameters,
            frontier: Frontier::new(entry, bounds),
            observers,
            progress: ProgressReport::new(watch),
            limits,
            watch,
            replays: true,
            violations: IndexMap::new(),
            covers: IndexMap::new(),
            replayed: 0,
            next_search: NextSearch::default(),
            reasons: BTreeSet::new(),
            proof: None,
            first_violation: None,
            collect_at: COLLECT_FROM,
            forget_at: FORGET_FROM,
        };
        let mut state = State::default();
        state.others.switches = config.switches.map(|_| (MAIN, 0));
        let first = program.init.unwrap_or(entry);
        session.enter(&mut state, first, (Guard::TRUE, Paths::ONE, InputDependentExits::default()));
        session.frontier.settle(&session.machine, state);
        session
    }

    /// Puts paths at the beginning of the entry method or of the static initialisers.
    fn enter(
        &mut self,
        state: &mut State,
        method: MethodId,
        (guard, paths, input_dependent): (Guard, Paths, InputDependentExits),
    ) {
        let machine = &mut self.machine;
        let frame = machine.contexts.enter(machine.program, None, method);
        let point = machine.contexts.start(machine.program, frame);
        if method == self.entry {
            formals::bind(machine, state, frame, method, &self.parameters, guard);
        }
        let entry = Entry { point, guard, paths, input_dependent };
        self.frontier.arrive(machine, &mut self.observers, state, entry);
    }

    /// Runs and deepens until nothing is left, a limit is reached, or a condition is met. It can be called again after that.
    ///
    /// # Errors
    /// When an unknown method is reached (lenient mode), or a violation does not replay: an internal error.
    pub fn run(&mut self, mut until: impl FnMut(&mut Self, Checkpoint) -> bool) -> Result<Pause, Error> {
        loop {
            while self.frontier.can_run() {
                if let Some(reason) = self.stop_reason() {
                    self.reasons.insert(reason);
                    return Ok(Pause::Ended);
                }
                if self.machine.logic.guards.bytes() > self.collect_at {
                    self.collect();
                    if until(self, Checkpoint::Collected) {
                        return Ok(Pause::Met);
                    }
                }
                if self.tables() > self.forget_at {
                    self.forget();
                }
                self.step()?;
                self.replay_new()?;
                if self.next_search.is_due(self.machine.counters().operations) {
                    self.search_lassos()?;
                }
                if until(self, Checkpoint::Stepped) {
                    return Ok(Pause::Met);
                }
            }
            self.search_lassos()?;
            if self.ran_out().is_some() || !self.has_more() {
                return Ok(Pause::Ended);
            }
            if until(self, Checkpoint::Parked) {
                return Ok(Pause::Met);
            }
            self.frontier.deepen(&mut self.machine, &mut self.observers);
        }
    }

    /// Why the session is to stop now, if it is.
    fn stop_reason(&self) -> Option<Reason> {
        let ran_out = self.limits.ran_out(self.machine.logic.intact());
        let enough = self.limits.is_enough(self.first_violation, self.done());
        ran_out.or(enough.then_some(Reason::Stopped))
    }

    /// The limit that was reached, if it matters even when no entry waits: guards became arbitrary in the last step or
    /// after it, or violations that were found have not been replayed.
    fn ran_out(&self) -> Option<Reason> {
        let intact = self.machine.logic.intact();
        let to_replay = self.replays && self.replayed < self.machine.checks().violations.found.len();
        let unfinished = intact.is_err() || to_replay;
        self.limits.ran_out(intact).filter(|_| unfinished)
    }

    /// Runs the entry that is next.
    fn step(&mut self) -> Result<(), Error> {
        let Some((mut state, mut entry)) = self.frontier.take() else {
            self.frontier.choose(&mut self.machine, &mut self.observers);
            return Ok(());
        };
        let Self { machine, frontier, observers, progress, .. } = self;
        if entry.guard.is_false() {
            // A rewriting of guards has made it false: no input gets here.
            frontier.settle(machine, state);
            return Ok(());
        }
        if state.sigma.wants_sweep() {
            let carried = machine.carried(&state.sigma);
            state::sweep(&mut state.sigma, &machine.table, carried.into_iter());
        }
        progress.step(machine, &frontier.tally, &entry);
        observers.step(&mut Moment { machine, state: &state }, &entry);
        let stepped = match machine.step(&mut state, &entry) {
            Ok(stepped) => stepped,
            // The step does not count. The limits have the reason, and nothing runs any more.
            Err(Halt::Exhausted(_)) => {
                frontier.put_back(state, entry);
                return Ok(());
            }
            Err(Halt::UnknownMethod { name, span }) => return Err(Error::UnknownMethod { name, span }),
        };
        observers.split(&mut Moment { machine, state: &state }, &entry, &stepped.successors);
        if stepped.ends_paths() {
            exits::end(machine, &mut state, &mut entry);
        }
        self.settle(state, &entry, stepped);
        Ok(())
    }

    /// Handles the result of a step: paths end, wait for other threads, or continue.
    fn settle(&mut self, mut state: State, entry: &Entry, stepped: Stepped) {
        for (end, guard) in stepped.ended {
            self.end(&mut state, entry, end, guard);
        }
        for stopped in stepped.stopped {
            self.frontier.schedule.stop(&mut self.machine, &state, entry, stopped);
        }
        self.frontier.follow(&mut self.machine, &mut self.observers, &mut state, entry, stepped.successors);
        self.observers.settled(&mut Moment { machine: &mut self.machine, state: &state }, entry);
        self.frontier.settle(&self.machine, state);
    }

    /// Handles paths that have ended. Those that have initialised the static fields begin the entry method.
    fn end(&mut self, state: &mut State, entry: &Entry, end: End, guard: Guard) {
        let method = self.machine.contexts.frame(entry.point.frame).method;
        if self.machine.program.init == Some(method) && end == End::Returned {
            self.machine.forget_frame(state, guard, entry.point.frame, false);
            return self.enter(state, self.entry, (guard, entry.paths, entry.input_dependent.clone()));
        }
        self.observers.end(&mut Moment { machine: &mut self.machine, state }, entry, end, guard);
        self.frontier.bounds.end(self.machine.logic.guards.work());
        let tally = &mut self.frontier.tally;
        tally.entries_final += u64::from(!matches!(end, End::Violated | End::Unsupported));
        tally.paths += entry.paths;
    }

    /// Drops parked entries that are infeasible. Returns whether another round is to resume others.
    fn has_more(&mut self) -> bool {
        let rounds = self.frontier.tally.rounds;
        if !self.frontier.prune(&mut self.machine) || self.machine.config.rounds.is_some_and(|most| rounds >= most) {
            return false;
        }
        if self.first_violation.is_some() && self.limits.ends_with_round() {
            self.reasons.insert(Reason::Stopped);
            return false;
        }
        true
    }

    /// Frees the guards that nothing holds, and rewrites the others where that makes them smaller.
    fn collect(&mut self) {
        let live = self.free();
        if self.machine.policy().tightens() {
            let logic = &mut self.machine.logic;
            let in_use = logic.guards.bytes();
            if let Some(rewriting) = logic.tighten(live.iter().copied()) {
                let (logic, roots) = self.roots();
                roots.into_iter().for_each(|root| root.rewrite(logic, &rewriting));
            }
            if self.machine.logic.guards.bytes() > in_use {
                self.free();
            }
        }
        let bytes = self.machine.logic.guards.bytes();
        self.observers.collect(bytes);
        self.collect_at = (2 * bytes).max(COLLECT_FROM);
    }

    /// The number of entries of the tables that grow with every iteration.
    fn tables(&self) -> usize {
        self.machine.tables() + self.frontier.schedule.history.len()
    }

    /// Forgets the entries of tables that nothing refers to any more.
    fn forget(&mut self) {
        let Self { machine, parameters, frontier, observers, .. } = self;
        let used = machine.in_use(|live| {
            parameters.iter().for_each(|parameter| live.summary(&parameter.value));
            frontier.mark(live);
            observers.mark(live);
            frontier.schedule.history.mark(live);
        });
        machine.retain(&used);
        frontier.schedule.retain(machine, &used);
        observers.forget();
        let marks = used.marks;
        let left = self.tables();
        // As many new entries as this search has marked or left pay for the next one.
        self.forget_at = left + left.max(marks).max(FORGET_FROM);
    }

    /// Everything that holds guards from one step to the next.
    fn roots(&mut self) -> (&mut Logic, Vec<&mut dyn HoldsGuards>) {
        let Self {
            entry: _,
            machine,
            parameters,
            frontier,
            observers,
            progress: _,
            limits: _,
            watch: _,
            replays: _,
            violations: _,
            covers: _,
            replayed: _,
            next_search: _,
            reasons: _,
            proof: _,
            first_violation: _,
            collect_at: _,
            forget_at: _,
        } = self;
        let (logic, held) = machine.roots();
        let mut roots: Vec<&mut dyn HoldsGuards> = vec![frontier];
        roots.extend(held);
        roots.extend([parameters as &mut dyn HoldsGuards, observers]);
        (logic, roots)
    }

    /// Frees the guards that nothing holds. Returns the others.
    fn free(&mut self) -> IndexSet<Guard, FxBuildHasher> {
        let mut live = IndexSet::default();
        let (logic, roots) = self.roots();
        roots.into_iter().for_each(|root| {
            root.visit(&mut |guard| {
                live.insert(guard);
            });
        });
        logic.collect(live.iter().copied());
        self.machine.solver.forget(|g| live.contains(&g));
        live
    }

    /// Replays what was found since the last step: violations, and runs that satisfy cover statements. Keeps what replays.
    fn replay_new(&mut self) -> Result<(), Error> {
        if !self.replays {
            return Ok(());
        }
        // What a step with exhausted guards has found means nothing.
        while self.machine.logic.intact().is_ok()
            && let Some((fault, &found)) = self.machine.checks().violations.found.get_index(self.replayed)
        {
            let fault = fault.clone();
            let expected = interp::End::Violation(fault.clone());
            match self.replay(&expected, found, None)? {
                None if self.is_interrupted() => return Ok(()),
                Some((inputs, run)) if run.end == expected => match self.undetermined(&inputs, &expected)? {
                    None => {
                        self.replayed += 1;
                        self.add(inputs, &run);
                    }
                    Some(name) => self.machine.leave_undetermined(fault, name),
                },
                other => {
                    match self.machine.guessed(found.guard) {
                        Some(name) => self.machine.leave_undetermined(fault, name),
                        None => self.machine.leave_undecided(fault),
                    }
                    other.into_iter().for_each(|(inputs, run)| self.add(inputs, &run));
                }
            }
        }
        while self.machine.logic.intact().is_ok()
            && let Some((&cover, &found)) = self.machine.checks().covers.found.get_index(self.covers.len())
        {
            let expected = interp::End::Covered(cover);
            match self.replay(&expected, found, Some(cover))? {
                None if self.is_interrupted() => return Ok(()),
                Some((inputs, run)) if run.end == expected => _ = self.covers.insert(cover, Arc::new(inputs)),
                other => {
                    self.machine.leave_cover_undecided(cover);
                    other.into_iter().for_each(|(inputs, run)| self.add(inputs, &run));
                }
            }
        }
        if self.machine.logic.intact().is_ok()
            && let Some(thrown) = self.machine.take_thrown()
        {
            let Self { machine, frontier, entry, parameters, limits, .. } = self;
            let limits = run_limits(machine, limits, None);
            let shown = replay::run(machine, &frontier.schedule, (*entry, parameters), thrown, limits)?;
            shown.into_iter().for_each(|(_, inputs, run)| self.add(inputs, &run));
        }
        Ok(())
    }

    /// Replays a run that ends as expected, at this cover statement at the latest.
    fn replay(
        &mut self,
        expected: &interp::End,
        found: Trail,
        cover: Option<CoverId>,
    ) -> Result<Option<(Inputs, interp::Run)>, Error> {
        let Self { machine, frontier, entry, parameters, limits, .. } = self;
        let limits = run_limits(machine, limits, cover);
        replay(machine, &frontier.schedule, (*entry, parameters), expected, found, limits)
    }

    /// The name of the values on which the end of a run depends although they differ from run to run.
    fn undetermined(&self, inputs: &Inputs, expected: &interp::End) -> Result<Option<&'p str>, Error> {
        let limits = run_limits(&self.machine, &self.limits, None);
        replay::undetermined(&self.machine, self.entry, inputs, expected, limits)
    }

    /// Whether the solver was stopped, or guards ran out. The limits are checked before the next step.
    fn is_interrupted(&self) -> bool {
        self.limits.interrupted().is_some() || self.machine.logic.intact().is_err()
    }

    /// Looks for executions that cannot end, if these are violations.
    fn search_lassos(&mut self) -> Result<(), Error> {
        if !self.machine.config.dialect.termination || self.stop_reason().is_some() {
            return Ok(());
        }
        let Self { machine, frontier, entry, parameters, limits, .. } = self;
        let found = lassos::search(machine, frontier, (*entry, parameters), limits.token())?;
        found.into_iter().for_each(|(inputs, run)| self.add(inputs, &run));
        Ok(())
    }

    /// Adds the violation in which a run ends, if it is new.
    fn add(&mut self, inputs: Inputs, run: &interp::Run) {
        let interp::End::Violation(fault) = &run.end else { return };
        if !self.violations.contains_key(fault) {
            self.violations.insert(fault.clone(), Arc::new(Violation::of(fault, inputs, run)));
            self.first_violation.get_or_insert(self.done());
            self.publish();
        }
    }

    fn done(&self) -> Done {
        Done { operations: self.machine.counters().operations, work: self.work() }
    }

    /// The work so far, in steps through guards: a measure of time that is the same in equal runs.
    pub fn work(&self) -> u64 {
        self.machine.logic.guards.work()
    }

    /// Asks again, with full effort, the questions that reduced effort left open.
    ///
    /// # Errors
    /// When a violation does not replay: an internal error.
    pub fn ask_again(&mut self) -> Result<(), Error> {
        if self.stop_reason().is_none() && self.proof.is_none() {
            self.machine.ask_again();
        }
        self.replay_new()
    }

    /// The outcome so far. Exploration need not have ended.
    pub fn outcome(&mut self) -> Outcome {
        let ran_out = self.ran_out();
        let mut outcome = verdict::outcome(View {
            entry: self.entry,
            machine: &mut self.machine,
            frontier: &self.frontier,
            violations: &self.violations,
            covers: &self.covers,
            reasons: &self.reasons,
            proof: self.proof.as_ref(),
            ran_out,
            interrupted: self.limits.interrupted(),
            elapsed: self.limits.elapsed(),
        });
        self.observers.report(&self.machine, &mut outcome);
        outcome
    }

    /// Publishes the outcome so far.
    pub fn publish(&mut self) {
        let outcome = self.outcome();
        self.watch.publish(outcome);
    }
}

/// The limits of a run that satisfies this cover statement at the latest.
fn run_limits<'a>(machine: &Machine<'_>, limits: &'a Limits, cover: Option<CoverId>) -> interp::Limits<'a> {
    let steps = if machine.quantifiers().body_may_throw { DEVIATING } else { u64::MAX };
    interp::Limits { cover, ..interp::Limits::steps(steps).until(limits.token()) }
}
