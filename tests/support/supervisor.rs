//! A time limit on work that may not stop when asked to, as Z3 sometimes does not.

use multise::{Reason, Watch};
use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// The time that work gets after it was asked to stop. Generous, for machines with other work.
pub const GRACE: Duration = Duration::from_secs(60);

/// To be dropped when the work has ended, at the latest when it returns.
pub type Over = Sender<()>;

/// Does the work. If it takes longer than `limit`, prints what it was and ends the process: a hanging thread cannot be ended,
/// and a hanging test would block the whole run without a reason.
pub fn within<T>(limit: Duration, what: &str, work: impl FnOnce(Over) -> T) -> T {
    let too_long = || {
        // Not through the harness, which would keep the text to itself.
        let _ = writeln!(std::io::stderr(), "no end after {limit:?}:\n{what}");
        // An ordinary exit would wait for Z3.
        std::process::abort();
    };
    timed(limit, too_long, work)
}

/// Does the work, and interrupts its watch when the time is over.
pub fn watched<T>(limit: Duration, watch: &Watch, work: impl FnOnce(Over) -> T) -> T {
    timed(limit, || watch.interrupt(Reason::Timeout), work)
}

fn timed<T>(limit: Duration, too_long: impl FnOnce() + Send, work: impl FnOnce(Over) -> T) -> T {
    let (done, over) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if over.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                too_long();
            }
        });
        // A panic drops it too.
        work(done)
    })
}
