//! Why an exploration gives no verdict.

use crate::inputs::Inputs;
use crate::interp::{End, InputError};
use crate::source::Span;

/// An exploration that cannot give a verdict.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Lenient mode: a call of an unknown method is reached.
    #[error("unknown method `{name}` is called")]
    UnknownMethod {
        /// The name of the method.
        name: String,
        /// The call.
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
    /// A run was found that concrete execution does not confirm: a defect of the engine.
    #[error("a run does not replay: {expected:?} with {inputs:?}, but the replay ended with {end}")]
    Replay {
        /// The end that the run should have: a violation, or a cover statement.
        expected: Box<End>,
        /// The inputs that should lead to it.
        inputs: Box<Inputs>,
        /// How the run ended instead.
        end: String,
    },
    /// A proof was found that a second opinion refutes: a defect of the engine.
    #[error("a proof by induction is wrong: {0} does not hold")]
    Refuted(String),
}

impl Error {
    /// The program does not take these inputs.
    pub fn inadmissible(inputs: &Inputs, why: &InputError) -> Self {
        Self::Inadmissible { inputs: Box::new(inputs.clone()), why: why.to_string() }
    }
}
