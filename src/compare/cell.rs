//! One run: its verdict, its cost and its counters.

use crate::paths::Paths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Nothing is violated.
    Valid,
    /// Something is violated.
    Invalid,
    /// Not decided.
    Unknown,
    /// No verdict: a defect, or a process that was killed.
    Failed,
}

impl fmt::Display for Answer {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Answer {
    /// Whether two answers about one program cannot both be right.
    pub fn contradicts(self, other: Answer) -> bool {
        matches!((self, other), (Answer::Valid, Answer::Invalid) | (Answer::Invalid, Answer::Valid))
    }
}

/// The part of a run's statistics that comparisons are about. Times are in seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Figures {
    /// Wall time of the exploration, without the start of the process and of loading the program.
    pub time_total: f64,
    /// Time in operations on guards.
    pub time_bdd: f64,
    /// Time in the solver.
    pub time_solver: f64,
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// Instructions and terminators executed.
    pub operations: u64,
    /// Coalescings of two pc entries; none in path mode.
    pub merges: u64,
    /// Guarded assignments, where they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub assignments: Option<u64>,
    /// Those that classic state merging can make precisely, where they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub assignments_csm: Option<u64>,
    /// Path mode: paths that ended. Merge mode: an upper bound of the paths that the entries stand for.
    #[serde(alias = "paths_at_most")]
    pub paths: Paths,
    /// Summaries read.
    pub summary_reads: u64,
    /// Their pairs, in sum.
    pub summary_pairs: u64,
    /// Pairs per summary read, average.
    pub summary_size_avg: f64,
    /// Most pairs of a summary that was read.
    pub summary_size_max: u64,
    /// Thresholds and choices that have a variable.
    pub atoms: u64,
    /// Most nodes of one guard.
    pub bdd_nodes_max: u64,
}

/// How far a run came. It decides which times its own can be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It did what it was asked for.
    Complete,
    /// The time-out or the memory limit ended it: it would have taken longer.
    Cut,
    /// Something stayed undecided, and more time would not help. Its times mean little.
    GaveUp,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Cell {
    /// How it ended.
    pub answer: Answer,
    /// Why it is not exhaustive, leading reason first. For a failed run, how the process ended.
    pub reasons: Vec<String>,
    /// From before the start of the process to after its end, seconds.
    pub wall: f64,
    /// Its largest resident size as the kernel has counted it, bytes.
    pub memory_peak: u64,
    /// Its statistics; a failed run has none.
    pub figures: Option<Figures>,
}

impl Cell {
    /// How far the run came.
    pub fn end(&self) -> End {
        let has = |words: &[&str]| self.reasons.iter().any(|reason| words.contains(&reason.as_str()));
        match self.answer {
            Answer::Failed => End::GaveUp,
            _ if has(&["timeout", "memory", "interrupted"]) => End::Cut,
            // Bounds that the user has set, or a violation at which it was to stop.
            Answer::Unknown if !self.reasons.iter().all(|r| matches!(r.as_str(), "unroll" | "depth" | "stopped")) => {
                End::GaveUp
            }
            _ => End::Complete,
        }
    }

    /// The verdict for tables. An undecided run is shown with its leading reason.
    pub fn verdict(&self) -> String {
        match (self.answer, self.reasons.first()) {
            (Answer::Unknown | Answer::Failed, Some(reason)) => reason.clone(),
            (answer, _) => answer.to_string(),
        }
    }
}
