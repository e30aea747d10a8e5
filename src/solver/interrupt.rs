//! A context of Z3 for each exploration, and stopping a question in it from another thread.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;
use z3::{Context, ContextHandle};

/// How often Z3 is told to stop, a millisecond apart.
const TIMES: u32 = 1000;

/// Where the interruptions of a context go; nothing says that its work is done.
type Line = Sender<Option<Arc<Shared>>>;

thread_local! {
    /// The line to the context in which this thread works, if it is one of [`in_own_context`].
    static LINE: RefCell<Option<Line>> = const { RefCell::new(None) };
    /// Whether this thread has not worked in any context yet.
    static FRESH: Cell<bool> = const { Cell::new(true) };
}

/// Does work with a context of Z3 of its own. What Z3 answers, and how long it takes, depends on what its context has been
/// asked before: a question of 5 ms in a new one took up to 10 s in one that had served other explorations.
///
/// The questions of solvers that are made in the work can be interrupted. A handle that interrupts borrows the context,
/// which cannot leave its thread: a second thread holds the handle while the work lasts, and waits for interruptions.
pub fn in_own_context<T: Send + Sync>(work: impl FnOnce() -> T + Send + Sync) -> T {
    // A thread has a context from the beginning, which the crate makes in any case; to make one takes up to 30 ms.
    match FRESH.replace(false) {
        true => in_this_context(work),
        false => z3::with_z3_config(&z3::Config::new(), || in_this_context(work)),
    }
}

fn in_this_context<T>(work: impl FnOnce() -> T) -> T {
    let context = Context::thread_local();
    let handle = context.handle();
    let (line, interruptions) = channel::<Option<Arc<Shared>>>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while let Ok(Some(shared)) = interruptions.recv() {
                shared.pass_on(&handle);
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

/// In a panic too: the thread that waits for interruptions ends.
impl Drop for Open {
    fn drop(&mut self) {
        LINE.set(self.outside.take());
        let _ = self.line.send(None);
    }
}

/// Stops the solver that it came from, for good: the question that is being answered ends with `unknown`, and so does,
/// at once, every later one that no shortcut answers. Outside of [`in_own_context`] the question under way is not
/// interrupted.
#[derive(Clone, Debug)]
pub struct Interrupter {
    shared: Arc<Shared>,
    line: Option<Line>,
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

    /// Waits for the end of the question under way, a second at most; before each millisecond `tell` may end it.
    fn until_answered(&self, tell: impl Fn()) {
        for _ in 0..TIMES {
            if !self.asking.load(Ordering::SeqCst) {
                return;
            }
            tell();
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Interrupts the question under way. Z3 forgets an interruption that comes just before its question begins: it is
    /// told until the question ends.
    fn pass_on(&self, handle: &ContextHandle<'_>) {
        self.until_answered(|| handle.interrupt());
    }
}

impl Interrupter {
    /// For a solver of this thread.
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, line: LINE.with_borrow(Clone::clone) }
    }

    /// Stops the solver. Returns when the question under way has ended, or after a second in which it did not listen.
    pub fn interrupt(&self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
        if let Some(line) = &self.line {
            let _ = line.send(Some(Arc::clone(&self.shared)));
            self.shared.until_answered(|| {});
        }
    }
}
