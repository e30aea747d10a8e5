//! The progress of an exploration.

use super::Parked;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The progress of an exploration. Monotone within a round, except `pc_entries` and `line`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The deepening round, from 1.
    pub round: u64,
    /// The line that is being executed.
    pub line: u32,
    /// Instructions and terminators executed.
    pub operations: u64,
    /// Paths that have been explored: an upper bound in merge mode. A float because only its magnitude is shown.
    pub paths_at_most: f64,
    /// The pc entries that wait.
    pub pc_entries: u64,
    /// The most pairs of a summary that was read.
    pub largest_summary: u64,
    /// Violations found.
    pub violations: u64,
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// The largest of the bounds that have been deepened, with its value in this round; `None` before the first deepening.
    pub bound: Option<Parked>,
    /// Resident memory of the process in bytes. The exploration leaves it 0; the code that watches the limits measures it.
    pub memory_bytes: u64,
    /// The phase of the run.
    pub phase: Phase,
}

/// What an exploration is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It has not begun.
    #[default]
    Preparing,
    /// It has begun.
    Exploring,
    /// It has ended: the numbers are final.
    Ended,
}

impl fmt::Display for Phase {
    /// The word in JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
