//! A run as a process of its own. Verdict and figures are from its report, the wall time is measured from outside, and the
//! peak of its resident memory is the kernel's.

use super::cell::{Answer, Cell, Figures};
use crate::config::Mode;
use serde::Deserialize;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use wait4::Wait4;

/// The time beyond its own limit after which a process is killed.
const GRACE: Duration = Duration::from_secs(10);
/// The interval at which the caller is asked whether to go on.
const TICK: Duration = Duration::from_millis(50);
/// The exit code of a program or an option that is refused.
const REFUSED: i32 = 2;
/// The exit code of a run that was interrupted.
const INTERRUPTED: i32 = 130;

/// A program to run, in either mode.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The executable of `multise`.
    pub binary: &'a Path,
    /// The program.
    pub file: &'a Path,
    /// Options of `explore`, without mode and format.
    pub options: &'a [OsString],
    /// The time-out of each run.
    pub limit: Duration,
}

/// The purpose of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To be timed, in this mode.
    Time(Mode),
    /// To count guarded assignments, and those that classic state merging can make.
    CountCsm,
}

/// Why there is no cell.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The process cannot be started or waited for.
    #[error("cannot run {binary}: {source}")]
    Process {
        /// The executable.
        binary: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The program or an option was refused, with this message.
    #[error("{0}")]
    Refused(String),
    /// The caller has stopped waiting.
    #[error("interrupted")]
    Interrupted,
}

/// The part of a report that is read.
#[derive(Deserialize)]
struct Report {
    reasons: Vec<String>,
    statistics: Figures,
}

/// Runs a job and waits for its end. From time to time `go_on` is called with the time so far, and returns whether to wait
/// longer.
///
/// # Errors
/// See [`Error`].
pub fn run(job: &Job<'_>, goal: Goal, mut go_on: impl FnMut(Duration) -> bool) -> Result<Cell, Error> {
    let failed = |source| Error::Process { binary: job.binary.display().to_string(), source };
    let started = Instant::now();
    let mut child = command(job, goal).spawn().map_err(failed)?;
    let (mut stdout, mut stderr) =
        (child.stdout.take().expect("a piped output"), child.stderr.take().expect("a piped output"));
    let complaints = thread::spawn(move || {
        let mut bytes = Vec::new();
        // Unreadable output counts as none.
        let _ = stderr.read_to_end(&mut bytes);
        bytes
    });
    let (sender, receiver) = channel();
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stdout.read_to_end(&mut bytes);
        // The receiver is gone when the caller has stopped waiting.
        let _ = sender.send(());
        bytes
    });
    let (mut interrupted, mut killed) = (false, false);
    // The process has ended when its output has.
    while receiver.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        interrupted |= !go_on(started.elapsed());
        if !killed && (interrupted || started.elapsed() > job.limit.saturating_add(GRACE)) {
            killed = true;
            child.kill().map_err(failed)?;
        }
    }
    let usage = child.wait4().map_err(failed)?;
    let wall = started.elapsed().as_secs_f64();
    let output = reader.join().unwrap_or_default();
    let complaints = complaints.join().unwrap_or_default();
    let code = usage.status.code();
    match code {
        _ if interrupted => return Err(Error::Interrupted),
        Some(INTERRUPTED) => return Err(Error::Interrupted),
        Some(REFUSED) => return Err(Error::Refused(String::from_utf8_lossy(&complaints).into_owned())),
        _ => {}
    }
    let report: Option<Report> = serde_json::from_slice(&output).ok();
    let answer = match (code, &report) {
        (Some(0), Some(_)) => Answer::Valid,
        (Some(1), Some(_)) => Answer::Invalid,
        (Some(3), Some(_)) => Answer::Unknown,
        _ => Answer::Failed,
    };
    let (reasons, figures) = match report {
        Some(report) if answer != Answer::Failed => (report.reasons, Some(report.statistics)),
        _ if killed => (vec!["killed".to_owned()], None),
        _ => (vec![usage.status.to_string()], None),
    };
    Ok(Cell { answer, reasons, wall, memory_peak: usage.rusage.maxrss, figures })
}

fn command(job: &Job<'_>, goal: Goal) -> Command {
    let mut command = Command::new(job.binary);
    command.arg("explore").arg(job.file).args(job.options).args(["--no-jvm", "--format", "json", "--mode"]);
    match goal {
        Goal::Time(mode) => command.arg(mode.to_string()),
        Goal::CountCsm => command.args(["merge", "--stats"]),
    };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
