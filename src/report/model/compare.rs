//! Comparisons of merge mode with path mode, and what follows from them.

use crate::compare::{Comparison, Derived};
use schemars::JsonSchema;
use serde::Serialize;
use std::ffi::OsString;

/// The version of the JSON format.
pub const SCHEMA: u32 = 1;

/// All comparisons of one call.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, title = "The table of `multise compare`")]
pub struct Compared {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    pub schema: u32,
    /// The version of the tool.
    pub version: &'static str,
    /// The options that every run was given, as words.
    pub options: Vec<String>,
    /// The time-out of each run, seconds.
    pub timeout: f64,
    /// One for each program, in the order given.
    pub comparisons: Vec<Row>,
}

/// A comparison with what follows from it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Row {
    /// The runs.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// The numbers of the table.
    pub derived: Derived,
}

impl Compared {
    /// These comparisons; `options` are those of their runs.
    pub fn new(comparisons: Vec<Comparison>, options: &[OsString], timeout: f64) -> Self {
        let options = options.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let row = |comparison: Comparison| Row { derived: comparison.derived(), comparison };
        let comparisons = comparisons.into_iter().map(row).collect();
        Self { schema: SCHEMA, version: env!("CARGO_PKG_VERSION"), options, timeout, comparisons }
    }
}

#[cfg(test)]
pub(crate) mod fixture {
    //! Comparisons with made-up numbers, which need no run.

    use super::Compared;
    use crate::compare::{Answer, Cell, Comparison, Figures};

    fn cell(answer: Answer, reasons: &[&str], wall: f64, paths: u64, calls: u64, operations: u64) -> Cell {
        Cell {
            answer,
            reasons: reasons.iter().map(|r| (*r).to_owned()).collect(),
            wall,
            memory_peak: 50 << 20,
            figures: Some(Figures {
                time_total: wall * 0.5,
                time_bdd: wall * 0.1,
                time_solver: wall * 0.25,
                solver_calls: calls,
                operations,
                merges: 20,
                assignments: None,
                assignments_csm: None,
                paths: paths.into(),
                summary_reads: operations,
                summary_pairs: operations * 2,
                summary_size_avg: 2.0,
                summary_size_max: 10,
                atoms: 45,
                bdd_nodes_max: 120,
            }),
        }
    }

    /// One decided by both, one by merge mode alone, one that failed.
    pub(crate) fn compared() -> Compared {
        let both = Comparison {
            file: "examples/find_max.oox".to_owned(),
            merge: cell(Answer::Valid, &[], 0.5, 1024, 90, 307),
            path: cell(Answer::Valid, &[], 5.0, 512, 1022, 8823),
            assignments: Some(51),
            assignments_csm: Some(51),
        };
        let alone = Comparison {
            file: "examples/stack.oox".to_owned(),
            merge: cell(Answer::Invalid, &["stopped"], 0.25, 3000, 0, 987),
            path: cell(Answer::Unknown, &["timeout"], 60.0, 2400, 4800, 120_000),
            assignments: Some(50),
            assignments_csm: Some(29),
        };
        let mut failed = both.clone();
        failed.file = "examples/words.oox".to_owned();
        failed.path = Cell {
            answer: Answer::Failed,
            reasons: vec!["exit status: 4".to_owned()],
            wall: 1.0,
            memory_peak: 0,
            figures: None,
        };
        (failed.assignments, failed.assignments_csm) = (None, None);
        Compared::new(vec![both, alone, failed], &["--set=Main.n=10".into()], 60.0)
    }
}
