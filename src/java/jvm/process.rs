//! The process of the JVM: where it is, how it starts, and how long a run may take.

use super::wire;
use crate::java::{home, library};
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The interval at which a process is asked whether it has ended.
const TICK: Duration = Duration::from_millis(5);
/// Exceptions without stack traces could not be compared, and runs are too short for the second compiler. The model of `Locale` has
/// this language and country.
const OPTIONS: [&str; 7] = [
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-Xmx1g",
    "-Duser.language=en",
    "-Duser.country=US",
    "-jar",
];

/// Those that are not in use. Starting one takes longer than most replays, and a replay leaves nothing behind. When this process
/// ends, their input does, and they end too.
static IDLE: Mutex<Vec<Process>> = Mutex::new(Vec::new());

/// A JVM that runs the embedded helper.
#[derive(Debug)]
pub struct Process {
    /// The folder of the JVM that the user has chosen.
    home: Option<PathBuf>,
    child: Child,
    requests: Sender<Vec<u8>>,
    answers: Receiver<Vec<u8>>,
    version: String,
    /// What the JVM writes to its error stream.
    errors: File,
}

impl Process {
    /// A JVM that is not in use, or a new one.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn get(chosen: Option<&Path>, until: Instant) -> Result<Self, String> {
        loop {
            let idle = {
                let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
                idle.iter().position(|process| process.home.as_deref() == chosen).map(|at| idle.swap_remove(at))
            };
            match idle.map(|mut process| (process.child.try_wait(), process)) {
                None => return Self::start(chosen, until),
                Some((Ok(None), process)) => return Ok(process),
                Some(_) => {}
            }
        }
    }

    /// Leaves the JVM to others.
    pub fn release(self) {
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(self);
    }

    /// Starts a JVM.
    ///
    /// # Errors
    /// The reason why there is none.
    fn start(chosen: Option<&Path>, until: Instant) -> Result<Self, String> {
        let java = home::executable(chosen, "java")?;
        let failed = |error: io::Error| format!("{} cannot be started: {error}", java.display());
        // The JVM needs its name only when it starts.
        let folder = TempDir::new().map_err(failed)?;
        let jar = folder.path().join(library::JAR_NAME);
        fs::write(&jar, library::JAR).map_err(failed)?;
        let errors = tempfile::tempfile().map_err(failed)?;
        let mut command = Command::new(&java);
        command.args(OPTIONS).arg(&jar).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(errors.try_clone().map_err(failed)?);
        let mut child = command.spawn().map_err(failed)?;
        let mut input = child.stdin.take().expect("a piped input");
        let mut output = child.stdout.take().expect("a piped output");
        // A process that does not read, or does not answer, only stops these threads. They end with it.
        let (requests, received) = channel::<Vec<u8>>();
        thread::spawn(move || {
            for request in received {
                if input.write_all(&request).and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, answers) = channel();
        thread::spawn(move || {
            while let Ok(answer) = message(&mut output) {
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        let home = chosen.map(Path::to_owned);
        let mut process = Self { home, child, requests, answers, version: String::new(), errors };
        let hello = process.answer(until)?;
        process.version = wire::hello(&hello).ok_or_else(|| format!("{} is no JVM", java.display()))?;
        Ok(process)
    }

    /// The version of the JVM, as it writes it.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Sends a request, and waits for the answer.
    ///
    /// # Errors
    /// The reason why there is none. The process must not be used any more.
    pub fn ask(&mut self, request: Vec<u8>, until: Instant) -> Result<Vec<u8>, String> {
        let length = u32::try_from(request.len()).map_err(|_| "the inputs are too large".to_owned())?;
        let request = [length.to_be_bytes().to_vec(), request].concat();
        // An error shows when no answer comes.
        let _ = self.requests.send(request);
        self.answer(until)
    }

    fn answer(&mut self, until: Instant) -> Result<Vec<u8>, String> {
        match self.answers.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout) => Err("the JVM has no result in time".to_owned()),
            Err(RecvTimeoutError::Disconnected) => {
                let status =
                    self.ended(until).map_or_else(|| "without a status".to_owned(), |status| status.to_string());
                let mut errors = Vec::new();
                // What cannot be read is left out.
                let _ = self.errors.rewind().and_then(|()| self.errors.read_to_end(&mut errors));
                let errors = String::from_utf8_lossy(&errors);
                let line = errors.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
                let colon = if line.is_empty() { "" } else { ": " };
                Err(format!("the JVM has ended ({status}){colon}{line}"))
            }
        }
    }

    /// The exit code of a process that is ending.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn status(&mut self, until: Instant) -> Result<i32, String> {
        let status = self.ended(until).ok_or("the JVM does not end after an exit")?;
        status.code().ok_or_else(|| format!("the JVM has ended ({status})"))
    }

    fn ended(&mut self, until: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(TICK),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A message of the helper: the number of its bytes, and the bytes.
fn message(from: &mut ChildStdout) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let mut bytes = Vec::new();
    let length = u64::from(u32::from_be_bytes(length));
    let read = from.take(length).read_to_end(&mut bytes)?;
    if read as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}
