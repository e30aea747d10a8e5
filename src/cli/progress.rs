//! The line that shows that exploration is alive, and the bar of a series of runs. They are on standard error, and only
//! on a terminal.

use crate::explore::Progress;
use crate::report::words;
use crate::source::Sources;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// Shorter explorations show nothing.
const PATIENCE: Duration = Duration::from_millis(300);

/// The line; nothing where standard error is no terminal. It disappears when it is dropped.
pub struct Line(Option<ProgressBar>);

impl Line {
    /// A line that is not shown yet.
    pub fn new(quiet: bool) -> Self {
        if quiet || !std::io::stderr().is_terminal() {
            return Self(None);
        }
        // The message is cut at the width of the terminal.
        let style =
            ProgressStyle::with_template("{spinner} {wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style);
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        Self(Some(bar))
    }

    /// Shows how far the exploration is.
    pub fn update(&self, progress: &Progress, source: &Sources, elapsed: Duration) {
        if let Some(bar) = &self.0
            && elapsed >= PATIENCE
        {
            bar.set_message(message(progress, source, elapsed));
            bar.tick();
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// How far a series of runs is; nothing where standard error is no terminal.
pub struct Bar(Option<ProgressBar>);

impl Bar {
    /// A bar of this many runs.
    pub fn new(runs: u64) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(runs).with_style(style);
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        Self(Some(bar))
    }

    /// Shows the current run and its time.
    pub fn update(&self, file: &str, run: &str, elapsed: Duration) {
        if let Some(bar) = &self.0 {
            bar.set_message(format!("{file}, {run}, {:.1} s", elapsed.as_secs_f64()));
        }
    }

    /// One more run has ended.
    pub fn done(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// How far an exploration is, in a line.
pub fn message(progress: &Progress, source: &Sources, elapsed: Duration) -> String {
    let p = progress;
    let phase = if p.phase.is_empty() { "preparing" } else { p.phase };
    let paths =
        if p.paths_at_most < 1e6 { format!("{:.0}", p.paths_at_most) } else { format!("{:.1e}", p.paths_at_most) };
    let violations = if p.violations > 0 { format!(", violations {}", p.violations) } else { String::new() };
    let deepest = p.bound.map(|parked| {
        let what = words::bounded(parked.what, source.line(parked.span));
        format!("{what}: {}, ", words::bound(&parked))
    });
    let deepest = deepest.unwrap_or_default();
    format!(
        "{phase}, round {}, {deepest}line {}, paths at most {paths}, operations {}, solver calls {}{violations}, {:.1} s",
        p.round,
        p.line,
        p.operations,
        p.solver_calls,
        elapsed.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::outcome::{Cut, Parked};
    use crate::source::Span;

    #[test]
    fn the_line_has_what_tells_life_from_death() {
        let source: Sources =
            crate::source::SourceFile::new("t.oox", "class Main {\n  static void main(int n) { while (n > 0) { } }\n}")
                .into();
        let loop_ = Parked { span: Span::new(41, 54), what: Cut::Loop, bound: 64 };
        let progress = Progress {
            round: 2,
            line: 34,
            operations: 12_345,
            paths_at_most: 1.5e9,
            pc_entries: 3,
            violations: 1,
            solver_calls: 77,
            bound: Some(loop_),
            phase: "exploring",
        };
        assert_eq!(
            message(&progress, &source, Duration::from_millis(2_100)),
            "exploring, round 2, loop at line 2: 64 iterations, line 34, paths at most 1.5e9, operations 12345, \
             solver calls 77, violations 1, 2.1 s"
        );
    }
}
