//! A limit on work that may not listen when it is told to stop: Z3 does not always.

use multise::{Reason, Watch};
use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// What work gets beyond the time at which it is told to stop. Generous, for machines with other work.
pub const GRACE: Duration = Duration::from_secs(60);

/// What is to be dropped when the work is over, at the latest when it returns.
pub type Over = Sender<()>;

/// Does the work. When it takes longer than `limit`, prints what it was and ends the process: a hanging thread cannot be
/// ended, and a test that hangs would cost the whole run and not tell why.
pub fn within<T>(limit: Duration, what: &str, work: impl FnOnce(Over) -> T) -> T {
    let too_long = || {
        // Past the harness, which would keep it to itself.
        let _ = writeln!(std::io::stderr(), "no end after {limit:?}:\n{what}");
        // Exiting would wait for Z3.
        std::process::abort();
    };
    timed(limit, too_long, work)
}

/// Does the work, and tells its watch when it has taken as long as it may.
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
        // Dropped in a panic too.
        work(done)
    })
}
