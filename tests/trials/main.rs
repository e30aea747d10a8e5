//! A trial for each program of a folder or each cell of a matrix, as one executable: the harness runs them on all cores.

mod conformance;
mod corpus;
mod formats;
mod java;
mod matrix;
mod oracle;
mod programs;
mod record;
mod tasks;
mod unbounded;

use libtest_mimic::{Arguments, Trial};
use std::thread::available_parallelism;

fn main() {
    let rooms: [fn() -> Vec<Trial>; 9] = [
        corpus::trials,
        conformance::trials,
        oracle::trials,
        formats::trials,
        programs::trials,
        tasks::trials,
        unbounded::trials,
        matrix::trials,
        java::trials,
    ];
    let mut arguments = Arguments::from_args();
    // Many trials wait for a process that they have started.
    arguments.test_threads =
        arguments.test_threads.or_else(|| available_parallelism().ok().map(|cores| cores.get() * 3 / 2));
    libtest_mimic::run(&arguments, rooms.into_iter().flat_map(|room| room()).collect()).exit();
}
