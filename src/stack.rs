//! Room for recursion over deep trees.

use std::panic::resume_unwind;
use std::thread;

/// Sizes of stack to try, in bytes, largest first. Only what is touched becomes resident. A recursion through
/// 10,000 levels may use 200 KiB per level with the first.
const SIZES: [usize; 3] = [2 << 30, 512 << 20, 128 << 20];

/// Runs `f` on a thread whose stack holds recursion over the deepest syntax tree, and returns its result. A panic of `f`
/// goes on in the caller. Trees should also be dropped inside, since dropping recurses as well.
///
/// Where the system refuses so much address space, smaller stacks are tried, at last the caller's own.
pub fn on_big_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    let mut f = Some(f);
    for size in SIZES {
        // A refused thread leaves `f` where it is: it is taken only by the thread that runs.
        let slot = &mut f;
        let outcome = thread::scope(|scope| {
            let spawned = thread::Builder::new().stack_size(size).spawn_scoped(scope, move || slot.take().map(|f| f()));
            spawned.ok().map(|handle| handle.join())
        });
        match outcome {
            Some(Ok(Some(value))) => return value,
            Some(Ok(None)) => break,
            Some(Err(panic)) => resume_unwind(panic),
            None => {}
        }
    }
    let f = f.take().expect("no thread has run it");
    f()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_and_borrows_may_go_in() {
        let text = String::from("abc");
        assert_eq!(on_big_stack(|| text.len()), 3);
    }

    #[test]
    fn a_panic_goes_on_in_the_caller() {
        let caught = std::panic::catch_unwind(|| on_big_stack(|| std::panic::panic_any(7_u8)));
        assert_eq!(caught.unwrap_err().downcast_ref::<u8>(), Some(&7));
    }
}
