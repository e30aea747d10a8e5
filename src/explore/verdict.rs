//! The verdict and its reasons (design 4, 8): `valid` only when nothing feasible was left out.

use super::bounds::{self, Bounded};
use super::coverage::Tracker;
use super::explorer::Explorer;
use super::outcome::{Cut, Outcome, Parked, Reason, Statistics, Status, Verdict, Warning};
use crate::ir::{CheckId, Kind};
use crate::solver::UnknownReason;
use std::collections::{BTreeMap, BTreeSet};

/// What is known now. Exploration need not have ended.
pub(super) fn outcome(explorer: &mut Explorer<'_>) -> Outcome {
    let mut reasons: BTreeSet<Reason> = explorer.reasons.clone();
    for reason in explorer.machine.checks.undecided.values() {
        reasons.insert(match reason {
            // Who interrupted the solver says why.
            UnknownReason::Interrupted => explorer.watch.interrupted().unwrap_or(Reason::Solver),
            UnknownReason::NoRationalWitness => Reason::NoRationalWitness,
            UnknownReason::ResourceLimit | UnknownReason::Incomplete => Reason::Solver,
        });
    }
    if explorer.machine.quantifiers.body_may_throw {
        reasons.insert(Reason::Approximated);
    }
    let parked = parked(explorer);
    reasons.extend(explorer.ran_out());
    for p in &parked {
        reasons.insert(match p.what {
            Cut::Loop => Reason::Unroll,
            Cut::Call => Reason::Depth,
            Cut::Heap => Reason::Heap,
        });
    }
    let violations: Vec<_> = {
        let mut found: Vec<_> = explorer.violations.iter().collect();
        found.sort_by(|(a, _), (b, _)| a.span.cmp(&b.span).then_with(|| a.cmp(b)));
        found.into_iter().map(|(_, v)| v.clone()).collect()
    };
    let verdict = match (violations.is_empty(), reasons.is_empty()) {
        (false, _) => Verdict::Invalid,
        (true, true) => Verdict::Valid,
        (true, false) => Verdict::Unknown,
    };
    Outcome {
        entry: explorer.entry,
        verdict,
        checks: checks(explorer, reasons.is_empty()),
        warnings: warnings(explorer, reasons.is_empty()),
        reasons: reasons.into_iter().collect(),
        parked,
        violations,
        coverage: explorer.tracker.as_ref().map(Tracker::coverage),
        cases: explorer.cases.clone(),
        statistics: statistics(explorer),
    }
}

/// What was cut, one line for each loop and group.
fn parked(explorer: &mut Explorer<'_>) -> Vec<Parked> {
    let mut bounds: BTreeMap<Bounded, u64> = BTreeMap::new();
    if explorer.is_waiting() {
        // The round that was broken off had resumed what the round before it had parked.
        bounds.extend(explorer.resumed.iter().map(|(what, bound)| (*what, *bound)));
    }
    let limit = |e: &Explorer<'_>, what| e.bounds.limit(what);
    let parked = explorer.parked.iter().map(|(entry, what)| (entry.guard, *what, limit(explorer, *what)));
    let cut = explorer.cut.iter().map(|(entry, what)| (entry.guard, *what, bounds::cap(explorer.config, *what)));
    let left_out: Vec<_> = parked.chain(cut.map(|(guard, what, cap)| (guard, what, cap.unwrap_or(0)))).collect();
    for (guard, what, bound) in left_out {
        let known = bounds.get(&what).is_some_and(|known| *known <= bound);
        if !known && explorer.machine.feasible(guard) {
            bounds.insert(what, bound);
        }
    }
    let mut parked: Vec<_> =
        bounds.into_iter().map(|(what, bound)| bounds::parked(explorer.program, what, bound)).collect();
    parked.sort();
    parked
}

fn checks(explorer: &Explorer<'_>, exhaustive: bool) -> Vec<(CheckId, Status)> {
    let program = explorer.program;
    let reachable = program.reachable_methods(explorer.entry);
    let known = &explorer.machine.checks;
    let status = |id: CheckId| {
        let undecided = known.undecided.keys().any(|f| f.check == Some(id));
        if explorer.violations.keys().any(|f| f.check == Some(id)) {
            Status::Violated
        } else if !exhaustive || undecided {
            Status::Undecided
        } else if known.reached.contains(&id) {
            Status::Proved
        } else {
            Status::Unreachable
        }
    };
    let mut checks: Vec<CheckId> = program.checks.ids().collect();
    checks.retain(|id| {
        let check = &program.checks[*id];
        // The entry's own `requires` is an assumption, unless the entry is also called.
        let assumed = check.kind == Kind::Requires && check.method == explorer.entry && !known.reached.contains(id);
        reachable.contains(&check.method) && !assumed
    });
    checks.sort_by_key(|id| program.checks[*id].span);
    checks.into_iter().map(|id| (id, status(id))).collect()
}

fn warnings(explorer: &Explorer<'_>, exhaustive: bool) -> Vec<Warning> {
    let assumptions = &explorer.machine.checks.assumptions;
    let vain = assumptions.iter().filter(|(_, a)| a.reached && !a.passed && (exhaustive || a.is_requires));
    let warning = |(span, a): (&crate::source::Span, &crate::transition::check::Assumption)| {
        if a.is_requires { Warning::VacuousRequires(*span) } else { Warning::ContradictoryAssume(*span) }
    };
    let mut warnings: Vec<Warning> = vain.map(warning).collect();
    let classes = explorer.machine.table.uninhabited();
    warnings.extend(classes.iter().map(|c| Warning::Uninhabited(explorer.program.classes[*c].span)));
    warnings.sort_by_key(Warning::span);
    warnings
}

fn statistics(explorer: &Explorer<'_>) -> Statistics {
    let (machine, solver) = (&explorer.machine, explorer.machine.solver.stats());
    let mut avoided = solver.avoided.clone();
    avoided.insert("quiet", machine.counters.quiet_branches);
    Statistics {
        time_total: explorer.started.elapsed(),
        time_bdd: machine.logic.guards.time(),
        time_solver: solver.time,
        solver_calls: solver.solver_calls,
        solver_calls_avoided: avoided,
        operations: machine.counters.operations,
        pc_entries_max: explorer.entries_max,
        pc_entries_final: explorer.entries_final,
        merges: explorer.merges,
        merges_csm: explorer.config.count_csm.then_some(explorer.merges_csm),
        paths: explorer.paths,
        summary_reads: (machine.counters.pairs_read, machine.counters.reads),
        summary_size_max: machine.counters.pairs_max,
        sharing_sum: machine.counters.sharing_sum,
        atoms: machine.logic.atoms_len() as u64,
        bdd_nodes_max: machine.logic.guards.nodes_max() as u64,
        heap_cells: machine.sigma.heap_len() as u64,
        rounds: explorer.rounds,
        memory_peak: 0,
    }
}
