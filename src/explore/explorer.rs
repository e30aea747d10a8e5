//! The explorer: takes the next pc entry, steps the machine, deepens, and says why it stopped.

use super::bounds::{Admission, Bounded, Bounds};
use super::cases::{self, Case};
use super::coverage::Tracker;
use super::outcome::{Outcome, Reason, Violation};
use super::queue::{Entry, Queue, Starts};
use super::watch::{Progress, Watch};
use super::witness::{Parameter, Witness};
use super::{Error, csm, verdict};
use crate::config::{Collapse, Config, Mode, Stop};
use crate::guard::{Exhausted, Guard, Images, Logic};
use crate::interp;
use crate::ir::{Fault, MethodId, MethodKind, Program};
use crate::paths::Paths;
use crate::solver::{Solver, SolverLimits, UnknownReason};
use crate::state::{self, FrameId, HeapTable, InputRules, Location, Sigma};
use crate::summary::Summary;
use crate::transition::{End, Machine, StepError, Successor, Via};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Steps between two reports of progress.
const PROGRESS_STEPS: u64 = 64;

/// Operations that run at least after a violation before [`Stop::Soon`] stops.
const OPERATIONS_AFTER: u64 = 10_000;

/// Bytes of guards below which the dead ones are left alone. Builds with debug assertions collect early, so that every
/// test is a test of what a collection must keep.
const COLLECT_FROM: usize = if cfg!(debug_assertions) { 4 << 10 } else { 2 << 20 };

/// Nodes in use at which an exploration begins anew with numbers in conditional terms, if that may help. Builds with debug
/// assertions try it early, so that tests do.
const EXPLODED: usize = if cfg!(debug_assertions) { 1 << 11 } else { 1 << 19 };

/// Steps of the solver that such an attempt may take: some ten seconds.
const COLLAPSED_EFFORT: u32 = 50_000_000;

/// How often a violation under a quantifier is replayed with more cells of its arrays fixed.
const QUANTIFIER_REPLAYS: usize = 4;

/// Z3 does not start with less memory, in MiB.
const SOLVER_MEMORY: u64 = 256;

/// Effort of the solver for one question, in Z3's resource units.
const RLIMIT: u32 = 20_000_000;

/// A path, or a bundle of paths, that has ended by return or by an exception that left the entry method.
#[derive(Clone)]
pub struct Final {
    /// How.
    pub end: End,
    /// Which paths.
    pub guard: Guard,
    /// The Σ in which they ended. In merge mode it also holds what paths outside `guard` have written.
    pub sigma: Sigma,
    /// The frame in which they ended: that of the entry method, or of the static initialiser.
    pub frame: FrameId,
}

/// One exploration.
pub struct Explorer<'p> {
    pub(super) program: &'p Program,
    pub(super) config: &'p Config,
    pub(super) watch: &'p Watch,
    pub(super) entry: MethodId,
    /// The transitions and what they work on.
    pub machine: Machine<'p>,
    /// The parameters of the entry.
    pub parameters: Vec<Parameter>,
    /// What ended without violation of a check, if it is to be kept.
    pub finals: Vec<Final>,
    /// The frame of the entry method.
    pub root: Option<FrameId>,
    keep_finals: bool,
    /// Whether an attempt with numbers in conditional terms may take the place of this exploration ([`Collapse::Auto`]).
    may_collapse: bool,
    /// Steps of the solver after which it gives up; it also does so when the solver gives a question up.
    effort: Option<u32>,
    /// It waits for such an attempt, or is one that has failed.
    gives_up: bool,
    queue: Queue,
    pub(super) parked: Vec<(Entry, Bounded)>,
    pub(super) cut: Vec<(Entry, Bounded)>,
    /// In merge mode, the place of the entry parked at a location.
    parked_at: FxHashMap<(Location, u32), usize>,
    /// Entries in a frame, plus frames above it that have some.
    active: FxHashMap<FrameId, u32>,
    pub(super) bounds: Bounds,
    /// What the last deepening resumed, with the bound up to which nothing is missing.
    pub(super) resumed: BTreeMap<Bounded, u64>,
    pub(super) violations: IndexMap<Fault, Violation>,
    pub(super) reasons: BTreeSet<Reason>,
    pub(super) started: Instant,
    pub(super) paths: Paths,
    pub(super) merges: u64,
    pub(super) merges_csm: u64,
    pub(super) entries_max: u64,
    /// Entries that left the entry method in this round.
    pub(super) entries_final: u64,
    /// What is reached, if that is asked for.
    pub(super) tracker: Option<Tracker>,
    pub(super) cases: Vec<Case>,
    pub(super) rounds: u64,
    steps: u64,
    first_violation: Option<u64>,
    /// Bytes of guards at which the dead ones are freed.
    collect_at: usize,
}

