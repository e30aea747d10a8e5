//! The statistics of an exploration, with the names that are usual in papers.

use crate::config::Mode;
use crate::outcome::{Outcome, RegionCounts, ScheduleCounts, Statistics, Wraps};
use crate::paths::Paths;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::Duration;

/// Numbers about an exploration.
// In the order in which they are printed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, transform = together::<Regions>, transform = together::<Schedule>)]
#[schemars(transform = together::<Assignments>, transform = together::<MachineIntegers>)]
pub struct Numbers {
    /// Wall time of the exploration, seconds.
    pub time_total: f64,
    /// Time in operations on guards, seconds.
    pub time_bdd: f64,
    /// The same in per cent of the total.
    pub time_bdd_percent: f64,
    /// Time in the solver, seconds.
    pub time_solver: f64,
    /// The same in per cent of the total.
    pub time_solver_percent: f64,
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// Those with products that linear arithmetic answered.
    pub solver_calls_linear: u64,
    /// Those about numbers of fixed widths that bit-vectors answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver_calls_vectors: Option<u64>,
    /// Questions answered without it, by shortcut.
    pub solver_calls_avoided: BTreeMap<&'static str, u64>,
    /// Instructions and terminators executed.
    pub operations: u64,
    /// What regions have done; with `--regions` only.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Regions>,
    /// What became of machine integers; where there are some only.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub wraps: Option<MachineIntegers>,
    /// Calls that were not run, on some paths at least, because their results were known.
    pub known_calls: u64,
    /// Most pc entries that waited at one time.
    pub pc_entries_max: u64,
    /// Pc entries with which the last round left the entry method: one in merge mode where all paths have come together
    /// again, the number of paths in path mode.
    pub pc_entries_final: u64,
    /// Coalescings of two pc entries.
    pub merges: u64,
    /// Guarded assignments; with `--stats` only.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub assignments: Option<Assignments>,
    /// How many paths there are.
    #[serde(flatten)]
    pub paths: PathsOf,
    /// Summaries read.
    pub summary_reads: u64,
    /// Their pairs, in sum.
    pub summary_pairs: u64,
    /// Pairs per summary read, average.
    pub summary_size_avg: f64,
    /// Most pairs of a summary that was read.
    pub summary_size_max: u64,
    /// Paths per pair of a summary read, average; in merge mode of the upper bound of the paths.
    pub sharing_factor_avg: f64,
    /// Thresholds and choices that have a variable.
    pub atoms: u64,
    /// Most nodes of one guard.
    pub bdd_nodes_max: u64,
    /// Keys of the heap at the end.
    pub heap_cells: u64,
    /// Deepening rounds.
    pub rounds: u64,
    /// What the scheduler has done; where there were several threads only.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
    /// Peak resident memory, bytes.
    pub memory_peak: u64,
}

/// What became of machine integers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MachineIntegers {
    /// Results of operations that cannot overflow, or always by the same amount.
    pub wraps_identities: u64,
    /// Results that stayed numbers modulo a power of two.
    pub wraps_kept: u64,
    /// Such numbers that a comparison, a division or an index has resolved into windows without a modulus.
    pub wraps_resolved: u64,
    /// The windows, in sum.
    pub wraps_windows: u64,
    /// Such numbers that would have had too many windows.
    pub wraps_opaque: u64,
}

impl MachineIntegers {
    fn of(counts: Wraps) -> Option<Self> {
        (counts != Wraps::default()).then_some(Self {
            wraps_identities: counts.identities,
            wraps_kept: counts.bases,
            wraps_resolved: counts.resolved,
            wraps_windows: counts.windows,
            wraps_opaque: counts.opaque,
        })
    }
}

/// Guarded assignments.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Assignments {
    /// Guarded assignments to variables, results of methods, fields and elements; with `--stats` only.
    pub assignments: u64,
    /// Those that classic state merging can make precisely: all but assignments of references; with `--stats` only.
    pub assignments_csm: u64,
}

/// A number of paths.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PathsOf {
    /// Path mode: how many paths ended.
    Paths(Paths),
    /// Merge mode: an upper bound of the paths stood for.
    PathsAtMost(Paths),
}

/// What the scheduler has done.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Schedule {
    /// Most threads that were alive at one time.
    pub threads_max: u64,
    /// Configurations of threads at which several could go on.
    pub schedule_choices: u64,
    /// The threads that could, in sum.
    pub schedule_alternatives: u64,
    /// Arrivals at a configuration where others were in the same state.
    pub schedule_coalesced: u64,
    /// Arrivals at a configuration where others were in another state.
    pub schedule_told_apart: u64,
    /// Most configurations that waited at one time.
    pub schedule_waiting_max: u64,
}

impl Schedule {
    fn of(counts: &ScheduleCounts) -> Option<Self> {
        (counts.threads_max > 1).then_some(Self {
            threads_max: counts.threads_max,
            schedule_choices: counts.choices,
            schedule_alternatives: counts.alternatives,
            schedule_coalesced: counts.coalesced,
            schedule_told_apart: counts.told_apart,
            schedule_waiting_max: counts.bundles_max,
        })
    }
}

/// What regions have done.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Regions {
    /// Branches that were asked for a region.
    pub regions_found: u64,
    /// Those that have one.
    pub regions_cached: u64,
    /// Regions that were executed in one step.
    pub regions_instantiated: u64,
    /// Methods inlined in them.
    pub regions_inlined: u64,
    /// The most calls within each other that were inlined.
    pub regions_deepest: u64,
    /// Ends of paths before the join.
    pub regions_single_path: u64,
    /// Regions that were stepped after all, since a path left them and the level does not admit that.
    pub regions_given_up: u64,
    /// Branches without a region, by the reason.
    pub regions_refused: BTreeMap<String, u64>,
}

