//! Ctrl-C during an exploration: the first one asks the exploration to stop, the second one ends the process.
//!
//! Watch mode uses this module too: it stops explorations itself, and listens for Ctrl-C while none runs.

use super::exit::{Exit, Failure};
use crate::explore::Watch;
use crate::outcome::Reason;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What Ctrl-C needs to know of the running command.
struct Running {
    /// The exploration that runs, or else the last one.
    watch: Option<Arc<Watch>>,
    /// An exploration is about to begin, which takes the first Ctrl-C.
    awaited: bool,
    /// Whether the command is to stop: it may have more than one exploration, and the next one may be about to begin.
    stopped: bool,
    /// Called at the first Ctrl-C.
    listener: Option<Box<dyn FnOnce() + Send>>,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { watch: None, awaited: false, stopped: false, listener: None });

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    /// Stops the exploration. Returns whether there was one, or is about to be one, that had not been stopped before.
    fn stop(&mut self) -> bool {
        self.stopped = true;
        match &self.watch {
            Some(watch) if watch.interrupted() != Some(Reason::Interrupted) => {
                watch.interrupt(Reason::Interrupted);
                true
            }
            Some(_) => false,
            None => std::mem::take(&mut self.awaited),
        }
    }
}

/// From now on, Ctrl-C stops the exploration that [`watched`] has announced last, or else the process.
pub fn handle() -> Result<(), Failure> {
    let handler = || {
        let mut running = running();
        let is_asked = running.stop();
        match running.listener.take() {
            Some(listener) => listener(),
            None if is_asked => {}
            None => std::process::exit(Exit::Interrupted as i32),
        }
    };
    match ctrlc::set_handler(handler) {
        // A command that is run again has set the handler already.
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => Err(Failure::internal(error)),
    }
}

/// Like [`handle`], for a command that is about to explore. Ctrl-C while its program is loaded is kept for the exploration,
/// which then ends at its beginning, with a report.
pub fn handle_exploration() -> Result<(), Failure> {
    running().awaited = true;
    handle()
}

/// A watch for the exploration that is about to begin.
pub fn watched() -> Arc<Watch> {
    let watch = Arc::new(Watch::new());
    let mut running = running();
    if running.stopped {
        watch.interrupt(Reason::Interrupted);
    }
    running.watch = Some(Arc::clone(&watch));
    watch
}

/// Begins a further run of a command that [listens](listen). What stopped its last run does not stop this one, unless it was
/// Ctrl-C.
pub fn begin() {
    let mut running = running();
    running.stopped = running.listener.is_none();
}

/// Stops the explorations of the running command, as Ctrl-C does.
pub fn stop() {
    running().stop();
}

/// Has the listener called at the first Ctrl-C, which then does not end the process.
pub fn listen(listener: impl FnOnce() + Send + 'static) {
    running().listener = Some(Box::new(listener));
}
