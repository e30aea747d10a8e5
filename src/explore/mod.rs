//! Exploration: chooses the states to step, how far they go, and the verdict.
//!
//! | task | file |
//! |---|---|
//! | one attempt: steps, rounds, collections, violations | [`session`] |
//! | what is still to be explored | [`frontier`] |
//! | which thread continues, and the choices before | [`threads`] |
//! | how far loops, recursion and the initial heap are followed | [`bounds`] |
//! | executions that cannot end | [`lassos`] |
//! | when a run stops early | [`limits`] |
//! | events for an observer | [`observe`] |
//! | verdict and reasons | [`verdict`] |
//!
//! The way of an entry: the [frontier] in lockstep order → a [step](crate::transition::Machine::step) → admission by
//! the [bounds] → the frontier again, where it may be parked until the bounds deepen. Violations are turned into inputs
//! by [`witness`] and replayed in the concrete interpreter before they are published.
//! The reasons for this design, with figures, are in `benches/decisions.md`.

pub mod bounds;
mod error;
mod exits;
mod formals;
pub mod frontier;
mod lassos;
mod limits;
pub mod observe;
mod progress;
mod replay;
pub mod session;
mod tally;
pub mod texts;
pub mod threads;
mod verdict;
pub mod watch;
pub mod witness;

pub use error::Error;
pub use limits::Limits;
pub use session::Session;
pub use watch::Watch;
