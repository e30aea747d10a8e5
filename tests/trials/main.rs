//! A trial for each program of a folder or each cell of a matrix, as one executable: the harness runs them on all cores.

mod conformance;
mod corpus;
mod formats;
mod matrix;
mod oracle;
mod programs;
mod tasks;
mod unbounded;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let rooms: [fn() -> Vec<Trial>; 8] = [
        corpus::trials,
        conformance::trials,
        oracle::trials,
        formats::trials,
        programs::trials,
        tasks::trials,
        unbounded::trials,
        matrix::trials,
    ];
    libtest_mimic::run(&Arguments::from_args(), rooms.into_iter().flat_map(|room| room()).collect()).exit();
}