impl<'p> Explorer<'p> {
    /// Prepares to explore `entry`.
    pub fn new(program: &'p Program, entry: MethodId, config: &'p Config, watch: &'p Watch) -> Self {
        let dialect = &config.dialect;
        let rules = InputRules {
            nonnull_arrays: dialect.nonnull_arrays,
            array_length: dialect.array_length,
            types: dialect.types,
        };
        let mut logic = Logic::new(config.summaries);
        logic.guards.set_limit(usize::try_from(config.memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX));
        let solver = Solver::new(SolverLimits { rlimit: RLIMIT, memory_mib: config.memory.max(SOLVER_MEMORY) });
        let interrupter = solver.interrupter();
        let flag = Arc::new(AtomicBool::new(false));
        logic.guards.set_interrupt(Arc::clone(&flag));
        watch.on_interrupt(Box::new(move || {
            flag.store(true, Ordering::Relaxed);
            interrupter.interrupt();
        }));
        let mut machine = Machine::new(program, config, logic, solver, HeapTable::new(rules));
        if let Collapse::Above(most) = config.collapse {
            machine.max_summary = Some(most);
        }
        Self {
            program,
            config,
            watch,
            entry,
            machine,
            parameters: Vec::new(),
            finals: Vec::new(),
            root: None,
            keep_finals: false,
            may_collapse: config.collapse == Collapse::Auto && config.mode == Mode::Merge,
            effort: None,
            gives_up: false,
            queue: Queue::default(),
            parked: Vec::new(),
            cut: Vec::new(),
            parked_at: FxHashMap::default(),
            active: FxHashMap::default(),
            bounds: Bounds::default(),
            resumed: BTreeMap::new(),
            violations: IndexMap::new(),
            reasons: BTreeSet::new(),
            started: Instant::now(),
            paths: Paths::default(),
            merges: 0,
            merges_csm: 0,
            entries_max: 0,
            entries_final: 0,
            tracker: (config.coverage || config.tests).then(|| Tracker::new(program, entry)),
            cases: Vec::new(),
            rounds: 0,
            steps: 0,
            first_violation: None,
            collect_at: COLLECT_FROM,
        }
    }

    /// Keeps what returns or throws, with its state.
    pub fn keep_finals(&mut self) {
        self.keep_finals = true;
    }

    fn merges(&self) -> bool {
        self.config.mode == Mode::Merge
    }

    /// Runs to the end.
    ///
    /// # Errors
    /// When an unknown method is reached (lenient mode), or a violation does not replay: an internal error.
    pub fn run(&mut self) -> Result<Outcome, Error> {
        self.begin();
        self.rounds()?;
        if self.gives_up {
            (self.gives_up, self.may_collapse) = (false, false);
            if !self.collapse()? {
                self.rounds()?;
            }
        }
        if self.config.tests {
            self.watch.publish(verdict::outcome(self));
            self.cases = cases::generate(self)?;
        }
        Ok(verdict::outcome(self))
    }

    /// Puts the entry at the pc.
    fn begin(&mut self) {
        let first = self.program.init.unwrap_or(self.entry);
        self.enter_root(first, Guard::TRUE, Paths::ONE, None);
        self.rounds = 1;
        self.machine.heap_bound = self.bounds.heap(self.config);
    }

    /// Runs and deepens until nothing is left, or something says that it is enough.
    fn rounds(&mut self) -> Result<(), Error> {
        while !self.round()? && self.deepen() {}
        Ok(())
    }

    /// The same exploration from the beginning, with numbers in conditional terms and within a limited effort of the
    /// solver. Tells whether it took the place of this one, which else can go on.
    fn collapse(&mut self) -> Result<bool, Error> {
        let fresh = Self::new(self.program, self.entry, self.config, self.watch);
        let mut other = Self {
            bounds: self.bounds.renewed(),
            started: self.started,
            keep_finals: self.keep_finals,
            may_collapse: false,
            effort: Some(COLLAPSED_EFFORT),
            ..fresh
        };
        other.machine.max_summary = Some(1);
        other.begin();
        other.rounds()?;
        let ended = !other.gives_up;
        if ended {
            *self = other;
        }
        Ok(ended)
    }

