//! Limits on guards, and the resource that ran out.

use super::Guard;
use super::cache::Cache;
use crate::cancel::Token;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The resource that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Exhausted {
    /// Variables.
    #[error("no variables for guards are left")]
    Atoms,
    /// [`Budget::bytes`], or what the whole process may allocate.
    #[error("the memory for guards is used up")]
    Memory,
    /// [`Budget::cancellation`] ended the operation.
    #[error("an operation of guards was interrupted")]
    Interrupted,
}

/// Decides whether a running operation, which asks from time to time, goes on.
pub trait Cancellation: Debug + Send + Sync {
    /// Whether the operation must end, given the [work](super::Guards::work) so far. The call may take long, because
    /// another attempt may run during it.
    fn is_over(&self, work: u64) -> bool;

    /// Whether there is room for bytes that are about to be allocated at once.
    fn has_room(&self, bytes: u64) -> bool;
}

/// An operation ends when its token is cancelled.
impl Cancellation for Token {
    fn is_over(&self, _: u64) -> bool {
        self.is_cancelled()
    }

    fn has_room(&self, bytes: u64) -> bool {
        Self::has_room(self, bytes)
    }
}

/// Limits on the guards of a [`Logic`](super::Logic). Without limit by default.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Memory of the nodes, in bytes.
    pub bytes: usize,
    /// Work, in steps of operations.
    pub work: u64,
    /// Decides when the running operation must end.
    pub cancellation: Arc<dyn Cancellation>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: usize::MAX, work: u64::MAX, cancellation: Arc::new(Token::new()) }
    }
}

/// The cancellation is asked once per this amount of work.
const ASKED: u64 = 4096;
/// An allocation of fewer bytes need not ask for room: memory is checked before many of them have been made.
const LITTLE: usize = 1 << 20;

/// A budget, and what operations have used of it.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    pub(super) budget: Budget,
    pub(super) exhausted: Option<Exhausted>,
    /// Time spent in operations that were not memoised.
    pub(super) time: Duration,
    /// Steps of all operations, and other work that has been counted.
    pub(super) work: u64,
    /// The work after which the cancellation is asked next.
    ask_at: u64,
    /// Time spent on asking, within the running operation.
    waited: Duration,
}

impl Meter {
    pub(super) fn new(budget: Budget) -> Self {
        Self { budget, exhausted: None, time: Duration::ZERO, work: 0, ask_at: ASKED, waited: Duration::ZERO }
    }

    /// An error if anything has run out.
    pub(super) fn intact(&self) -> Result<(), Exhausted> {
        self.exhausted.map_or(Ok(()), Err)
    }

    /// Counts a step of an operation. Returns whether the operation must end; the cancellation is asked once in many steps.
    #[inline]
    pub(super) fn is_interrupted(&mut self) -> bool {
        self.work += 1;
        self.work >= self.ask_at && self.is_over_within()
    }

    /// The time of the call is not the operation's own, because another attempt may run during it.
    #[cold]
    fn is_over_within(&mut self) -> bool {
        let start = Instant::now();
        let is_over = self.is_over();
        self.waited += start.elapsed();
        is_over
    }

    #[cold]
    fn is_over(&mut self) -> bool {
        self.ask_at = self.work + ASKED;
        self.work > self.budget.work || self.budget.cancellation.is_over(self.work)
    }

    /// Whether this number of bytes may be allocated at once. If not, sets the sticky flag.
    pub(super) fn admits(&mut self, bytes: usize) -> bool {
        let admits = bytes < LITTLE || self.exhausted.is_none() && self.budget.cancellation.has_room(bytes as u64);
        if !admits {
            self.exhaust(Exhausted::Memory);
        }
        admits
    }

    /// Inserts a result into a memo table, unless there is no room for the table to grow.
    #[inline]
    pub(super) fn remember(&mut self, memo: &mut Cache, high: u64, low: u32, result: u32) {
        if !memo.is_about_to_grow() || self.admits(memo.growth()) {
            memo.insert(high, low, result);
        }
    }

    /// Lets operations allocate only up to this number of bytes until [`Self::give_back`]. Returns the limit to give back.
    pub(super) fn borrow(&mut self, bytes: usize) -> usize {
        let before = self.budget.bytes;
        self.budget.bytes = before.min(bytes);
        before
    }

    /// Restores a limit, while the store has this number of bytes. Returns whether all operations since [`Self::borrow`] have
    /// completed.
    pub(super) fn give_back(&mut self, limit: usize, bytes: usize) -> bool {
        let ended = self.exhausted.is_none();
        self.budget.bytes = limit;
        if self.exhausted == Some(Exhausted::Memory) && bytes <= limit {
            self.exhausted = None;
        }
        ended
    }

    /// Counts work that was done outside the store.
    pub(super) fn add_work(&mut self, work: u64) {
        self.work += work;
        if self.work >= self.ask_at && self.is_over() {
            self.exhaust(Exhausted::Interrupted);
        }
    }

    /// Sets the sticky flag. The result of the operation means nothing.
    pub(super) fn exhaust(&mut self, reason: Exhausted) -> Guard {
        self.exhausted.get_or_insert(reason);
        Guard::FALSE
    }

    /// Counts the time since `start` as that of operations.
    pub(super) fn spent(&mut self, start: Instant) {
        self.time += start.elapsed().saturating_sub(std::mem::take(&mut self.waited));
    }
}
