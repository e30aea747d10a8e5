//! An exploration with a search for [proofs](mod@super::prove) beside it.
//!
//! The search has a thread of its own, which begins when bounds are deepened, or when the exploration has taken long. An
//! exploration is told of a proof between two steps; where a step takes long, it is stopped.

use super::error::Error;
use super::outcome::{Proof, Reason};
use super::prove::search;
use super::session::{Checkpoint, Pause, Session, Stop};
use super::watch::Watch;
use crate::config::{Config, Mode};
use crate::ir::{MethodId, Program};
use crate::stack::on_big_stack;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;

/// How long an exploration may take before the search begins.
const PATIENCE: Duration = Duration::from_secs(1);
/// The deepening of the bounds before which the exploration waits for the search.
const ROUNDS: u32 = 2;
/// How long the exploration waits for it then. Most proofs take less, and are found at the same place each time.
const HEAD_START: Duration = Duration::from_millis(200);
/// How long a step may take before it is stopped when there is a proof.
const GRACE: Duration = Duration::from_millis(500);

/// Runs sessions of one exploration, and looks for a proof beside them. It ends with the scope of its thread.
pub(super) struct Beside<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    program: &'env Program,
    entry: MethodId,
    config: &'env Config,
    /// Stops the search, with the exploration at the latest.
    watch: Arc<Watch>,
    search: Progress,
    /// What stops the session that is running.
    stop: Arc<Mutex<Option<Stop>>>,
}

/// How far the search is.
enum Progress {
    /// It begins at the first message, or when its patience is over; so often have bounds been deepened.
    Begun { hurry: Sender<()>, found: Receiver<Proof>, rounds: u32 },
    /// Nobody wants a proof, or not any more.
    Over,
}

impl<'scope, 'env> Beside<'scope, 'env> {
    /// Nothing runs yet.
    pub fn new(
        scope: &'scope Scope<'scope, 'env>,
        program: &'env Program,
        entry: MethodId,
        config: &'env Config,
        watch: &Watch,
    ) -> Self {
        let own = Arc::new(Watch::new());
        let passed_on = Arc::clone(&own);
        watch.on_interrupt(Box::new(move |reason| passed_on.interrupt(reason)));
        let mut made = Self { scope, program, entry, config, watch: own, search: Progress::Over, stop: Arc::default() };
        if config.proofs && config.mode == Mode::Merge {
            made.search = made.begin();
        }
        made
    }

    /// Runs a session until it ends, or a condition of the caller holds, or there is a proof: then it ends too.
    pub fn run(
        &mut self,
        session: &mut Session<'env>,
        mut until: impl FnMut(&mut Session<'env>, Checkpoint) -> bool,
    ) -> Result<Pause, Error> {
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&session.stop));
        let pause = session.run(|session, at| {
            if !session.violations.is_empty() {
                self.end();
            }
            session.proof = match at {
                Checkpoint::Parked => self.parked(),
                Checkpoint::Collected | Checkpoint::Stepped => self.found(),
            };
            session.proof.is_some() || until(session, at)
        })?;
        if session.proof.is_none() {
            // It came in the middle of the last step.
            session.proof = self.found();
        }
        Ok(if session.proof.is_some() { Pause::Ended } else { pause })
    }

    /// The bounds are about to deepen.
    fn parked(&mut self) -> Option<Proof> {
        let Progress::Begun { hurry, found, rounds } = &mut self.search else { return None };
        // It may have begun, and ended.
        let _ = hurry.send(());
        *rounds += 1;
        if *rounds != ROUNDS {
            return self.found();
        }
        let proof = found.recv_timeout(HEAD_START).ok()?;
        self.end();
        Some(proof)
    }

    /// The proof, if there is one.
    fn found(&mut self) -> Option<Proof> {
        let Progress::Begun { found, .. } = &self.search else { return None };
        let proof = found.try_recv().ok()?;
        self.end();
        Some(proof)
    }

    fn begin(&self) -> Progress {
        let Self { program, entry, config, .. } = *self;
        let (watch, stop) = (Arc::clone(&self.watch), Arc::clone(&self.stop));
        let (hurry, messages) = channel();
        let (sender, found) = channel();
        self.scope.spawn(move || {
            if messages.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Disconnected) {
                return;
            }
            let Some(proof) = on_big_stack(|| search(program, entry, config, &watch)) else { return };
            let taken = sender.send(proof).is_err() || is_taken(&messages);
            let stop = stop.lock().unwrap_or_else(PoisonError::into_inner);
            if let (false, Some(stop)) = (taken, &*stop) {
                stop();
            }
        });
        Progress::Begun { hurry, found, rounds: 0 }
    }

    /// Nobody wants a proof any more.
    fn end(&mut self) {
        self.search = Progress::Over;
        self.watch.interrupt(Reason::Interrupted);
    }
}

impl Drop for Beside<'_, '_> {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether a proof is taken in time: then nobody can send messages any more.
fn is_taken(messages: &Receiver<()>) -> bool {
    loop {
        match messages.recv_timeout(GRACE) {
            Ok(()) => {}
            Err(RecvTimeoutError::Disconnected) => return true,
            Err(RecvTimeoutError::Timeout) => return false,
        }
    }
}
