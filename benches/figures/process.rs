//! One run of the binary as a process of its own: verdict by exit code, wall time, and the peak of its resident memory
//! as the kernel has counted it.

use multise::internals::compare::Answer;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use wait4::Wait4;

/// How much longer than its own limit a process may take before it is killed.
const GRACE: Duration = Duration::from_secs(10);

/// A finished process.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its verdict.
    pub answer: Answer,
    /// The last line that it printed.
    pub detail: String,
    /// From before its start to after its end.
    pub wall: Duration,
    /// Its largest resident size.
    pub peak_mib: f64,
}

impl Measured {
    /// Whether the answer is a verdict about all executions or a violation.
    pub fn decides(&self) -> bool {
        matches!(self.answer, Answer::Valid | Answer::Invalid)
    }
}

/// How often each command is run. The fastest counts.
const RUNS: usize = 3;

/// The fastest run of each of some commands, which are run by number and in turns. What takes `long` is not run again.
pub fn fastest<const N: usize>(long: Duration, run: impl Fn(usize) -> Measured) -> [Measured; N] {
    let mut best = std::array::from_fn(&run);
    for _ in 1..RUNS {
        for (number, best) in best.iter_mut().enumerate() {
            if best.wall < long {
                let again = run(number);
                if again.wall < best.wall {
                    *best = again;
                }
            }
        }
    }
    best
}

/// Runs a binary's `explore` with these arguments and waits for its end.
///
/// # Panics
/// When the process cannot be started or waited for.
pub fn run(binary: &Path, words: &[&str], limit: Duration) -> Measured {
    let start = Instant::now();
    let mut child = Command::new(binary)
        .arg("explore")
        .args(words)
        .args(["--timeout", &limit.as_secs().to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|e| panic!("{}: {e}", binary.display()));
    let id = child.id().to_string();
    let (ended, end) = mpsc::channel::<()>();
    let watchdog = thread::spawn(move || {
        if end.recv_timeout(limit + GRACE) == Err(mpsc::RecvTimeoutError::Timeout) {
            // The process has not been waited for, so its number is still its own.
            let _ = Command::new("kill").args(["-9", &id]).status();
        }
    });
    let mut output = Vec::new();
    let _ = child.stdout.take().expect("a piped output").read_to_end(&mut output);
    drop(ended);
    let usage = child.wait4().expect("a child can be waited for");
    let wall = start.elapsed();
    watchdog.join().expect("the watchdog only waits");
    let answer = match usage.status.code() {
        Some(0) => Answer::Valid,
        Some(1) => Answer::Invalid,
        Some(3) => Answer::Unknown,
        _ => Answer::Failed,
    };
    let output = String::from_utf8_lossy(&output);
    let detail = match answer {
        Answer::Failed => usage.status.to_string(),
        _ => output.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("").trim().to_owned(),
    };
    Measured { answer, detail, wall, peak_mib: usage.rusage.maxrss as f64 / (1024.0 * 1024.0) }
}
