//! A small set of test inputs that covers everything that an exploration has reached, and every violation.
//!
//! Every violation has inputs already. For each goal that the runs so far do not cover, latest first, a model of the pc
//! guard that came there gives inputs, and a concrete run tells what else these cover. Of all of them a greedy cover
//! is kept. So what a test is said to cover and how it is said to end is what a concrete run has shown.

use super::Error;
use super::coverage::Recorder;
use super::explorer::Explorer;
use super::witness::Witness;
use crate::guard::Guard;
use crate::inputs::Inputs;
use crate::interp::{self, Assumption, End, Limits};
use crate::ir::{Goal, Program};
use crate::state::heap::lengths;
use std::collections::BTreeSet;

/// A test: inputs, and what their run does.
#[derive(Clone, Debug)]
pub struct Case {
    /// The inputs.
    pub inputs: Inputs,
    /// How the run ends.
    pub end: End,
    /// What it covers.
    pub covers: BTreeSet<Goal>,
}

/// The tests of an exploration that has ended: one for each violation, and as few others as a greedy choice finds.
pub(super) fn generate(explorer: &mut Explorer<'_>) -> Result<Vec<Case>, Error> {
    let Some(mut tracker) = explorer.tracker.take() else { return Ok(Vec::new()) };
    let mut pool = Vec::new();
    for violation in explorer.violations.values() {
        pool.push(run(explorer, violation.inputs.clone())?);
    }
    let violations = pool.len();
    let mut open: BTreeSet<Goal> = tracker.reached.keys().copied().collect();
    pool.iter().for_each(|case| open.retain(|g| !case.covers.contains(g)));
    for (&goal, &guard) in tracker.reached.iter().rev() {
        let over = explorer.started.elapsed() >= explorer.config.timeout || explorer.watch.interrupted().is_some();
        if over || explorer.machine.logic.exhausted().is_some() {
            break;
        }
        if !open.contains(&goal) {
            continue;
        }
        let Some(inputs) = small_inputs(explorer, guard) else { continue };
        let mut case = run(explorer, inputs)?;
        if matches!(case.end, End::Rejected { .. }) {
            // An assumption later on excludes these inputs: some that come to an end are a better test.
            for &ended in tracker.ended.iter().rev() {
                let finished = explorer.machine.logic.and(guard, ended);
                let Some(inputs) = small_inputs(explorer, finished) else { continue };
                case = run(explorer, inputs)?;
                break;
            }
        }
        if !matches!(case.end, End::Rejected { by: Assumption::Requires, .. }) {
            open.retain(|g| !case.covers.contains(g));
            pool.push(case);
        }
    }
    pool.iter().for_each(|case| tracker.seen.extend(&case.covers));
    explorer.tracker = Some(tracker);
    Ok(cover(pool, violations))
}

/// The inputs of a model of a guard, with small values.
fn small_inputs(explorer: &mut Explorer<'_>, guard: Guard) -> Option<Inputs> {
    let machine = &mut explorer.machine;
    let asked = machine.with_axioms(guard);
    let prefer = lengths(&machine.logic, &machine.table);
    let model = machine.solver.small_model(&mut machine.logic, asked, &prefer)?;
    let witness = Witness::new(explorer.program, &machine.logic, &machine.table, model.assignment());
    Some(witness.inputs(&explorer.parameters))
}

fn run(explorer: &Explorer<'_>, inputs: Inputs) -> Result<Case, Error> {
    let (program, dialect): (&Program, _) = (explorer.program, &explorer.config.dialect);
    let mut recorder = Recorder::default();
    let mut observer = |event: interp::Event<'_>, _: &interp::Heap| recorder.note(program, event);
    let run = interp::run_observed(program, explorer.entry, &inputs, dialect, Limits::default(), &mut observer);
    let end = run.map_err(|e| Error::Inadmissible { inputs: Box::new(inputs.clone()), why: e.to_string() })?.end;
    Ok(Case { inputs, end, covers: recorder.covered })
}

/// The first `needed` cases, and of the others as many as cover what the first ones do not: always the one that covers
/// most; at last those that have become superfluous go.
fn cover(pool: Vec<Case>, needed: usize) -> Vec<Case> {
    let mut open: BTreeSet<Goal> = pool.iter().flat_map(|case| case.covers.iter().copied()).collect();
    let mut chosen: Vec<usize> = (0..needed).collect();
    for &i in &chosen {
        open.retain(|g| !pool[i].covers.contains(g));
    }
    while !open.is_empty() {
        let gain = |i: usize| pool[i].covers.iter().filter(|g| open.contains(g)).count();
        let Some(best) = (needed..pool.len()).max_by_key(|&i| (gain(i), std::cmp::Reverse(i))) else { break };
        open.retain(|g| !pool[best].covers.contains(g));
        chosen.push(best);
    }
    for candidate in chosen.clone().into_iter().rev().filter(|i| *i >= needed) {
        let others = chosen.iter().filter(|i| **i != candidate);
        let covered: BTreeSet<Goal> = others.flat_map(|&i| pool[i].covers.iter().copied()).collect();
        if pool[candidate].covers.is_subset(&covered) {
            chosen.retain(|i| *i != candidate);
        }
    }
    let mut pool: Vec<Option<Case>> = pool.into_iter().map(Some).collect();
    chosen.into_iter().filter_map(|i| pool[i].take()).collect()
}