    /// Whether symbolic numbers make up most of so many nodes that it is worth an attempt to leave them to the solver.
    fn has_exploded(&mut self) -> bool {
        let Machine { logic, sigma, checks, .. } = &mut self.machine;
        let nodes = logic.guards.nodes_in_use();
        if !self.may_collapse || nodes < EXPLODED || !checks.found.is_empty() {
            return false;
        }
        let stored = sigma.all_locals().chain(sigma.heap().map(|(_, value)| value));
        let numbers: Vec<Guard> =
            stored.filter(|value| value.has_symbolic_number(logic)).flat_map(Summary::guards).collect();
        2 * logic.guards.nodes_of(&numbers) >= nodes
    }

    /// Whether the solver has been asked for more than it is to do.
    fn is_overtaxed(&self) -> bool {
        let solver = &self.machine.solver;
        self.effort.is_some_and(|most| solver.stats().given_up > 0 || solver.effort() > most)
    }

    fn enter_root(&mut self, method: MethodId, guard: Guard, paths: Paths, sigma: Option<Sigma>) {
        let program = self.program;
        let frame = self.machine.contexts.enter(program, None, method);
        let location = self.machine.contexts.start(program, frame);
        let mut entry = Entry { location, guard, paths, starts: Starts::default(), skip: 0, sigma };
        if let Some(sigma) = entry.sigma.take() {
            self.machine.sigma = sigma;
        }
        if method == self.entry {
            self.root = Some(frame);
            if self.parameters.is_empty() {
                self.parameters = super::entry::parameters(&mut self.machine, method);
            }
            super::entry::bind(&mut self.machine, frame, method, &self.parameters, guard);
        }
        if !self.merges() {
            entry.sigma = Some(std::mem::take(&mut self.machine.sigma));
        }
        entry.starts.set(frame, None, guard);
        self.wait(entry);
    }

    /// Runs entries until none waits. Tells whether exploration is to stop.
    fn round(&mut self) -> Result<bool, Error> {
        while let Some(entry) = self.queue.pop() {
            if let Some(reason) = self.stop_reason() {
                self.reasons.insert(reason);
                self.queue.push(entry);
                return Ok(true);
            }
            self.steps += 1;
            if self.steps % PROGRESS_STEPS == 1 {
                self.report_progress(&entry);
            }
            self.step(entry)?;
            self.replay_new()?;
            self.gives_up |= self.is_overtaxed();
            if self.gives_up {
                return Ok(true);
            }
        }
        Ok(self.ran_out().is_some())
    }

    /// What has run out although no entry need be waiting: guards have become arbitrary, in the last step of all or
    /// since, or violations that it found were not replayed.
    pub(super) fn ran_out(&self) -> Option<Reason> {
        let unfinished =
            self.machine.logic.exhausted().is_some() || self.violations.len() < self.machine.checks.found.len();
        self.stop_reason().filter(|reason| *reason != Reason::Stopped && unfinished)
    }

    fn stop_reason(&self) -> Option<Reason> {
        if let Some(reason) = self.watch.interrupted() {
            return Some(reason);
        }
        if let Some(exhausted) = self.machine.logic.exhausted() {
            return Some(match exhausted {
                Exhausted::Atoms => Reason::Atoms,
                Exhausted::Memory => Reason::Memory,
                Exhausted::Interrupted => Reason::Interrupted,
            });
        }
        let time = if self.config.tests { self.config.timeout * 4 / 5 } else { self.config.timeout };
        if self.started.elapsed() >= time {
            return Some(Reason::Timeout);
        }
        let first = self.first_violation?;
        let stop = match self.config.stop {
            Stop::First => true,
            Stop::Soon => self.machine.counters.operations >= first + first.max(OPERATIONS_AFTER),
            Stop::All => false,
        };
        stop.then_some(Reason::Stopped)
    }

