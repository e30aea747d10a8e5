//! Merge mode and path mode on the same program.

use super::cell::{Answer, Cell, Figures};
use super::ratio::Ratio;
use schemars::JsonSchema;
use serde::Serialize;

/// Two runs of one program with the same options.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Comparison {
    /// The program, as it was named.
    pub file: String,
    /// The run in merge mode.
    pub merge: Cell,
    /// The run in path mode.
    pub path: Cell,
    /// Guarded assignments of merge mode, counted by a run of its own that is not timed.
    pub assignments: Option<u64>,
    /// Those that classic state merging can make precisely.
    pub assignments_csm: Option<u64>,
}

/// What follows from the two runs. Ratios are path mode to merge mode, so that a larger one favours merging.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Derived {
    /// The ratio of wall times.
    pub time_ratio: Option<Ratio>,
    /// The ratio of operations.
    pub operations_ratio: Option<Ratio>,
    /// The ratio of times in the solver.
    pub solver_time_ratio: Option<Ratio>,
    /// Share of the exploration in merge mode in operations on guards, per cent.
    pub merge_bdd_percent: Option<f64>,
    /// The same in the solver.
    pub merge_solver_percent: Option<f64>,
    /// Share of the exploration in path mode in the solver, per cent.
    pub path_solver_percent: Option<f64>,
    /// Average milliseconds per question to the solver in merge mode.
    pub merge_solver_call_ms: Option<f64>,
    /// The same in path mode.
    pub path_solver_call_ms: Option<f64>,
    /// Paths per second in path mode, whether or not it was completed.
    pub path_paths_per_second: Option<f64>,
    /// Questions to the solver per path in path mode.
    pub path_solver_calls_per_path: Option<f64>,
    /// Paths per pair of a value summary. The number of paths at a point of the program, summed over all variables read at
    /// all points (path mode reads them once on each path), is divided by the sizes of their summaries in merge mode.
    pub sharing_factor: Option<Ratio>,
    /// Share of the guarded assignments that classic state merging can make precisely, per cent.
    pub assignments_csm_percent: Option<f64>,
}

impl Comparison {
    /// Whether the two modes cannot both be right.
    pub fn contradictory(&self) -> bool {
        self.merge.answer.contradicts(self.path.answer)
    }

    /// Whether one of the runs ended without a verdict.
    pub fn failed(&self) -> bool {
        [&self.merge, &self.path].iter().any(|cell| cell.answer == Answer::Failed)
    }

    /// The numbers of the table.
    pub fn derived(&self) -> Derived {
        let (merge, path) = (&self.merge, &self.path);
        if self.failed() {
            return Derived::default();
        }
        let ratio = |of_path, of_merge| Ratio::of((of_path, path.end()), (of_merge, merge.end()));
        let (of_path, of_merge) = (path.figures.as_ref(), merge.figures.as_ref());
        let both = |of: fn(&Figures) -> f64| ratio(of(of_path?), of(of_merge?));
        let per_call = |f: &Figures| quotient(1000.0 * f.time_solver, f.solver_calls as f64);
        let percent = |figures: Option<&Figures>, part: fn(&Figures) -> f64| {
            figures.and_then(|f| quotient(100.0 * part(f), f.time_total))
        };
        let reads = of_path.map(|f| f.summary_reads as f64).zip(of_merge.map(|f| f.summary_pairs as f64));
        let assignments = self.assignments_csm.zip(self.assignments);
        Derived {
            time_ratio: ratio(path.wall, merge.wall),
            operations_ratio: both(|f| f.operations as f64),
            solver_time_ratio: both(|f| f.time_solver),
            merge_bdd_percent: percent(of_merge, |f| f.time_bdd),
            merge_solver_percent: percent(of_merge, |f| f.time_solver),
            path_solver_percent: percent(of_path, |f| f.time_solver),
            merge_solver_call_ms: of_merge.and_then(per_call),
            path_solver_call_ms: of_path.and_then(per_call),
            path_paths_per_second: of_path.and_then(|f| quotient(f.paths.as_f64(), f.time_total)),
            path_solver_calls_per_path: of_path.and_then(|f| quotient(f.solver_calls as f64, f.paths.as_f64())),
            sharing_factor: reads.and_then(|(of_path, of_merge)| ratio(of_path, of_merge)),
            assignments_csm_percent: assignments.and_then(|(csm, all)| quotient(100.0 * csm as f64, all as f64)),
        }
    }
}

fn quotient(dividend: f64, divisor: f64) -> Option<f64> {
    (divisor > 0.0).then(|| dividend / divisor)
}
