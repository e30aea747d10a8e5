//! The verdict and its reasons: `valid` only when nothing feasible was left out.

use super::bounds;
use super::frontier::Frontier;
use crate::inputs::Inputs;
use crate::ir::{CheckId, CoverId, Fault, Implicit, MethodId};
use crate::outcome::{
    Covering, Cut, Outcome, Parked, Proof, Reason, Statistics, Status, Unsupported, Verdict, Violation, Warning,
};
use crate::solver::UnknownReason;
use crate::state::Bounded;
use crate::transition::Machine;
use crate::transition::region::RegionCounts;
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Everything that a verdict depends on.
pub(super) struct View<'a, 'p> {
    /// The entry.
    pub entry: MethodId,
    /// The program, what is known of its checks, and the solver, which decides whether paths that were left out are
    /// feasible.
    pub machine: &'a mut Machine<'p>,
    /// What is left to explore.
    pub frontier: &'a Frontier,
    /// The violations that were replayed.
    pub violations: &'a IndexMap<Fault, Arc<Violation>>,
    /// The cover statements that replayed runs satisfy.
    pub covers: &'a IndexMap<CoverId, Arc<Inputs>>,
    /// Why exploration ended early.
    pub reasons: &'a BTreeSet<Reason>,
    /// A proof for all executions, if one was found.
    pub proof: Option<&'a Proof>,
    /// The limit that was reached while something was unfinished, if one was.
    pub ran_out: Option<Reason>,
    /// The reason of a request to stop the exploration, if there was one.
    pub interrupted: Option<Reason>,
    /// Wall time so far.
    pub elapsed: Duration,
}

/// The outcome so far. Exploration need not have ended.
pub(super) fn outcome(mut view: View<'_, '_>) -> Outcome {
    let view = &mut view;
    let mut reasons: BTreeSet<Reason> = view.reasons.clone();
    for undecided in view.machine.checks().violations.undecided.values() {
        reasons.insert(match undecided.reason {
            // The reason is that of the request that interrupted the solver.
            UnknownReason::Interrupted => view.interrupted.unwrap_or(Reason::Solver),
            UnknownReason::NoRationalWitness => Reason::NoRationalWitness,
            UnknownReason::ResourceLimit => Reason::Solver,
            UnknownReason::Nonlinear | UnknownReason::Incomplete => Reason::Nonlinear,
            UnknownReason::FloatingPoint => Reason::FloatingPoint,
            UnknownReason::Undetermined => Reason::Unsupported,
            UnknownReason::Unconfirmed => Reason::Quantifier,
        });
    }
    if view.machine.quantifiers().body_may_throw {
        reasons.insert(Reason::Approximated);
    }
    let unsupported = if view.proof.is_some() { Vec::new() } else { unsupported(view) };
    if !unsupported.is_empty() {
        reasons.insert(Reason::Unsupported);
    }
    let parked = if view.proof.is_some() { Vec::new() } else { parked(view) };
    reasons.extend(view.ran_out);
    for p in &parked {
        reasons.insert(match p.what {
            Cut::Loop => Reason::Unroll,
            Cut::Call => Reason::Depth,
            Cut::Heap => Reason::Heap,
        });
    }
    if view.frontier.schedule.cut {
        reasons.insert(Reason::Switches);
    }
    if view.frontier.bounds.leaves_out_arrays(view.machine.config) {
        reasons.insert(Reason::Stopped);
    }
    if view.proof.is_some() {
        reasons.clear();
    }
    let violations: Vec<_> = {
        let mut found: Vec<_> = view.violations.iter().collect();
        found.sort_by(|(a, _), (b, _)| a.span.cmp(&b.span).then_with(|| a.cmp(b)));
        found.into_iter().map(|(_, violation)| Arc::clone(violation)).collect()
    };
    let verdict = match (violations.is_empty(), reasons.is_empty()) {
        (false, _) => Verdict::Invalid,
        (true, true) => Verdict::Valid,
        (true, false) => Verdict::Unknown,
    };
    let statistics = statistics(view);
    // Exploration need not have ended.
    let exhaustive = reasons.is_empty() && !view.frontier.can_run();
    Outcome {
        verdict,
        checks: checks(view, exhaustive || view.proof.is_some()),
        covers: covers(view, exhaustive),
        implicit: implicit(view, exhaustive || view.proof.is_some()),
        proof: view.proof.cloned(),
        warnings: warnings(view, exhaustive && view.proof.is_none()),
        reasons: reasons.into_iter().collect(),
        unsupported,
        parked,
        violations,
        statistics,
        ..Outcome::unknown(view.entry)
    }
}

/// The code that was reached and cannot be executed.
fn unsupported(view: &View<'_, '_>) -> Vec<Unsupported> {
    let reached = view.machine.checks().unsupported.iter();
    reached.map(|(code, &count)| Unsupported { span: code.span, what: code.what.clone(), count }).collect()
}

/// The loops, groups and reads at which paths were parked or cut, each with its least bound.
fn parked(view: &mut View<'_, '_>) -> Vec<Parked> {
    let View { machine, frontier, .. } = view;
    let mut bounds: BTreeMap<Bounded, u64> = BTreeMap::new();
    if frontier.can_run() {
        // The unfinished round has resumed the entries that the round before it parked.
        bounds.extend(frontier.resumed.iter().map(|(what, bound)| (*what, *bound)));
    }
    let parked = frontier.states().flat_map(|state| state.pc.parked());
    let parked = parked.map(|(entry, what)| (entry.guard, *what, frontier.bounds.limit(*what)));
    for (guard, what, bound) in parked {
        let known = bounds.get(&what).is_some_and(|known| *known <= bound);
        if !known && machine.feasible(guard) {
            bounds.insert(what, bound);
        }
    }
    for what in frontier.cut.iter().map(|cut| cut.what) {
        let bound = bounds::cap(machine.config, what).unwrap_or(0);
        bounds.entry(what).and_modify(|known| *known = bound.min(*known)).or_insert(bound);
    }
    let mut parked: Vec<_> =
        bounds.into_iter().map(|(what, bound)| bounds::parked(machine.program, what, bound)).collect();
    parked.sort();
    parked
}

