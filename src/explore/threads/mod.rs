//! The scheduler of threads: the bundles that wait, the threads that are chosen, and the schedules of violations.
//!
//! | task | file |
//! |---|---|
//! | paths at one configuration | [`bundle`] |
//! | which threads need to be chosen there | [`choices`] |
//! | which bundle continues, with which threads | [`schedule`] |
//! | what a thread that stops does not need | [`dead`] |
//! | how the bundles came about | [`history`] |
//! | from the history to a schedule of the interpreter | [`follow`] |
//!
//! The layers below know where the threads are that do not step ([`Others`](crate::state::Others)), what a step
//! touches ([`interference`](crate::ir::interference)), what `fork`, `join` and `lock` do, and where a thread waits
//! (`transition/threads.rs`, which also explains why no run is lost).

mod bundle;
mod choices;
mod dead;
pub mod follow;
mod history;
mod schedule;

pub use schedule::{Chosen, Schedule};
