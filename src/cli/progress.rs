//! Progress on standard error: of an exploration as a line or as JSON, of a series of runs as a bar. Line and bar are shown
//! on terminals only.

use super::args::Progress;
use super::output::complain;
use crate::report::format::progress::Moment;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal;
use std::time::Duration;

/// Explorations that take less time show no line.
const PATIENCE: Duration = Duration::from_millis(300);
/// The time between two JSON objects.
const OBJECTS: Duration = Duration::from_millis(500);

/// The progress display of explorations that run one after the other. A line disappears when it is dropped.
pub enum Line {
    /// Nothing.
    Nothing,
    /// A line that changes.
    Spinner(ProgressBar),
    /// JSON objects, with the time when the next one is due.
    Json(Cell<Duration>),
}

impl Line {
    /// The requested display, which shows nothing yet. A line needs a terminal, and `quiet` turns it off.
    pub fn new(wanted: Progress, quiet: bool) -> Self {
        match wanted {
            Progress::Json => return Self::Json(Cell::new(OBJECTS)),
            Progress::Auto if !quiet && std::io::stderr().is_terminal() => {}
            Progress::Auto | Progress::None => return Self::Nothing,
        }
        // The message is cut at the width of the terminal.
        let style =
            ProgressStyle::with_template("{spinner} {wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style);
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        Self::Spinner(bar)
    }

    /// Shows the progress of an exploration.
    pub fn update(&self, moment: &Moment<'_>) {
        match self {
            Self::Spinner(bar) if moment.elapsed >= PATIENCE => {
                bar.set_message(moment.line());
                bar.tick();
            }
            Self::Json(due) if moment.elapsed >= due.get() => {
                due.set(moment.elapsed + OBJECTS);
                print(moment);
            }
            Self::Nothing | Self::Spinner(_) | Self::Json(_) => {}
        }
    }

    /// Shows the final progress of an exploration.
    pub fn ended(&self, moment: &Moment<'_>) {
        if let Self::Json(due) = self {
            due.set(OBJECTS);
            print(moment);
        }
    }
}

fn print(moment: &Moment<'_>) {
    // A failure to show progress is ignored.
    if let Ok(object) = moment.json() {
        complain(&object);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Self::Spinner(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// A progress bar of a series of runs; nothing if standard error is no terminal.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar of this many runs.
    pub fn new(runs: u64) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(runs).with_style(style);
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        Self(bar)
    }

    /// Shows the current run and its time.
    pub fn update(&self, file: &str, run: &str, elapsed: Duration) {
        self.0.set_message(format!("{file}, {run}, {:.1} s", elapsed.as_secs_f64()));
    }

    /// One more run has ended.
    pub fn done(&self) {
        self.0.inc(1);
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
