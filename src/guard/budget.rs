//! What guards may use, and what ran out.

use super::Guard;
use super::cache::Cache;
use crate::cancel::Token;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Exhausted {
    /// Variables.
    #[error("no variables for guards are left")]
    Atoms,
    /// [`Budget::bytes`], or what the whole process may allocate.
    #[error("the memory for guards is used up")]
    Memory,
    /// [`Budget::cancellation`] said so.
    #[error("an operation of guards was interrupted")]
    Interrupted,
}

/// Whom an operation asks from time to time, in its middle, whether it is to go on.
pub trait Cancellation: Debug + Send + Sync {
    /// Whether the operation is to end, given the [work](super::Guards::work) so far. The answer may take its time:
    /// others may have work to do.
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

/// What the guards of a [`Logic`](super::Logic) may use. Without limit by default.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Memory of the nodes, in bytes.
    pub bytes: usize,
    /// Tells when the operation that is under way is to end.
    pub cancellation: Arc<dyn Cancellation>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: usize::MAX, cancellation: Arc::new(Token::new()) }
    }
}

/// The cancellation is asked once in this much work.
const ASKED: u64 = 4096;
/// What allocates fewer bytes than this need not ask for room: memory is looked at before many such things have been allocated.
const LITTLE: usize = 1 << 20;

/// A budget, and what operations have used of it.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    pub(super) budget: Budget,
    pub(super) exhausted: Option<Exhausted>,
    /// Spent in operations that were not found in the memo table.
    pub(super) time: Duration,
    /// Steps of all operations, and what else has been counted as work.
    pub(super) work: u64,
    /// The work after which the cancellation is asked next.
    ask_at: u64,
    /// Time that passed in asking, in the middle of the operation that is under way.
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

    /// Counts a step of an operation. Whether it is to end, which is asked once in many steps.
    #[inline]
    pub(super) fn is_interrupted(&mut self) -> bool {
        self.work += 1;
        self.work >= self.ask_at && self.is_over_within()
    }

    /// What others do in the middle of an operation is none of its time.
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
        self.budget.cancellation.is_over(self.work)
    }

    /// Whether so many bytes may be allocated at once. Otherwise the sticky flag is set.
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

    /// Counts work that was done elsewhere.
    pub(super) fn add_work(&mut self, work: u64) {
        self.work += work;
        if self.work >= self.ask_at && self.is_over() {
            self.exhaust(Exhausted::Interrupted);
        }
    }

    /// Sets the sticky flag. What comes out of the operation means nothing.
    pub(super) fn exhaust(&mut self, reason: Exhausted) -> Guard {
        self.exhausted.get_or_insert(reason);
        Guard::FALSE
    }

    /// Counts the time since `start` as that of operations.
    pub(super) fn spent(&mut self, start: Instant) {
        self.time += start.elapsed().saturating_sub(std::mem::take(&mut self.waited));
    }
}
