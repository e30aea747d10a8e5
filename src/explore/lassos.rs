//! Search for executions that cannot end, with `--termination`.
//!
//! Bounds cannot tell such an execution from a long one. The interpreter can: it recognises a state that comes back
//! ([`interp::Lasso`]). So it runs on inputs of the paths that are left. What it finds is a violation that needs no replay.
//! Programs that fork are not searched.

use super::error::Error;
use super::frontier::Frontier;
use super::replay;
use super::witness::Parameter;
use crate::cancel::Token;
use crate::guard::Guard;
use crate::inputs::Inputs;
use crate::interp::{self, End, Run};
use crate::ir::{BlockId, Kind, MethodId};
use crate::state::Trail;
use crate::transition::Machine;
use std::collections::BTreeMap;

/// The most paths of a point that are tried.
const PATHS: usize = 4;

/// A run has at least this number of steps, and this number for each operation of the exploration so far.
const STEPS: u64 = 100_000;
const STEPS_PER_OPERATION: u64 = 16;

/// The operations after which a search is due for the first time. After that it is due whenever they have doubled.
const FIRST: u64 = 1 << 10;

/// When the next search is due.
pub struct NextSearch(u64);

impl Default for NextSearch {
    fn default() -> Self {
        Self(FIRST)
    }
}

impl NextSearch {
    /// Whether a search is due after a number of operations.
    pub fn is_due(&mut self, operations: u64) -> bool {
        let is_due = operations >= self.0;
        while operations >= self.0 {
            self.0 *= 2;
        }
        is_due
    }
}

/// Executions that cannot end, on some of the paths that are left: one for each loop and recursive method that was found.
///
/// # Errors
/// When the entry does not take the inputs: a defect of the engine.
pub fn search(
    machine: &mut Machine<'_>,
    frontier: &Frontier,
    start: (MethodId, &[Parameter]),
    token: &Token,
) -> Result<Vec<(Inputs, Run)>, Error> {
    let steps = (machine.counters().operations * STEPS_PER_OPERATION).max(STEPS);
    let mut found = Vec::new();
    for guard in left(machine, frontier) {
        if machine.logic.intact().is_err() || token.is_cancelled() {
            break;
        }
        let limits = interp::Limits::steps(steps).until(token);
        let trail = Trail { guard, past: None };
        let Some((_, inputs, run)) = replay::run(machine, &frontier.schedule, start, trail, limits)? else { continue };
        if matches!(&run.end, End::Violation(fault) if fault.kind == Kind::Nontermination) {
            found.push((inputs, run));
        }
    }
    Ok(found)
}

/// The guards of some paths that can go on or are cut, a few for each point of the program.
fn left(machine: &Machine<'_>, frontier: &Frontier) -> Vec<Guard> {
    let mut points: BTreeMap<(MethodId, BlockId), Vec<Guard>> = BTreeMap::new();
    let alone = frontier.states().filter(|state| state.others.is_empty());
    for entry in alone.flat_map(|state| state.pc.entries()) {
        let point = (machine.contexts.frame(entry.point.frame).method, entry.point.block);
        let guards = points.entry(point).or_default();
        if guards.len() < PATHS && !entry.guard.is_false() && !guards.contains(&entry.guard) {
            guards.push(entry.guard);
        }
    }
    let mut guards: Vec<Guard> = points.into_values().flatten().collect();
    for cut in frontier.cut.iter().filter(|cut| cut.is_alone).map(|cut| cut.guard) {
        if !guards.contains(&cut) {
            guards.push(cut);
        }
    }
    guards
}
