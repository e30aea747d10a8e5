//! The link between a running exploration and the threads that watch it: a request to stop, the progress so far, and
//! the latest partial outcome. One [`Watch`] per exploration, borrowed by both sides.

use super::outcome::{Outcome, Parked, Reason};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How far an exploration has come. Monotone within a round, except `pc_entries` and `line`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The deepening round, from 1.
    pub round: u64,
    /// The line that is being executed.
    pub line: u32,
    /// Instructions and terminators executed.
    pub operations: u64,
    /// Paths that have been explored: an upper bound in merge mode. A float because only its magnitude is shown.
    pub paths_at_most: f64,
    /// The pc entries that wait.
    pub pc_entries: u64,
    /// Most pairs of a summary that was read.
    pub largest_summary: u64,
    /// Violations found.
    pub violations: u64,
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// The largest bound that has deepened so far: what has it, and up to where this round goes. Nothing before the first
    /// deepening.
    pub bound: Option<Parked>,
    /// Resident memory of the process, bytes. The exploration leaves it to whoever watches the limits.
    pub memory_bytes: u64,
    /// The phase of the run: `exploring`; empty before it has begun.
    pub phase: &'static str,
}

/// Called from a foreign thread when the exploration is to stop, with the reason.
type OnInterrupt = Box<dyn Fn(Reason) + Send + Sync>;

/// The link between an exploration and its watchers.
///
/// The exploration polls [`interrupted`](Self::interrupted) (one relaxed load), reports its [`Progress`] every few
/// steps, and publishes an outcome after each violation and before tests are made. A watcher asks it to stop, and if it
/// does not do so in time, takes the partial outcome.
#[derive(Default)]
pub struct Watch {
    /// Zero, or one more than the place of the reason in [`STOPS`].
    stop: AtomicU8,
    on_interrupt: Mutex<Vec<OnInterrupt>>,
    progress: Mutex<Progress>,
    partial: Mutex<Option<Outcome>>,
}

/// The reasons for which a watcher stops an exploration; a later one overrides an earlier one.
const STOPS: [Reason; 3] = [Reason::Memory, Reason::Timeout, Reason::Interrupted];

impl Watch {
    /// Nothing has happened yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the exploration to stop, and calls what [`on_interrupt`](Self::on_interrupt) has registered.
    /// Any reason but a time-out or a memory limit is taken for the user's wish.
    pub fn interrupt(&self, reason: Reason) {
        let rank = STOPS.iter().position(|&r| r == reason).unwrap_or(STOPS.len() - 1);
        // Sequentially consistent, with the lock of the callbacks: one that is registered meanwhile is not missed.
        self.stop.fetch_max(rank as u8 + 1, Ordering::SeqCst);
        for callback in lock(&self.on_interrupt).iter() {
            callback(reason);
        }
    }

    /// Why the exploration is to stop, if it is.
    pub fn interrupted(&self) -> Option<Reason> {
        match self.stop.load(Ordering::Relaxed) {
            0 => None,
            n => Some(STOPS[usize::from(n) - 1]),
        }
    }

    /// Registers what to call from the watcher's thread on [`interrupt`](Self::interrupt), such as the interrupter of
    /// a solver. It is called once for every request to stop, and at once if there was one already.
    pub fn on_interrupt(&self, callback: OnInterrupt) {
        let mut callbacks = lock(&self.on_interrupt);
        if let Some(reason) = self.interrupted() {
            callback(reason);
        }
        callbacks.push(callback);
    }

    /// A watch for a part of the work, which is interrupted with this one at the latest.
    pub fn below(&self) -> Arc<Self> {
        let part = Arc::new(Self::new());
        // This watch may outlive many parts.
        let passed_on = Arc::downgrade(&part);
        self.on_interrupt(Box::new(move |reason| {
            if let Some(part) = passed_on.upgrade() {
                part.interrupt(reason);
            }
        }));
        part
    }

    /// Does a part of the work under a [watch of its own](Self::below), which is interrupted when the time is over.
    pub fn within<T>(&self, time: Duration, work: impl FnOnce(&Self) -> T) -> T {
        let part = self.below();
        let timed = Arc::clone(&part);
        let (working, messages) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                if messages.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    timed.interrupt(Reason::Timeout);
                }
            });
            let result = work(&part);
            drop(working);
            result
        })
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
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn a_callback_runs_whether_it_comes_before_or_after_the_request() {
        let (watch, calls) = (Watch::new(), Arc::new(AtomicU32::new(0)));
        let count = || {
            let calls = Arc::clone(&calls);
            Box::new(move |_| {
                calls.fetch_add(1, Ordering::SeqCst);
            })
        };
        watch.on_interrupt(count());
        assert_eq!((watch.interrupted(), calls.load(Ordering::SeqCst)), (None, 0));
        watch.interrupt(Reason::Timeout);
        watch.on_interrupt(count());
        assert_eq!((watch.interrupted(), calls.load(Ordering::SeqCst)), (Some(Reason::Timeout), 2));
    }

    #[test]
    fn a_part_ends_with_the_whole_and_not_the_other_way_round() {
        let watch = Watch::new();
        let (first, second) = (watch.below(), watch.below());
        first.interrupt(Reason::Interrupted);
        assert_eq!((watch.interrupted(), second.interrupted()), (None, None));
        watch.interrupt(Reason::Memory);
        assert_eq!(second.interrupted(), Some(Reason::Memory));
        assert_eq!(watch.below().interrupted(), Some(Reason::Memory));
    }

    #[test]
    fn work_whose_time_is_over_is_told_so() {
        let watch = Watch::new();
        let told = watch.within(Duration::from_millis(1), |part| {
            let (sender, told) = channel();
            part.on_interrupt(Box::new(move |reason| {
                let _ = sender.send(reason);
            }));
            told.recv()
        });
        assert_eq!((told, watch.interrupted()), (Ok(Reason::Timeout), None));
        assert_eq!(watch.within(Duration::MAX, |part| part.interrupted()), None);
    }

    #[test]
    fn the_wish_of_the_user_overrides_the_limits() {
        let watch = Watch::new();
        watch.interrupt(Reason::Interrupted);
        watch.interrupt(Reason::Timeout);
        assert_eq!(watch.interrupted(), Some(Reason::Interrupted));
    }
}