fn checks(view: &View<'_, '_>, settled: bool) -> Vec<(CheckId, Status)> {
    let program = view.machine.program;
    let known = view.machine.checks();
    let violated: FxHashSet<CheckId> = view.violations.keys().filter_map(|fault| fault.check).collect();
    let proved = |id| view.proof.is_some_and(|proof| proof.reached.contains(&id));
    let reached = |id| known.reached.contains(&id) || proved(id);
    let status = |id: CheckId| status(violated.contains(&id), reached(id), settled);
    let checks = program.checks_of(view.entry, &view.machine.config.dialect, |id| known.reached.contains(&id));
    checks.into_iter().map(|id| (id, status(id))).collect()
}

/// Every cover statement that the call graph reaches, in the order of the text.
fn covers(view: &View<'_, '_>, exhaustive: bool) -> Vec<(CoverId, Covering)> {
    let known = &view.machine.checks().covers;
    let status = |id: CoverId| {
        let is_open = match view.proof {
            Some(proof) => proof.covered.contains(&id),
            None => !exhaustive || known.found.contains_key(&id) || known.undecided.contains_key(&id),
        };
        match view.covers.get(&id) {
            Some(inputs) => Covering::Satisfied(Arc::clone(inputs)),
            None if is_open => Covering::Undecided,
            None => Covering::Unreachable,
        }
    };
    view.machine.program.covers_of(view.entry).into_iter().map(|id| (id, status(id))).collect()
}

/// The implicit checks with their status.
fn implicit(view: &View<'_, '_>, settled: bool) -> Vec<(Implicit, Status)> {
    let Machine { program, config, .. } = *view.machine;
    let known = view.machine.checks();
    let violated: FxHashSet<Implicit> = view.violations.keys().filter_map(Fault::implicit).collect();
    let proved = |check: &_| view.proof.is_some_and(|proof| proof.reached_implicit.contains(check));
    let reached = |check: &_| known.reached_implicit.contains(check) || proved(check);
    let checks = program.implicit_checks(program.reachable_methods(view.entry)).into_iter();
    let checks = checks.filter(|check| config.dialect.checks(check.property));
    checks.map(|check| (check, status(violated.contains(&check), reached(&check), settled))).collect()
}

/// What is known of a check. If something is undecided, nothing is settled: neither by a proof nor by an exhaustive exploration.
fn status(is_violated: bool, is_reached: bool, is_settled: bool) -> Status {
    match (is_violated, is_settled, is_reached) {
        (true, ..) => Status::Violated,
        (_, false, _) => Status::Undecided,
        (.., true) => Status::Proved,
        (.., false) => Status::Unreachable,
    }
}

fn warnings(view: &View<'_, '_>, exhaustive: bool) -> Vec<Warning> {
    let assumptions = &view.machine.checks().assumptions;
    let vain = assumptions.iter().filter(|(_, a)| a.reached && !a.passed && (exhaustive || a.is_requires));
    let warning = |(span, a): (&crate::source::Span, &crate::transition::check::Assumption)| {
        if a.is_requires { Warning::VacuousRequires(*span) } else { Warning::ContradictoryAssume(*span) }
    };
    let mut warnings: Vec<Warning> = vain.map(warning).collect();
    let classes = view.machine.table.uninhabited();
    warnings.extend(classes.iter().map(|c| Warning::Uninhabited(view.machine.program.classes[*c].span)));
    if view.proof.as_ref().is_some_and(|proof| !proof.ends) {
        warnings.push(Warning::Endless(view.machine.program.methods[view.entry].span));
    }
    warnings.sort_by_key(Warning::span);
    warnings
}

fn statistics(view: &View<'_, '_>) -> Statistics {
    let (machine, solver, tally) = (&*view.machine, view.machine.solver.stats(), &view.frontier.tally);
    let mut avoided = solver.avoided.clone();
    avoided.insert("quiet", machine.counters().diamonds);
    Statistics {
        time_total: view.elapsed,
        time_bdd: machine.logic.guards.time(),
        time_solver: solver.time,
        solver_calls: solver.solver_calls,
        solver_calls_linear: solver.linearised,
        solver_calls_vectors: solver.in_vectors,
        wraps: machine.logic.wraps,
        solver_calls_avoided: avoided,
        regions: RegionCounts::of(machine),
        operations: machine.counters().operations,
        known_calls: machine.counters().known_calls,
        pc_entries_max: tally.waiting_max,
        pc_entries_final: tally.entries_final,
        merges: tally.merges,
        assignments: machine.config.count_csm.then_some(machine.counters().assignments),
        paths: tally.paths,
        summary_reads: (machine.counters().pairs_read, machine.counters().reads),
        summary_size_max: machine.counters().pairs_max,
        sharing_sum: machine.counters().sharing_sum,
        atoms: machine.logic.atoms_len() as u64,
        bdd_nodes_max: machine.logic.guards.nodes_max() as u64,
        heap_cells: machine.counters().heap_cells,
        rounds: tally.rounds,
        schedule: view.frontier.schedule.counts,
        memory_peak: 0,
    }
}
