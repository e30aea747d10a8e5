//! The explorer: which pc entry runs next, how far, and what the verdict is.
//!
//! [`explore`] makes an [`Explorer`], runs it, and returns its [`Outcome`]. The way of an entry: the
//! [queue] in lockstep order → a [step](crate::transition::Machine::step) → admission by the [bounds] →
//! the queue again, or parked until the bounds deepen. Violations are turned into inputs by [`witness`] and replayed
//! in the concrete interpreter before they are reported; [`valuation`] is the way back.

pub mod bounds;
pub mod cases;
pub mod coverage;
mod csm;
mod entry;
mod explorer;
pub mod outcome;
mod queue;
mod texts;
pub mod valuation;
mod verdict;
pub mod watch;
pub mod witness;

pub use explorer::{Explorer, Final};
pub use outcome::Outcome;
pub use watch::{Progress, Watch};

use crate::config::Config;
use crate::inputs::Inputs;
use crate::ir::{Fault, MethodId, Program};
use crate::source::Span;

/// An exploration that cannot give a verdict.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Lenient mode: a call of an unknown method is reached.
    #[error("unknown method `{name}` is called")]
    UnknownMethod {
        /// What was called.
        name: String,
        /// Where.
        span: Span,
    },
    /// Inputs were made that the program does not take: a defect of the engine.
    #[error("inputs that the program does not take: {inputs:?}: {why}")]
    Inadmissible {
        /// The inputs.
        inputs: Box<Inputs>,
        /// What is wrong with them.
        why: String,
    },
    /// A violation was found that concrete execution does not confirm: a defect of the engine.
    #[error("a violation does not replay: {fault:?} with {inputs:?}, but the replay ended with {end}")]
    Replay {
        /// The violation.
        fault: Fault,
        /// The inputs that were to lead to it.
        inputs: Box<Inputs>,
        /// What happened instead.
        end: String,
    },
}

/// Explores all executions of `entry`.
///
/// Equal processes give equal outcomes, times aside. Within one process Z3 may find other models when it has answered
/// questions before; its context belongs to the thread and lives as long as the process, so many explorations are best
/// made on few threads.
///
/// # Errors
/// When an unknown method is reached (lenient mode), or on an internal error: a violation that does not replay.
///
/// # Panics
/// When the entry reaches a construct that [`Program::unsupported`] names; callers refuse such programs before.
pub fn explore(program: &Program, entry: MethodId, config: &Config, watch: &Watch) -> Result<Outcome, Error> {
    Explorer::new(program, entry, config, watch).run()
}
