//! Stopping a question from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use z3::{Context, ContextHandle};

/// Stops the solver that it came from, for good: the question that is being answered ends with `unknown`, and so does,
/// at once, every later one that no shortcut answers.
#[derive(Clone)]
pub struct Interrupter {
    shared: Arc<Shared>,
    context: &'static ContextHandle<'static>,
}

/// What the solver and its interrupters share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    stopped: AtomicBool,
    asking: AtomicBool,
}

impl Shared {
    /// Whether the solver has been stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    /// Runs a question of Z3 during which an interruption is passed on to it.
    pub(super) fn asking<T>(&self, question: impl FnOnce() -> T) -> T {
        self.asking.store(true, Ordering::SeqCst);
        let answer = question();
        self.asking.store(false, Ordering::SeqCst);
        answer
    }
}

impl Interrupter {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        thread_local! {
            // A handle borrows its context, and a watcher outlives any borrow of the solver's owner. A context that is
            // never dropped is the safe way to give it one that lasts; one per thread that asks for an interrupter.
            static HANDLE: &'static ContextHandle<'static> = {
                let context: &'static Context = Box::leak(Box::new(Context::thread_local()));
                Box::leak(Box::new(context.handle()))
            };
        }
        Self { shared, context: HANDLE.with(|handle| *handle) }
    }

    /// Stops the solver. Returns when the question under way has ended, or after a second in which it did not listen.
    pub fn interrupt(&self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
        // Z3 forgets an interruption that comes just before its question begins: say it until the question ends.
        for _ in 0..1000 {
            if !self.shared.asking.load(Ordering::SeqCst) {
                return;
            }
            self.context.interrupt();
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl std::fmt::Debug for Interrupter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interrupter").field("shared", &self.shared).finish_non_exhaustive()
    }
}