    fn step(&mut self, mut entry: Entry) -> Result<(), Error> {
        if let Some(sigma) = entry.sigma.take() {
            self.machine.sigma = sigma;
        }
        if self.machine.logic.guards.bytes() > self.collect_at {
            self.collect(&mut entry);
            self.gives_up |= self.has_exploded();
            if self.gives_up {
                self.queue.push(entry);
                return Ok(());
            }
        }
        if entry.guard.is_false() {
            // No input had been here, as it turned out when guards were rewritten.
            self.deactivate(entry.location.frame);
            return Ok(());
        }
        if self.machine.sigma.wants_sweep() {
            state::sweep(&mut self.machine.sigma, &self.machine.table, self.machine.thrown.addresses());
        }
        self.machine.counters.paths_here = entry.paths.as_f64();
        let from = entry.location;
        let exclusive = self.active.get(&from.frame) == Some(&1);
        if let Some(tracker) = &mut self.tracker {
            // What waited within a block has arrived there before.
            if entry.skip == 0 {
                tracker.arrive(&mut self.machine, from, entry.guard);
            }
        }
        if self.machine.max_summary.is_some() {
            let others = self.entries().map(|other| other.guard);
            let guards = others.chain([entry.guard]).collect();
            self.machine.alive = self.machine.logic.or_all(guards);
        }
        let step = self.machine.step(from, entry.guard, entry.skip, exclusive)?;
        if let Some(tracker) = &mut self.tracker {
            tracker.leave(&mut self.machine, from, &step.successors);
        }
        if self.machine.logic.exhausted().is_some() {
            // Guards mean nothing any more: the step has not happened.
            self.queue.push(entry);
            return Ok(());
        }
        for (end, guard) in step.ended {
            self.ended(&entry, end, guard);
        }
        for successor in step.successors {
            self.follow(&entry, successor);
        }
        self.deactivate(from.frame);
        Ok(())
    }

    /// Frees the guards that nothing holds on to, and rewrites the others where that makes them smaller.
    fn collect(&mut self, running: &mut Entry) {
        let live = self.free(running);
        // A path has few guards, and they hold of some input.
        if self.merges() {
            let in_use = self.machine.logic.guards.bytes();
            if let Some(images) = self.machine.logic.tighten(live.iter().copied()) {
                self.rewrite(running, &images);
            }
            if self.machine.logic.guards.bytes() > in_use {
                self.free(running);
            }
        }
        self.collect_at = (2 * self.machine.logic.guards.bytes()).max(COLLECT_FROM);
    }

