//! Exploration: which states are stepped, how far, and what the verdict is.
//!
//! | task | file |
//! |---|---|
//! | which attempts, and what follows at the end | [`strategy`] |
//! | how two attempts take turns | [`turns`] |
//! | one attempt: steps, rounds, collections, violations | [`session`] |
//! | what is still to be explored | [`frontier`] |
//! | which thread goes on, and what led there | [`schedule`], [`follow`] |
//! | how far loops, recursion and the initial heap are followed | [`bounds`] |
//! | when a run stops early | [`limits`] |
//! | proofs by induction, how they are checked, and when they are looked for | [`mod@prove`], [`weaken`], [`background`] |
//! | which clauses of loops do not follow from themselves | [`step`] |
//! | the exploration of a fragment | [`fragment`] |
//! | a proof as plain data, for a second opinion | [`certificate`] |
//! | who listens | [`observe`], [`observers`] |
//! | which values there are at a line, how paths part and meet | [`notes`], [`graph`] |
//! | what each line costs | [`profile`] |
//! | verdict and reasons | [`verdict`] |
//!
//! The way of an entry: the [frontier] in lockstep order → a [step](crate::transition::Machine::step) → admission by
//! the [bounds] → the frontier again, where it may be parked until the bounds deepen. Violations are turned into inputs
//! by [`witness`] and replayed in the concrete interpreter before they are published.
//! Why it is so, with figures: `benches/decisions.md`.

mod background;
pub mod bounds;
mod cases;
mod certificate;
pub mod coverage;
mod error;
mod exits;
mod follow;
mod formals;
pub mod fragment;
pub mod frontier;
mod graph;
mod limits;
mod notes;
pub mod observe;
mod observers;
pub mod outcome;
mod profile;
mod progress;
mod prove;
mod replay;
mod samples;
pub mod schedule;
pub mod session;
mod step;
pub mod strategy;
mod tally;
pub mod texts;
mod turns;
mod verdict;
pub mod watch;
mod weaken;
pub mod witness;

pub use error::Error;
pub use limits::Limits;
pub use outcome::Outcome;
pub use prove::{failed_steps, prove, prove_claims};
pub use session::Session;
pub use watch::{Phase, Progress, Watch};

use crate::config::Config;
use crate::ir::{MethodId, Program};
pub use crate::solver::horn::{Setting, serve};
use crate::solver::in_own_context;

/// Explores all executions of `entry`.
///
/// Equal explorations that no limit cuts short find equal violations: each has a context of Z3 of its own. Where a proof ends one,
/// how far it had come is a matter of time.
///
/// # Errors
/// When an unknown method is reached (lenient mode), or on an internal error: a violation that does not replay.
pub fn explore(program: &Program, entry: MethodId, config: &Config, watch: &Watch) -> Result<Outcome, Error> {
    in_own_context(|| strategy::run(program, entry, config, watch, |_| (), |_, outcome| outcome))
}

#[cfg(test)]
mod tests;
