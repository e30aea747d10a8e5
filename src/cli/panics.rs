//! A panic is a defect of this program: it is reported as such, never as a verdict.

use super::exit::{Exit, Failure};
use super::output::{complain, stderr_style};
use std::any::Any;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Message and place of the latest panic. The payload alone has no place. A thread that waits for others panics when one of them
/// has: what counts is the panic of that one.
static LATEST: Mutex<Option<String>> = Mutex::new(None);

/// The message of `std::thread::scope` when a thread within has panicked.
const OF_SCOPE: &str = "a scoped thread panicked";

/// Keeps panics from printing; the code that catches them reports them.
pub fn silence() {
    std::panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        let place = info.location().map(|l| format!(" at {}:{}", l.file(), l.line())).unwrap_or_default();
        let message = text(info.payload());
        let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
        if message != OF_SCOPE || latest.is_none() {
            *latest = Some(format!("{message}{place}"));
        }
    }));
}

/// The result of `f`, or the message of its panic.
pub fn caught<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    // After a panic, nothing that the exploration has touched is used.
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
        let latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner).take();
        latest.unwrap_or_else(|| text(&*payload).to_owned())
    })
}

/// Runs `command` and reports its failure or panic. Returns its exit code.
pub fn reported(command: impl FnOnce() -> Result<Exit, Failure>) -> Exit {
    let result = caught(command).unwrap_or_else(|panic| Err(Failure::Internal(panic)));
    result.unwrap_or_else(|failure| {
        complain(&failure.message(stderr_style()));
        failure.exit()
    })
}

fn text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a message")
}
