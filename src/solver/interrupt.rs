//! A context of Z3 for each exploration, and a way to stop a question in it from another thread.

use crate::cancel::Token;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Once};
use std::thread;
use std::time::Duration;
use z3::{Context, ContextHandle, SatResult, Solver, Tactic};

/// The memory that Z3 allocates at once for the first questions of a thread, as measured: for a context and its solvers.
pub const CONTEXT_BYTES: u64 = 16 << 20;

/// How many times Z3 is interrupted, a millisecond apart.
const TIMES: u32 = 1000;

/// Where interruptions of a context are sent. `None` means that its work is done.
type Line = Sender<Option<Arc<Questions>>>;

thread_local! {
    /// The line to the context in which this thread works, inside [`in_own_context`].
    static LINE: RefCell<Option<Line>> = const { RefCell::new(None) };
    /// Whether the context that this thread has from the beginning has had no solver yet.
    static FRESH: Cell<bool> = const { Cell::new(true) };
}

/// Runs `work` in a context of Z3 of its own. The answers of Z3, and the time they take, depend on the earlier questions of
/// the context: a question of 5 ms in a new one took up to 10 s in one that had served other explorations.
///
/// The questions of solvers that are made in `work` can be interrupted. The handle for interruptions borrows the context,
/// which cannot leave its thread. So a second thread holds the handle while the work lasts, and waits for interruptions.
pub fn in_own_context<T: Send + Sync>(work: impl FnOnce() -> T + Send + Sync) -> T {
    // A thread has a context from the beginning, because the crate makes one in any case. To make one takes 4 to 30 ms, and
    // most explorations ask no question. So the first context serves until it has had a solver.
    let is_outermost = LINE.with_borrow(Option::is_none);
    match is_outermost && FRESH.get() {
        true => in_this_context(work),
        false => z3::with_z3_config(&z3::Config::new(), || in_this_context(work)),
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

fn in_this_context<T>(work: impl FnOnce() -> T) -> T {
    let context = Context::thread_local();
    let handle = context.handle();
    let (line, interruptions) = channel::<Option<Arc<Questions>>>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while let Ok(Some(questions)) = interruptions.recv() {
                questions.pass_on(&handle);
            }
        });
        let _open = Open::new(line);
        work()
    })
}

/// The line of a thread while it works in a context.
struct Open {
    line: Line,
    outside: Option<Line>,
}

impl Open {
    fn new(line: Line) -> Self {
        let outside = LINE.replace(Some(line.clone()));
        Self { line, outside }
    }
}

/// Ends the thread that waits for interruptions, after a panic too.
impl Drop for Open {
    fn drop(&mut self) {
        LINE.set(self.outside.take());
        let _ = self.line.send(None);
    }
}

/// The questions of a solver. They end when its token is cancelled: the running one with `unknown`, and all later ones at
/// once. Outside [`in_own_context`] the running question is not interrupted.
#[derive(Debug)]
pub(super) struct Questions {
    token: Token,
    asking: AtomicBool,
}

impl Questions {
    /// The questions of a solver of this thread.
    pub(super) fn new(token: &Token) -> Arc<Self> {
        let questions = Arc::new(Self { token: token.child(), asking: AtomicBool::new(false) });
        if let Some(line) = LINE.with_borrow(Clone::clone) {
            let cancelled = Arc::downgrade(&questions);
            questions.token.on_cancel(move || {
                if let Some(questions) = cancelled.upgrade() {
                    let _ = line.send(Some(questions));
                }
            });
        }
        questions
    }

    /// Whether the solver must end.
    pub(super) fn are_over(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Asks Z3, unless the solver must end.
    pub(super) fn ask(&self, question: impl FnOnce() -> SatResult) -> SatResult {
        // This comes first: from now on, a cancellation of the token interrupts the question.
        self.asking.store(true, Ordering::SeqCst);
        let answer = if self.token.is_cancelled() || gives_up() { SatResult::Unknown } else { question() };
        self.asking.store(false, Ordering::SeqCst);
        answer
    }

    /// Interrupts the running question. Z3 forgets an interruption that comes just before its question begins, so this
    /// repeats it until the question ends, for a second at most.
    fn pass_on(&self, handle: &ContextHandle<'_>) {
        for _ in 0..TIMES {
            if !self.asking.load(Ordering::SeqCst) {
                return;
            }
            handle.interrupt();
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Whether Z3 gives up without a reason. It does so only in some tests.
#[cfg(not(test))]
fn gives_up() -> bool {
    false
}

#[cfg(test)]
use faults::gives_up;

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

    pub(super) fn gives_up() -> bool {
        let Some(seed) = SEED.get() else { return false };
        // Knuth's generator; any would do.
        let next = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        SEED.set(Some(next));
        next >> 62 == 0
    }
}
