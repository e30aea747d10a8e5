//! Ctrl-C while exploring: the first one asks the exploration to stop, the second does not ask.
//!
//! Somebody else may stop an exploration as well, and may wait for something while none runs: watch mode does both.

use super::exit::{Exit, Failure};
use crate::explore::Watch;
use crate::outcome::Reason;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What runs, and who is to know when it is to end.
struct Running {
    /// The exploration that runs, or the last one that did.
    watch: Option<Arc<Watch>>,
    /// An exploration is about to begin, which takes the first Ctrl-C.
    awaited: bool,
    /// Whether a command is to stop: it may have more than one exploration, and the next one may be about to begin.
    stopped: bool,
    /// Who is told of the first Ctrl-C.
    listener: Option<Box<dyn FnOnce() + Send>>,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { watch: None, awaited: false, stopped: false, listener: None });

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    /// Stops the exploration. Whether there was one, or is to be one, that had not been asked before.
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

/// From now on Ctrl-C stops what [`watched`] has named last, or else the process.
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
        // A command that is run again has it already.
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => Err(Failure::Internal(error.to_string())),
    }
}

/// The same for a command that is about to explore: while its program is loaded, Ctrl-C is for the exploration, which then ends
/// at its beginning, with a report.
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

/// A command that [listens](listen) begins again: what stopped its last run was not meant for this one, but for Ctrl-C.
pub fn begin() {
    let mut running = running();
    running.stopped = running.listener.is_none();
}

/// Stops the explorations of the command that runs, as Ctrl-C does.
pub fn stop() {
    running().stop();
}

/// Calls this at the first Ctrl-C, which then ends no process.
pub fn listen(listener: impl FnOnce() + Send + 'static) {
    running().listener = Some(Box::new(listener));
}
