//! A thread with a big stack for each thread that uses the library.
//!
//! It is kept, because a big stack costs more than many explorations.

use crate::stack::on_big_stack;
use std::cell::RefCell;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What a worker runs.
type Job = Box<dyn FnOnce() + Send>;

thread_local! {
    /// The worker of the calling thread, once there is one. It ends with that thread.
    static WORKER: RefCell<Option<Sender<Job>>> = const { RefCell::new(None) };
}

fn spawn() -> Sender<Job> {
    let (sender, jobs) = channel::<Job>();
    thread::spawn(|| on_big_stack(move || jobs.into_iter().for_each(|job| job())));
    sender
}

/// Starts work on the calling thread's worker. The channel brings its result, or its panic.
pub fn start<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Receiver<thread::Result<T>> {
    let (sender, result) = channel();
    let job: Job = Box::new(move || {
        // The receiver may be gone. What a panicking job has touched is never used.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    WORKER.with_borrow_mut(|worker| {
        // A worker ends only with its sender. If it did not take the job, the receiver would find out.
        let _ = worker.get_or_insert_with(spawn).send(job);
    });
    result
}

/// The result of work on the calling thread's worker. A panic goes on in the caller.
pub fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match start(work).recv() {
        Ok(result) => result.unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => panic!("a worker ended before its work"),
    }
}

/// Gives up the worker, because its job does not end: the next job gets a new worker.
pub fn abandon() {
    WORKER.set(None);
}

/// A value with trees that may be so deep that dropping them needs a big stack.
pub struct Deep<T: Send + 'static>(Option<T>);

impl<T: Send + 'static> Deep<T> {
    pub fn new(value: T) -> Self {
        Self(Some(value))
    }
}

impl<T: Send + 'static> Deref for Deep<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().expect("the value is there until it is dropped")
    }
}

impl<T: Send + 'static> Drop for Deep<T> {
    fn drop(&mut self) {
        let value = self.0.take();
        let job: Job = Box::new(move || drop(value));
        // A thread that is ending has no worker any more: then the job is dropped here, with the value in it.
        let _ = WORKER.try_with(|worker| match &*worker.borrow() {
            Some(worker) => drop(worker.send(job)),
            None => on_big_stack(job),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_goes_on_in_the_caller_and_the_worker_lives() {
        let id = run(|| thread::current().id());
        let caught = catch_unwind(|| run(|| std::panic::panic_any(7_u8)));
        assert_eq!(caught.expect_err("it panics").downcast_ref::<u8>(), Some(&7));
        assert_eq!(run(|| thread::current().id()), id);
    }

    #[test]
    fn work_that_does_not_end_is_left_alone() {
        let (release, wait) = channel::<()>();
        let stuck = start(move || wait.recv().is_err());
        abandon();
        assert_eq!(run(|| 1), 1);
        drop(release);
        assert!(stuck.recv().is_ok_and(|result| result.is_ok_and(|ended| ended)));
    }
}
