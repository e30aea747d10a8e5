//! The whole exploration of an entry: two attempts, and the search for a proof beside them.
//!
//! | task | file |
//! |---|---|
//! | which attempts are made, and how the answer is concluded | [`strategy`] |
//! | how two attempts take turns | [`turns`] |

#[cfg(test)]
mod constructs;
#[cfg(test)]
mod numbers;
mod strategy;
#[cfg(test)]
mod tests;
mod turns;

use crate::config::Config;
use crate::explore::{Error, Watch};
use crate::ir::{MethodId, Program};
use crate::outcome::Outcome;
use crate::solver::in_own_context;

pub use strategy::run;

/// Explores all executions of `entry`.
///
/// Equal explorations that no limit cuts short find equal violations: each has a context of Z3 of its own. Where a proof
/// ends one, its progress until then depends on time.
///
/// # Errors
/// When an unknown method is reached (lenient mode), or on an internal error: a violation that does not replay.
pub fn explore(program: &Program, entry: MethodId, config: &Config, watch: &Watch) -> Result<Outcome, Error> {
    in_own_context(|| run(program, entry, config, watch, |_| (), |_, outcome| outcome))
}
