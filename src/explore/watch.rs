//! The link between a running exploration and the threads that watch it: a request to stop, the progress so far, and
//! the latest partial outcome. Each exploration has one [`Watch`], and both sides borrow it.

use crate::cancel::{self, Token};
use crate::outcome::{Outcome, Progress, Reason};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The link between an exploration and its watchers.
///
/// The exploration polls the [token](Self::token), reports its [`Progress`] every few steps, and publishes an outcome after
/// each violation and before notes and tests are made. A watcher asks it to stop. If it does not stop in time, the watcher takes the
/// partial outcome.
#[derive(Default)]
pub struct Watch {
    token: Token,
    progress: Mutex<Progress>,
    partial: Mutex<Option<Outcome>>,
}

impl Watch {
    /// A watch before the exploration, with a token of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// A watch before an exploration that `token` stops.
    pub fn of(token: Token) -> Self {
        Self { token, ..Self::default() }
    }

    /// The token that stops the exploration and everything that works for it.
    pub fn token(&self) -> &Token {
        &self.token
    }

    /// Asks the exploration to stop. Any reason but a timeout or a memory limit counts as a request of the user.
    pub fn interrupt(&self, reason: Reason) {
        self.token.cancel(match reason {
            Reason::Memory => cancel::Reason::Memory,
            Reason::Timeout => cancel::Reason::Timeout,
            _ => cancel::Reason::Interrupted,
        });
    }

    /// Whether there is room for this number of bytes. If not, the exploration is interrupted as out of memory: it needs them.
    pub fn admits(&self, bytes: u64) -> bool {
        let admits = self.token.has_room(bytes);
        if !admits {
            self.interrupt(Reason::Memory);
        }
        admits
    }

    /// The reason of a request to stop the exploration, if there was one.
    pub fn interrupted(&self) -> Option<Reason> {
        self.token.reason().map(Reason::from)
    }

    /// Reports progress.
    pub fn set_progress(&self, progress: Progress) {
        *lock(&self.progress) = progress;
    }

    /// The last reported progress.
    pub fn progress(&self) -> Progress {
        *lock(&self.progress)
    }

    /// Publishes a partial outcome. It replaces the one before.
    pub fn publish(&self, outcome: Outcome) {
        *lock(&self.partial) = Some(outcome);
    }

    /// The last published partial outcome.
    pub fn partial(&self) -> Option<Outcome> {
        lock(&self.partial).clone()
    }
}

/// Locks a mutex, also after a panic of another thread: a value that is replaced in one assignment is whole nevertheless,
/// and the panic resumes where that thread is joined.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
