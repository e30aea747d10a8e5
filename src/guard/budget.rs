//! What guards may use, and what ran out.

use super::Guard;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Exhausted {
    /// Variables.
    #[error("no variables for guards are left")]
    Atoms,
    /// [`Budget::bytes`].
    #[error("the memory for guards is used up")]
    Memory,
    /// [`Budget::interrupt`] was raised.
    #[error("an operation of guards was interrupted")]
    Interrupted,
}

/// What the guards of a [`Logic`](super::Logic) may use. Without limit by default.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Memory of the nodes, in bytes.
    pub bytes: usize,
    /// Another thread may raise this flag; then the operation that is under way ends.
    pub interrupt: Arc<AtomicBool>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: usize::MAX, interrupt: Arc::default() }
    }
}

/// The interrupt flag is read once in this many steps of operations, a power of two.
const POLLED: u64 = 4096;

/// A budget, and what operations have used of it.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    pub(super) budget: Budget,
    pub(super) exhausted: Option<Exhausted>,
    /// Spent in operations that were not found in the memo table.
    pub(super) time: Duration,
    /// Steps of all operations.
    pub(super) steps: u64,
}

impl Meter {
    pub(super) fn new(budget: Budget) -> Self {
        Self { budget, exhausted: None, time: Duration::ZERO, steps: 0 }
    }

    /// An error if anything has run out.
    pub(super) fn intact(&self) -> Result<(), Exhausted> {
        self.exhausted.map_or(Ok(()), Err)
    }

    /// Counts a step of an operation. Whether another thread asks for an end, which is looked at once in many steps.
    #[inline]
    pub(super) fn is_interrupted(&mut self) -> bool {
        self.steps += 1;
        self.steps.is_multiple_of(POLLED) && self.budget.interrupt.load(Ordering::Relaxed)
    }

    /// Sets the sticky flag. What comes out of the operation means nothing.
    pub(super) fn exhaust(&mut self, reason: Exhausted) -> Guard {
        self.exhausted.get_or_insert(reason);
        Guard::FALSE
    }

    /// Counts the time since `start` as that of operations.
    pub(super) fn spent(&mut self, start: Instant) {
        self.time += start.elapsed();
    }
}
