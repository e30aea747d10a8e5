//! Threads: where each stops, which one goes on, and how a schedule is told.
//!
//! | task | file |
//! |---|---|
//! | paths at one configuration | [`bundle`] |
//! | which threads need to be chosen there | [`choices`] |
//! | which bundle goes on, with which threads | [`schedule`] |
//! | what a thread that stops does not need | [`dead`] |
//! | how the bundles came about | [`history`] |
//! | from there to a schedule of the interpreter | [`follow`] |
//!
//! What the layers below have of threads: where those stand that do not step ([`Others`](crate::state::Others)), what a step
//! touches ([`interference`](crate::ir::interference)), what `fork`, `join` and `lock` do, and where a thread waits
//! (`transition/threads.rs`, which also says why no run is lost).

mod bundle;
mod choices;
mod dead;
pub mod follow;
mod history;
mod schedule;

pub use schedule::{Chosen, Schedule};
