//! The link between a running exploration and the threads that watch it: a request to stop, the progress so far, and
//! the latest partial outcome. One [`Watch`] per exploration, borrowed by both sides.

use crate::cancel::{self, Token};
use crate::outcome::{Outcome, Progress, Reason};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The link between an exploration and its watchers.
///
/// The exploration polls the [token](Self::token), reports its [`Progress`] every few steps, and publishes an outcome after each
/// violation and before tests are made. A watcher asks it to stop, and if it does not do so in time, takes the partial outcome.
#[derive(Default)]
pub struct Watch {
    token: Token,
    progress: Mutex<Progress>,
    partial: Mutex<Option<Outcome>>,
}

impl Watch {
    /// Nothing has happened yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same for an exploration that a token stops.
    pub fn of(token: Token) -> Self {
        Self { token, ..Self::default() }
    }

    /// What stops the exploration, and all that works for it.
    pub fn token(&self) -> &Token {
        &self.token
    }

    /// Asks the exploration to stop. Any reason but a time-out or a memory limit is taken for the user's wish.
    pub fn interrupt(&self, reason: Reason) {
        self.token.cancel(match reason {
            Reason::Memory => cancel::Reason::Memory,
            Reason::Timeout => cancel::Reason::Timeout,
            _ => cancel::Reason::Interrupted,
        });
    }

    /// Asks for room for bytes without which the exploration does not go on: where there is none, its memory has run out.
    pub fn admits(&self, bytes: u64) -> bool {
        let admits = self.token.has_room(bytes);
        if !admits {
            self.interrupt(Reason::Memory);
        }
        admits
    }

    /// Why the exploration is to stop, if it is.
    pub fn interrupted(&self) -> Option<Reason> {
        self.token.reason().map(Reason::from)
    }

    /// Reports progress.
    pub fn set_progress(&self, progress: Progress) {
        *lock(&self.progress) = progress;
    }

    /// The progress last reported.
    pub fn progress(&self) -> Progress {
        *lock(&self.progress)
    }

    /// Publishes a partial outcome, in place of the one published before.
    pub fn publish(&self, outcome: Outcome) {
        *lock(&self.partial) = Some(outcome);
    }

    /// The partial outcome that was last published.
    pub fn partial(&self) -> Option<Outcome> {
        lock(&self.partial).clone()
    }
}

/// A panic of another thread leaves a value whole that is replaced in one assignment, and goes on where it is joined.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
