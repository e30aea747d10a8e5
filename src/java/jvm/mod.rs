//! A JVM as a second oracle: it runs methods on given inputs, and its result is compared with an expected one.
//!
//! | file | contents |
//! |---|---|
//! | `request.rs` | what is run, and on which inputs |
//! | `observed.rs` | how a run has ended, and the comparison with what is expected |
//! | `wire.rs` | both as bytes |
//! | `process.rs` | the process of the JVM, and its limits |
//!
//! One process makes all replays, of all programs, unless there are several at a time. It is started for the first one, and again
//! if a replay has ended it. Nothing here knows the engine or the IR: inputs and expectations are plain data.

mod observed;
mod process;
mod request;
mod wire;

#[cfg(test)]
mod tests;

pub use observed::{End, Frame, Observed, Returned};
pub use request::{Entry, Field, Object, Place, Run, Value, erased};

use process::Process;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A JVM for replays.
#[derive(Debug)]
pub struct Jvm {
    /// The folder of the JVM that the user has chosen.
    home: Option<PathBuf>,
    /// The time in which a run has to end.
    limit: Duration,
}

impl Jvm {
    /// The JVM in the folder `home`, else in `$JAVA_HOME`, else `java` on the path. It starts with the first run. A run has to end
    /// within `limit`.
    pub fn new(home: Option<&Path>, limit: Duration) -> Self {
        Self { home: home.map(Path::to_owned), limit }
    }

    /// From now on, a run has to end within `limit`. That includes the start of the JVM.
    pub fn limit(&mut self, limit: Duration) {
        self.limit = limit;
    }

    /// Runs a method. The second result is the version of the JVM.
    ///
    /// # Errors
    /// The reason why nothing can be said about the run.
    pub fn run(&self, run: &Run) -> Result<(Observed, String), String> {
        let request = wire::request(run)?;
        let until = Instant::now() + self.limit;
        let mut process = Process::get(self.home.as_deref(), until)?;
        let version = process.version().to_owned();
        let answer = process.ask(request, until)?;
        let answered = wire::answer(&answer).ok_or("the JVM has sent an answer that cannot be read")?;
        let mut observed = match answered.end {
            Ok(end) => Observed { end, printed: answered.printed, unused: answered.unused, drawn: answered.drawn },
            Err(reason) => {
                process.release();
                return Err(reason);
            }
        };
        if let End::Exited(status) = &mut observed.end {
            *status = process.status(until)?;
        } else if answered.has_threads {
            // The process ends with its threads, whose results are lost.
            return Err("the program has started threads that have not ended".to_owned());
        } else {
            process.release();
        }
        Ok((observed, version))
    }
}
