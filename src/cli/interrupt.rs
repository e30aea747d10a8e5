//! Ctrl-C while exploring: the first one asks the exploration to stop, the second does not ask.

use super::exit::{Exit, Failure};
use crate::explore::Watch;
use crate::explore::outcome::Reason;
use std::sync::{Arc, Mutex, PoisonError};

/// The exploration that runs.
static RUNNING: Mutex<Option<Arc<Watch>>> = Mutex::new(None);

/// From now on Ctrl-C stops what [`watched`] has named last, or else the process.
pub fn handle() -> Result<(), Failure> {
    let handler = || match &*RUNNING.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(watch) if watch.interrupted() != Some(Reason::Interrupted) => watch.interrupt(Reason::Interrupted),
        _ => std::process::exit(Exit::Interrupted as i32),
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Internal(error.to_string()))
}

/// A watch for the exploration that is about to begin.
pub fn watched() -> Arc<Watch> {
    let watch = Arc::new(Watch::new());
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&watch));
    watch
}
