//! The progress of an exploration, as a line for people and as a JSON object for other programs.

use super::json;
use crate::outcome::{Cut, Phase, Progress, Statistics};
use crate::report::model::words;
use crate::source::Sources;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// The progress of an exploration, with what a report of it needs.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The method where exploration started.
    pub entry: &'a str,
    /// The text of the program.
    pub source: &'a Sources,
    /// The latest report of the exploration.
    pub progress: &'a Progress,
    /// Wall time since exploration began.
    pub elapsed: Duration,
}

/// How far an exploration is.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, title = "A line of `--progress json`")]
pub(super) struct Report<'a> {
    /// The version of the format.
    #[schemars(extend("const" = json::SCHEMA))]
    schema: u32,
    /// The method from which exploration started.
    entry: &'a str,
    /// Wall time since then, seconds.
    elapsed: f64,
    /// What the exploration is at; `ended` in its last object.
    phase: Phase,
    /// The deepening round, from 1; 0 before it has begun.
    round: u64,
    /// The largest bound that has deepened so far.
    bound: Option<Bound>,
    /// The line that was last reported; 0 for none.
    line: u32,
    /// The pc entries that can run.
    pc_entries: u64,
    /// Most pairs of a summary that was read.
    largest_summary: u64,
    /// Instructions and terminators executed.
    operations: u64,
    /// Questions that reached the solver.
    solver_calls: u64,
    /// Violations found.
    violations: u64,
    /// Resident memory, bytes; in the last object the peak.
    memory_bytes: u64,
    /// Paths that have been explored: an upper bound in merge mode, of which the magnitude counts.
    paths_at_most: f64,
}

/// A bound, with what it bounds.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Bound {
    /// What is cut.
    kind: Cut,
    /// Its line.
    #[schemars(range(min = 1))]
    line: u32,
    /// Up to where this round goes.
    bound: u64,
}

/// The progress of a finished exploration: its latest report with the final numbers.
pub fn ended(last: &Progress, statistics: &Statistics, violations: usize) -> Progress {
    Progress {
        phase: Phase::Ended,
        round: statistics.rounds,
        largest_summary: statistics.summary_size_max,
        operations: statistics.operations,
        solver_calls: statistics.solver_calls,
        violations: violations as u64,
        memory_bytes: statistics.memory_peak,
        paths_at_most: statistics.paths.as_f64(),
        ..*last
    }
}

impl Moment<'_> {
    /// A line for a terminal, which cuts it at its width: the most important values come first.
    pub fn line(&self) -> String {
        let p = self.progress;
        let paths =
            if p.paths_at_most < 1e6 { format!("{:.0}", p.paths_at_most) } else { format!("{:.1e}", p.paths_at_most) };
        let violations = if p.violations > 0 { format!("violations {}, ", p.violations) } else { String::new() };
        let deepest = p.bound.as_ref();
        let deepest = deepest.map(|b| format!("{}: {}, ", words::bounded(b, self.source), words::bound(b)));
        format!(
            "{} {:.1} s, {violations}round {}, {}line {}, pc entries {}, largest summary {}, solver calls {}, memory {} MiB, \
             operations {}, paths at most {paths}",
            p.phase,
            self.elapsed.as_secs_f64(),
            p.round,
            deepest.unwrap_or_default(),
            p.line,
            p.pc_entries,
            p.largest_summary,
            p.solver_calls,
            p.memory_bytes >> 20,
            p.operations,
        )
    }

    /// A JSON object in one line, ended by a line break.
    ///
    /// # Errors
    /// When it cannot be serialised: a defect.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let p = self.progress;
        let bound =
            p.bound.map(|parked| Bound { kind: parked.what, line: self.source.line(parked.span), bound: parked.bound });
        let report = Report {
            schema: json::SCHEMA,
            entry: self.entry,
            elapsed: (self.elapsed.as_secs_f64() * 1e3).round() / 1e3,
            phase: p.phase,
            round: p.round,
            bound,
            line: p.line,
            pc_entries: p.pc_entries,
            largest_summary: p.largest_summary,
            operations: p.operations,
            solver_calls: p.solver_calls,
            violations: p.violations,
            memory_bytes: p.memory_bytes,
            // JSON has no infinity.
            paths_at_most: p.paths_at_most.min(f64::MAX),
        };
        Ok(serde_json::to_string(&report)? + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Parked;
    use crate::source::{SourceFile, Span};

    #[test]
    fn the_line_has_what_tells_life_from_death() {
        let source: Sources =
            SourceFile::new("t.oox", "class Main {\n  static void main(int n) { while (n > 0) { } }\n}").into();
        let loop_ = Parked { span: Span::new(41, 54), what: Cut::Loop, bound: 64 };
        let progress = Progress {
            round: 2,
            line: 34,
            operations: 12_345,
            paths_at_most: 1.5e9,
            pc_entries: 3,
            largest_summary: 40,
            violations: 1,
            solver_calls: 77,
            bound: Some(loop_),
            memory_bytes: 300 << 20,
            phase: Phase::Exploring,
        };
        let elapsed = Duration::from_millis(2_100);
        let moment = Moment { entry: "Main.main", source: &source, progress: &progress, elapsed };
        assert_eq!(
            moment.line(),
            "exploring 2.1 s, violations 1, round 2, loop at line 2: 64 iterations, line 34, pc entries 3, largest summary 40, \
             solver calls 77, memory 300 MiB, operations 12345, paths at most 1.5e9"
        );
        assert_eq!(
            moment.json().expect("JSON"),
            "{\"schema\":1,\"entry\":\"Main.main\",\"elapsed\":2.1,\"phase\":\"exploring\",\"round\":2,\"bound\":\
             {\"kind\":\"loop\",\"line\":2,\"bound\":64},\"line\":34,\"pc_entries\":3,\"largest_summary\":40,\
             \"operations\":12345,\"solver_calls\":77,\"violations\":1,\"memory_bytes\":314572800,\
             \"paths_at_most\":1500000000.0}\n"
        );
    }
}
