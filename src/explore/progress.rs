//! Progress reports to the watcher of an exploration.

use super::bounds;
use super::tally::Tally;
use super::watch::Watch;
use crate::outcome::{Phase, Progress};
use crate::state::Entry;
use crate::transition::Machine;

/// Steps between two reports.
const STEPS: u64 = 64;

/// Reports progress every few steps.
pub struct ProgressReport<'p> {
    watch: &'p Watch,
    steps: u64,
}

impl<'p> ProgressReport<'p> {
    /// Progress reports to a watch.
    pub fn new(watch: &'p Watch) -> Self {
        Self { watch, steps: 0 }
    }

    /// Counts that an entry is about to run, and reports if it is time.
    pub fn step(&mut self, machine: &Machine<'_>, tally: &Tally, entry: &Entry) {
        self.steps += 1;
        if self.steps % STEPS != 1 {
            return;
        }
        let frame = machine.contexts.frame(entry.point.frame);
        let block = &machine.program.methods[frame.method].blocks[entry.point.block];
        let mut paths = tally.paths;
        paths += entry.paths;
        self.watch.set_progress(Progress {
            round: tally.rounds,
            line: block.instrs.first().map_or(block.line, |i| i.line),
            operations: machine.counters().operations,
            paths_at_most: paths.as_f64(),
            pc_entries: tally.waiting + 1,
            largest_summary: machine.counters().pairs_max,
            violations: machine.checks().violations.found.len() as u64,
            solver_calls: machine.solver.stats().solver_calls,
            bound: tally.deepened.map(|(bound, what)| bounds::parked(machine.program, what, bound)),
            memory_bytes: 0,
            phase: Phase::Exploring,
        });
    }
}