impl Regions {
    fn of(counts: &RegionCounts) -> Option<Self> {
        let refused: u64 = counts.refused.values().sum();
        (counts.cached + refused > 0).then(|| Self {
            regions_found: counts.cached + refused,
            regions_cached: counts.cached,
            regions_instantiated: counts.instantiated,
            regions_inlined: counts.inlined,
            regions_deepest: counts.deepest,
            regions_single_path: counts.single_path,
            regions_given_up: counts.given_up,
            regions_refused: counts.refused.iter().map(|(reason, n)| (reason.to_string(), *n)).collect(),
        })
    }
}

impl Numbers {
    /// The statistics of an exploration in this mode.
    pub fn new(statistics: &Statistics, mode: Mode) -> Self {
        let s = statistics;
        let percent = |part: Duration| round(100.0 * ratio(part.as_secs_f64(), s.time_total.as_secs_f64()), 1);
        let (pairs, reads) = s.summary_reads;
        Self {
            time_total: seconds(s.time_total),
            time_bdd: seconds(s.time_bdd),
            time_bdd_percent: percent(s.time_bdd),
            time_solver: seconds(s.time_solver),
            time_solver_percent: percent(s.time_solver),
            solver_calls: s.solver_calls,
            solver_calls_linear: s.solver_calls_linear,
            solver_calls_vectors: (s.solver_calls_vectors > 0).then_some(s.solver_calls_vectors),
            solver_calls_avoided: s.solver_calls_avoided.clone(),
            operations: s.operations,
            regions: Regions::of(&s.regions),
            wraps: MachineIntegers::of(s.wraps),
            known_calls: s.known_calls,
            pc_entries_max: s.pc_entries_max,
            pc_entries_final: s.pc_entries_final,
            merges: s.merges,
            assignments: s.assignments.map(|a| Assignments { assignments: a.all, assignments_csm: a.classic }),
            paths: match mode {
                Mode::Path => PathsOf::Paths(s.paths),
                Mode::Merge => PathsOf::PathsAtMost(s.paths),
            },
            summary_reads: reads,
            summary_pairs: pairs,
            summary_size_avg: round(ratio(pairs as f64, reads as f64), 2),
            summary_size_max: s.summary_size_max,
            sharing_factor_avg: round(ratio(s.sharing_sum, reads as f64), 2),
            atoms: s.atoms,
            bdd_nodes_max: s.bdd_nodes_max,
            heap_cells: s.heap_cells,
            rounds: s.rounds,
            schedule: Schedule::of(&s.schedule),
            memory_peak: s.memory_peak,
        }
    }
}

/// The most important numbers, on one line without a line break. If a proof has ended the exploration, only the time has a
/// meaning: how far exploration had come by then differs from run to run.
pub fn summary(outcome: &Outcome, mode: Mode) -> String {
    let s = &outcome.statistics;
    let time = format!("time {:.2} s", s.time_total.as_secs_f64());
    if outcome.proof.is_some() {
        return time;
    }
    let (paths, unit) = (s.paths.magnitude(12), if mode == Mode::Path { "paths" } else { "paths at most" });
    // Where no path has ended their number says nothing.
    let paths = if s.paths == Paths::default() { String::new() } else { format!("{unit} {paths}, ") };
    let (operations, merges, calls) = (s.operations, s.merges, s.solver_calls);
    let solver = s.time_solver.as_secs_f64();
    format!("{paths}operations {operations}, merges {merges}, solver calls {calls} ({solver:.2} s), {time}")
}

pub fn seconds(time: Duration) -> f64 {
    round(time.as_secs_f64(), 6)
}

pub fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

pub fn round(x: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    // Averages of very many paths overflow: JSON has no infinity.
    let scaled = (x * scale).round() / scale;
    if scaled.is_finite() { scaled } else { f64::MAX }
}

/// The fields of `T`, which are flattened into the type of the schema: either all are written, or none.
fn together<T: JsonSchema>(schema: &mut schemars::Schema) {
    let part = SchemaGenerator::new(SchemaSettings::draft2020_12().for_serialize()).into_root_schema_for::<T>();
    let Some(Value::Array(fields)) = part.get("required") else { return };
    let all = schema.ensure_object().entry("dependentRequired").or_insert_with(|| Map::new().into());
    if let Value::Object(all) = all {
        for field in fields.iter().filter_map(Value::as_str) {
            let others = fields.iter().filter(|other| *other != field).cloned().collect();
            all.insert(field.to_owned(), Value::Array(others));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Proof;
    use crate::report::fixture;
    use std::collections::BTreeSet;

    #[test]
    fn numbers_without_a_meaning_are_left_out() {
        let mut outcome = fixture::unknown();
        outcome.statistics.paths = Paths::default();
        let expected = "operations 4321, merges 65, solver calls 7 (0.10 s), time 0.25 s";
        assert_eq!(summary(&outcome, Mode::Merge), expected);
        let (reached, claims, clauses) = (BTreeSet::new(), Vec::new(), String::new());
        let (covered, reached_implicit, opinion) = (BTreeSet::new(), BTreeSet::new(), None);
        let (terminates, ends, is_of_copies) = (false, true, false);
        let proof =
            Proof { terminates, ends, reached, reached_implicit, covered, claims, is_of_copies, clauses, opinion };
        outcome.proof = Some(proof);
        assert_eq!(summary(&outcome, Mode::Merge), "time 0.25 s");
    }
}
