//! A context of Z3 for each exploration, made for its first question, and a way to stop a question from another thread.

use crate::cancel::Token;
use crate::stack::on_big_stack;
use std::cell::Cell;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::Duration;
use z3::{Context, ContextHandle, SatResult, Solver, Tactic};

/// The memory that Z3 allocates at once for the first questions of a thread, as measured: for a context and its solvers.
pub const CONTEXT_BYTES: u64 = 16 << 20;

/// How many times Z3 is interrupted, a millisecond apart.
const TIMES: u32 = 1000;

thread_local! {
    /// Whether this thread works inside [`in_own_context`].
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    /// Whether the context of this thread has had no solver yet.
    static FRESH: Cell<bool> = const { Cell::new(true) };
}

/// Runs `work` in a context of Z3 of its own. The answers of Z3, and the time they take, depend on the earlier questions of
/// the context: a question of 5 ms in a new one took up to 10 s in one that had served other explorations.
pub fn in_own_context<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    // The crate makes the context of a thread when a term or a solver needs it. To make one takes 4 to 30 ms and 16 MiB, and most
    // explorations ask no question. So a thread serves until its context has had a solver, and then another thread.
    let inside = Inside::enter();
    match inside.is_outermost() && FRESH.get() {
        true => work(),
        false => on_big_stack(carrying_faults(|| {
            let _inside = Inside::enter();
            work()
        })),
    }
}

/// While it lives, the thread is inside. Afterwards, also after a panic, the thread is as before.
struct Inside {
    before: bool,
}

impl Inside {
    fn enter() -> Self {
        Self { before: INSIDE.replace(true) }
    }

    fn is_outermost(&self) -> bool {
        !self.before
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.set(self.before);
    }
}

/// A solver in the context in which this thread works, for one question. Z3 has a strategy that takes methods by what is asked.
pub(super) fn solver() -> Solver {
    FRESH.set(false);
    Tactic::new("default").solver()
}

/// A solver for questions with assumptions or in scopes, and for those that one method is good for. Z3 has this method for them
/// anyway. But its general solvers also make the strategy, which takes 3 ms, twenty times as long as all the rest. Which strategy
/// they make is a parameter of Z3 as a whole. Nothing else here depends on it.
pub(super) fn plain_solver() -> Solver {
    static PLAIN: Once = Once::new();
    PLAIN.call_once(|| z3::set_global_param("tactic.default_tactic", "smt"));
    FRESH.set(false);
    Solver::new()
}

/// What a running question is watched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// The token is cancelled.
    Cancelled,
    /// The question has an answer.
    Answered,
}

/// The questions of a solver. They end when its token is cancelled: the running one with `unknown`, and all later ones at
/// once.
#[derive(Debug)]
pub(super) struct Questions {
    token: Token,
    sender: Sender<Event>,
    events: Mutex<Receiver<Event>>,
}

impl Questions {
    /// The questions of a solver of this thread.
    pub(super) fn new(token: &Token) -> Self {
        let (token, (sender, events)) = (token.child(), channel());
        let cancelled = sender.clone();
        token.on_cancel(move || {
            let _ = cancelled.send(Event::Cancelled);
        });
        Self { token, sender, events: Mutex::new(events) }
    }

    /// Whether the solver must end.
    pub(super) fn are_over(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Asks Z3, unless the solver must end. A second thread interrupts the question if the token is cancelled meanwhile. It
    /// borrows the context, which cannot leave its thread, so it lasts as long as the question.
    pub(super) fn ask(&self, question: impl FnOnce() -> SatResult) -> SatResult {
        if self.token.is_cancelled() || gives_up() {
            return SatResult::Unknown;
        }
        let context = Context::thread_local();
        let handle = context.handle();
        thread::scope(|scope| {
            // It ends after a panic too.
            let _answered = Answered(&self.sender);
            scope.spawn(move || self.watch(&handle));
            question()
        })
    }

    /// Waits until the running question has an answer, and interrupts it if the token is cancelled before. Z3 forgets an
    /// interruption that comes just before its question begins, so it is repeated, for a second at most.
    fn watch(&self, handle: &ContextHandle<'_>) {
        let events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        if events.recv() != Ok(Event::Cancelled) {
            return;
        }
        for _ in 0..TIMES {
            handle.interrupt();
            if events.recv_timeout(Duration::from_millis(1)) == Ok(Event::Answered) {
                return;
            }
        }
    }
}

/// Reports the end of a question when it is dropped.
struct Answered<'a>(&'a Sender<Event>);

impl Drop for Answered<'_> {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Answered);
    }
}

/// Whether Z3 gives up without a reason. It does so only in some tests.
#[cfg(not(test))]
fn gives_up() -> bool {
    false
}

/// `work` for another thread, in which Z3 gives up as in this one.
#[cfg(not(test))]
fn carrying_faults<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    work
}

#[cfg(test)]
use faults::{carrying_faults, gives_up};

/// Questions that are given up at random.
#[cfg(test)]
pub mod faults {
    use std::cell::Cell;

    thread_local! {
        static SEED: Cell<Option<u64>> = const { Cell::new(None) };
    }

    /// Runs `work`, in which one question of this thread in four is given up.
    pub fn with<T>(seed: u64, work: impl FnOnce() -> T) -> T {
        SEED.set(Some(seed));
        let result = work();
        SEED.set(None);
        result
    }

    /// Each call gives its thread another seed.
    pub(super) fn carrying_faults<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
        let seed = draw();
        move || {
            SEED.set(seed);
            work()
        }
    }

    pub(super) fn gives_up() -> bool {
        draw().is_some_and(|drawn| drawn >> 62 == 0)
    }

    /// The next random number, while questions are given up.
    fn draw() -> Option<u64> {
        // Knuth's generator; any would do.
        let next = |seed: u64| seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let drawn = SEED.get().map(next);
        SEED.set(drawn);
        drawn
    }
}
