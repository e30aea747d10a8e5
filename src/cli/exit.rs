//! Exit codes, and the errors that end a command.

use crate::report::diagnostics;
use crate::report::style::Style;
use std::io;

/// How a command ends. No output option changes the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Valid; a run that ended.
    Good = 0,
    /// A violation.
    Bad = 1,
    /// Wrong usage, or an input that is refused. The code that clap uses as well.
    Refused = 2,
    /// Unknown; a run that reached the step limit.
    Unknown = 3,
    /// A defect of this program, or of the system that it runs on.
    Internal = 4,
    /// Ended by Ctrl-C.
    Interrupted = 130,
}

/// Why a command could not do what it was asked for.
#[derive(Debug)]
pub enum Failure {
    /// Something is wrong with what was given; the text says what, rendered.
    Refused(String),
    /// Something is wrong with this program; the text says what, not rendered.
    Internal(String),
    /// Nobody reads standard output any more.
    Deaf,
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// An input that is refused for a reason without a place in the program.
    pub fn refused(message: &str, style: Style) -> Self {
        Failure::Refused(diagnostics::message(message, style))
    }

    /// What to say on standard error, rendered.
    pub fn message(&self, style: Style) -> String {
        match self {
            Failure::Refused(text) => text.clone(),
            Failure::Internal(what) => diagnostics::message(&format!("internal error: {what}"), style) + &advice(),
            Failure::Deaf => String::new(),
            Failure::Output(error) => diagnostics::message(&format!("cannot write the output: {error}"), style),
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Refused(_) => Exit::Refused,
            Failure::Internal(_) | Failure::Output(_) => Exit::Internal,
            // Whoever closed the pipe has seen enough.
            Failure::Deaf => Exit::Good,
        }
    }
}

fn advice() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "This is a defect of multise {version}, not of your program, and no verdict was reached. Please report it with \
         the program and the command line.\n"
    )
}
