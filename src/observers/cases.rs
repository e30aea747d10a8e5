//! A small set of test inputs that covers everything that an exploration has reached, every violation, and every cover
//! statement that is satisfied.
//!
//! Every violation and every satisfied cover statement has inputs already. For each goal that the runs so far do not cover,
//! latest first, a model of the pc guard that reached it gives inputs, and a concrete run shows what else these cover. A
//! greedy cover of all of them is kept. So what a test covers, and how it ends, is known from a concrete run.

use super::Session;
use super::coverage::Recorder;
use crate::explore::Error;
use crate::explore::threads::follow;
use crate::inputs::Inputs;
use crate::interp::{self, Assumption, End, Limits};
use crate::ir::{Goal, Program};
use crate::outcome::Case;
use crate::state::Trail;
use std::collections::BTreeSet;

/// Makes the tests of an exploration that has ended: one for each violation, one for each satisfied cover statement that no
/// other of these satisfies, and as few others as a greedy choice finds.
pub fn generate(session: &mut Session<'_>) -> Result<Vec<Case>, Error> {
    let Some(mut tracker) = session.observers.coverage.take() else { return Ok(Vec::new()) };
    let ended: Vec<Trail> = session.observers.ended.iter().flat_map(|ended| ended.last.iter().copied()).collect();
    let mut pool = Vec::new();
    for violation in session.violations.values() {
        pool.extend(run(session, violation.inputs.clone())?);
    }
    // What is satisfied late may need what is satisfied early.
    for (cover, inputs) in session.covers.iter().rev() {
        if !pool.iter().any(|case: &Case| case.satisfies.contains(cover)) {
            pool.extend(run(session, Inputs::clone(inputs))?);
        }
    }
    let needed = pool.len();
    let mut open: BTreeSet<Goal> = tracker.reached.keys().copied().collect();
    pool.iter().for_each(|case| open.retain(|g| !case.covers.contains(g)));
    for (&goal, &trail) in tracker.reached.iter().rev() {
        if session.limits.is_over() || session.machine.logic.intact().is_err() {
            break;
        }
        if !open.contains(&goal) {
            continue;
        }
        let Some(inputs) = small_inputs(session, trail)? else { continue };
        let Some(mut case) = run(session, inputs)? else { break };
        if matches!(case.end, End::Rejected { .. }) {
            // A later assumption excludes these inputs. Inputs with a run that ends properly are a better test.
            for &ended in ended.iter().rev() {
                let finished = session.machine.logic.and(trail.guard, ended.guard);
                let Some(inputs) = small_inputs(session, Trail { guard: finished, ..ended })? else { continue };
                case = run(session, inputs)?.unwrap_or(case);
                break;
            }
        }
        if !matches!(case.end, End::Rejected { by: Assumption::Requires, .. }) {
            open.retain(|g| !case.covers.contains(g));
            pool.push(case);
        }
    }
    pool.iter().for_each(|case| tracker.seen.extend(&case.covers));
    session.observers.coverage = Some(tracker);
    Ok(cover(pool, needed))
}

/// Inputs with small values that lead along a trail.
fn small_inputs(session: &mut Session<'_>, trail: Trail) -> Result<Option<Inputs>, Error> {
    let Session { machine, frontier, entry, parameters, limits, .. } = session;
    let asked = machine.with_axioms(trail.guard);
    // Where no thread waits for others, the values from outside up to the goal are enough, and the run may never end.
    let steps = if trail.past.is_some() { u64::MAX } else { Limits::default().steps };
    let limits = Limits::steps(steps).until(limits.token());
    let small = follow::small(machine, &frontier.schedule, (*entry, parameters), asked, trail.past, limits)?;
    Ok(small.map(|(_, inputs)| inputs))
}

/// The case of a concrete run of inputs; `None` if the run was cancelled.
fn run(session: &Session<'_>, inputs: Inputs) -> Result<Option<Case>, Error> {
    let (program, dialect): (&Program, _) = (session.machine.program, &session.machine.config.dialect);
    let limits = Limits::default().until(session.limits.token());
    let mut recorder = Recorder::default();
    let mut observer = |event: interp::Event<'_>, _: &interp::Heap| recorder.note(program, event);
    let run = interp::run_observed(program, session.entry, &inputs, dialect, limits, &mut observer);
    let interp::Run { end, covers: satisfies, .. } = run.map_err(|why| Error::inadmissible(&inputs, &why))?;
    Ok((end != End::Cancelled).then_some(Case { inputs, end, covers: recorder.covered, satisfies }))
}

/// The first `needed` cases, and enough others to cover what these do not cover. The one that covers most is always chosen
/// next, and in the end those that have become superfluous are dropped.
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