    /// Everything at the pc, but what is running.
    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.queue.iter().chain(self.parked.iter().chain(&self.cut).map(|(entry, _)| entry))
    }

    /// Every guard that anything holds on to, in the order in which they are come upon.
    fn live(&self, running: &Entry) -> IndexSet<Guard, FxBuildHasher> {
        let machine = &self.machine;
        let finals = self.finals.iter().flat_map(|f| std::iter::once(f.guard).chain(f.sigma.guards()));
        self.entries()
            .chain([running])
            .flat_map(Entry::guards)
            .chain(machine.sigma.guards())
            .chain(machine.table.guards())
            .chain(machine.quantifiers.guards())
            .chain(machine.solver.guards())
            .chain(machine.checks.found.values().copied())
            .chain(self.parameters.iter().flat_map(|p| p.value.guards()))
            .chain(finals)
            .chain(self.tracker.iter().flat_map(Tracker::guards))
            .collect()
    }

    /// Frees the guards that nothing holds on to; gives the others.
    fn free(&mut self, running: &Entry) -> IndexSet<Guard, FxBuildHasher> {
        let live = self.live(running);
        self.machine.logic.collect(live.iter().copied());
        self.machine.solver.forget(|g| live.contains(&g));
        live
    }

    /// Replaces every guard of [`Self::live`] by its image.
    fn rewrite(&mut self, running: &mut Entry, images: &Images) {
        let Machine { logic, sigma, table, quantifiers, solver, checks, .. } = &mut self.machine;
        let entries = self.queue.iter_mut().chain(self.parked.iter_mut().chain(&mut self.cut).map(|(entry, _)| entry));
        entries.chain([running]).for_each(|entry| entry.rewrite(logic, images));
        sigma.rewrite(logic, images);
        table.rewrite(logic, images);
        quantifiers.rewrite(logic, images);
        solver.rewrite(logic, images);
        checks.found.values_mut().for_each(|guard| *guard = images.of(*guard));
        self.parameters.iter_mut().for_each(|p| p.value = p.value.rewritten(logic, images));
        for end in &mut self.finals {
            end.guard = images.of(end.guard);
            end.sigma.rewrite(logic, images);
        }
        if let Some(tracker) = &mut self.tracker {
            tracker.rewrite(images);
        }
    }

    fn ended(&mut self, entry: &Entry, end: End, guard: Guard) {
        if end == End::Returned {
            let method = self.machine.contexts.frame(entry.location.frame).method;
            if self.program.methods[method].kind == MethodKind::Initialiser {
                let sigma = (!self.merges()).then(|| std::mem::take(&mut self.machine.sigma));
                return self.enter_root(self.entry, guard, entry.paths, sigma);
            }
        }
        if self.config.tests
            && let Some(tracker) = &mut self.tracker
        {
            tracker.end(guard);
        }
        if self.keep_finals && end != End::Violated {
            let sigma = self.machine.sigma.clone();
            self.finals.push(Final { end, guard, sigma, frame: entry.location.frame });
        }
        self.entries_final += u64::from(end != End::Violated);
        self.paths += entry.paths;
    }

    fn follow(&mut self, from: &Entry, successor: Successor) {
        let Successor { location, guard, via, sigma } = successor;
        let mut starts = from.starts.clone();
        let frame = from.location.frame;
        if location.frame != frame
            && self.machine.contexts.frame(frame).caller.is_some_and(|c| c.frame == location.frame)
        {
            starts.leave(frame);
        }
        let skip = if let Via::Deeper(skip) = via { skip } else { 0 };
        let mut entry = Entry { location, guard, paths: from.paths, starts, skip, sigma };
        if self.merges()
            && let Some(&place) = self.parked_at.get(&(location, skip))
        {
            self.count_merge(location, self.parked[place].0.guard, guard);
            self.parked[place].0.coalesce(&mut self.machine.logic, entry);
            return;
        }
        match self.bounds.admit(&mut self.machine, &mut entry, via) {
            Admission::Run => self.wait(entry),
            Admission::Park(what) => {
                self.activate(location.frame);
                if self.merges() {
                    self.parked_at.insert((location, skip), self.parked.len());
                }
                self.parked.push((entry, what));
            }
            Admission::Cut(what) => {
                self.activate(location.frame);
                self.cut.push((entry, what));
            }
        }
    }

    /// Adds an entry to those that wait.
    fn wait(&mut self, entry: Entry) {
        let frame = entry.location.frame;
        if !self.merges() {
            self.queue.push(entry);
        } else {
            match self.queue.find(self.program, &self.machine.contexts, entry.location, entry.skip) {
                Ok(place) => {
                    let waiting = self.queue.at(place).guard;
                    self.count_merge(entry.location, waiting, entry.guard);
                    self.queue.at(place).coalesce(&mut self.machine.logic, entry);
                    return;
                }
                Err(place) => self.queue.insert(place, entry),
            }
        }
        self.entries_max = self.entries_max.max(self.queue.len() as u64);
        self.activate(frame);
    }

    fn count_merge(&mut self, at: Location, a: Guard, b: Guard) {
        self.merges += 1;
        if self.config.count_csm && csm::identical(&mut self.machine, at, a, b) {
            self.merges_csm += 1;
        }
    }

    fn activate(&mut self, frame: FrameId) {
        let mut at = Some(frame);
        while let Some(frame) = at {
            let count = self.active.entry(frame).or_insert(0);
            *count += 1;
            at = if *count == 1 { self.machine.contexts.frame(frame).caller.map(|c| c.frame) } else { None };
        }
    }

    fn deactivate(&mut self, frame: FrameId) {
        let mut at = Some(frame);
        while let Some(frame) = at {
            let count = self.active.get_mut(&frame).expect("an entry was counted when it came");
            *count -= 1;
            at = None;
            if *count == 0 {
                self.active.remove(&frame);
                at = self.machine.contexts.frame(frame).caller.map(|c| c.frame);
            }
        }
    }

    /// Drops what is parked in vain, deepens the bounds of the rest and resumes it. Tells whether there is any.
    fn deepen(&mut self) -> bool {
        self.parked_at.clear();
        let mut feasible = Vec::new();
        for (entry, what) in std::mem::take(&mut self.parked) {
            if self.machine.feasible(entry.guard) {
                feasible.push((entry, what));
            } else {
                self.deactivate(entry.location.frame);
            }
        }
        if feasible.is_empty() {
            return false;
        }
        if self.first_violation.is_some() && self.config.stop != Stop::All {
            self.parked = feasible;
            self.reasons.insert(Reason::Stopped);
            return false;
        }
        let grow: BTreeSet<Bounded> = feasible.iter().map(|(_, what)| *what).collect();
        self.resumed = grow.iter().map(|what| (*what, self.bounds.limit(*what))).collect();
        self.bounds.deepen(grow);
        self.machine.heap_bound = self.bounds.heap(self.config);
        self.rounds += 1;
        self.entries_final = 0;
        for (mut entry, what) in feasible {
            self.deactivate(entry.location.frame);
            self.bounds.resume(&self.machine, &mut entry, what);
            self.wait(entry);
        }
        true
    }

    /// Replays the violations found since the last step, and keeps those that replay.
    fn replay_new(&mut self) -> Result<(), Error> {
        // What a step with exhausted guards has found means nothing.
        while self.machine.logic.exhausted().is_none() && self.violations.len() < self.machine.checks.found.len() {
            let (fault, &guard) = self
                .machine
                .checks
                .found
                .get_index(self.violations.len())
                .expect("there is one more than was replayed");
            let fault = fault.clone();
            match self.replay(&fault, guard)? {
                Some(violation) => {
                    self.violations.insert(fault, violation);
                    self.first_violation.get_or_insert(self.machine.counters.operations);
                    self.watch.publish(verdict::outcome(self));
                }
                // Whoever stopped the solver knows why: that is looked at before the next step.
                None if self.watch.interrupted().is_some() || self.machine.logic.exhausted().is_some() => return Ok(()),
                None => {
                    self.machine.checks.found.shift_remove(&fault);
                    self.machine.checks.undecided.insert(fault, UnknownReason::Incomplete);
                    self.reasons.insert(Reason::Quantifier);
                }
            }
        }
        Ok(())
    }

    /// The violation, if concrete execution confirms it. Nothing when only a quantified formula can be to blame.
    fn replay(&mut self, fault: &Fault, guard: Guard) -> Result<Option<Violation>, Error> {
        for _ in 0..QUANTIFIER_REPLAYS {
            let asked = self.machine.with_axioms(guard);
            let prefer = crate::state::heap::lengths(&self.machine.logic, &self.machine.table);
            let machine = &mut self.machine;
            let Some(model) = machine.solver.small_model(&mut machine.logic, asked, &prefer) else { return Ok(None) };
            let witness = Witness::new(self.program, &machine.logic, &machine.table, model.assignment());
            let inputs = witness.inputs(&self.parameters);
            let limits = interp::Limits::steps(u64::MAX);
            let run = interp::run(self.program, self.entry, &inputs, &self.config.dialect, limits).map_err(|e| {
                Error::Replay { fault: fault.clone(), inputs: Box::new(inputs.clone()), end: e.to_string() }
            })?;
            if run.end == interp::End::Violation(fault.clone()) {
                return Ok(Some(Violation {
                    kind: fault.kind,
                    cause: fault.cause,
                    span: fault.span,
                    line: fault.line,
                    method: fault.method,
                    call_site: fault.call_site,
                    inputs,
                    trace: run.trace.steps().cloned().collect(),
                }));
            }
            if asked == guard {
                let end = format!("{:?}", run.end);
                return Err(Error::Replay { fault: fault.clone(), inputs: Box::new(inputs), end });
            }
            let length_of = |machine: &Machine<'_>, length| {
                machine.logic.terms.eval(length, model.assignment()).and_then(|n| n.to_i64())
            };
            if !self.machine.complete(asked, length_of) {
                break;
            }
        }
        Ok(None)
    }

    /// Whether a round was broken off.
    pub(super) fn is_waiting(&self) -> bool {
        self.queue.len() > 0
    }

    fn report_progress(&mut self, entry: &Entry) {
        let frame = self.machine.contexts.frame(entry.location.frame);
        let block = &self.program.methods[frame.method].blocks[entry.location.block];
        let mut paths = self.paths;
        paths += entry.paths;
        self.watch.set_progress(Progress {
            round: self.rounds,
            line: block.instrs.first().map_or(block.line, |i| i.line),
            operations: self.machine.counters.operations,
            paths_at_most: paths.as_f64(),
            pc_entries: self.queue.len() as u64 + 1,
            violations: self.violations.len() as u64,
            solver_calls: self.machine.solver.stats().solver_calls,
            phase: "exploring",
        });
    }
}

impl From<StepError> for Error {
    fn from(error: StepError) -> Self {
        match error {
            StepError::UnknownMethod { name, span } => Error::UnknownMethod { name, span },
        }
    }
}
