//! The process of the JVM: where it is, how it starts, and how long a run may take.

use super::wire;
use crate::java::{home, library};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The interval at which a process is asked whether it has ended.
const TICK: Duration = Duration::from_millis(5);
/// Exceptions without stack traces could not be compared, and runs are too short for the second compiler.
const OPTIONS: [&str; 5] =
    ["-XX:-OmitStackTraceInFastThrow", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx1g", "-jar"];

/// A JVM that runs the embedded helper.
#[derive(Debug)]
pub struct Process {
    child: Child,
    requests: Sender<Vec<u8>>,
    answers: Receiver<Vec<u8>>,
    version: String,
    /// The jar and what the JVM writes to its error stream.
    folder: TempDir,
}

impl Process {
    /// Starts a JVM.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn start(chosen: Option<&Path>, until: Instant) -> Result<Self, String> {
        let java = home::executable(chosen, "java")?;
        let failed = |error: io::Error| format!("{} cannot be started: {error}", java.display());
        let folder = TempDir::new().map_err(failed)?;
        let jar = folder.path().join(library::JAR_NAME);
        fs::write(&jar, library::JAR).map_err(failed)?;
        let errors = File::create(folder.path().join("errors")).map_err(failed)?;
        let mut command = Command::new(&java);
        command.args(OPTIONS).arg(&jar).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
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
        let mut process = Self { child, requests, answers, version: String::new(), folder };
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
                let errors = fs::read(self.folder.path().join("errors")).unwrap_or_default();
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
