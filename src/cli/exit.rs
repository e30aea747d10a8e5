//! Exit codes, and the errors that end a command.

use super::options::Contradiction;
use super::output::stderr_style;
use crate::facade::Error;
use crate::report::format::diagnostics;
use crate::report::format::style::Style;
use std::fmt::Display;
use std::io;
use std::path::Path;

/// The end of a command. No output option changes the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Valid; a run that ended.
    Good = 0,
    /// A violation.
    Bad = 1,
    /// Wrong usage, or a refused input. clap uses the same code.
    Refused = 2,
    /// Unknown; a run that reached a limit of steps or time.
    Unknown = 3,
    /// A defect of this program, or of the system that it runs on.
    Internal = 4,
    /// Ended by Ctrl-C.
    Interrupted = 130,
}

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The program, an option or another input is at fault; the text is rendered.
    Refused(String),
    /// This program is at fault; the text is not rendered.
    Internal(String),
    /// The reader of standard output has closed it.
    Closed,
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// An input that is refused for a reason without a place in the program.
    pub fn refused(reason: impl Display) -> Self {
        Failure::Refused(diagnostics::message(&reason.to_string(), stderr_style()))
    }

    /// A file or folder that cannot be written.
    pub fn unwritable(path: &Path, error: impl Display) -> Self {
        Failure::refused(format!("cannot write `{}`: {error}", path.display()))
    }

    /// An error that is a defect.
    pub fn internal(error: impl Display) -> Self {
        Failure::Internal(error.to_string())
    }

    /// The text for standard error, rendered.
    pub fn message(&self, style: Style) -> String {
        match self {
            Failure::Refused(text) => text.clone(),
            Failure::Internal(what) => diagnostics::message(&format!("internal error: {what}"), style) + &advice(),
            Failure::Closed => String::new(),
            Failure::Output(error) => diagnostics::message(&format!("cannot write the output: {error}"), style),
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Refused(_) => Exit::Refused,
            Failure::Internal(_) | Failure::Output(_) => Exit::Internal,
            // A reader who closes the pipe has seen enough.
            Failure::Closed => Exit::Good,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Unreadable { .. } => Failure::refused(error),
            Error::Refused(refused) => Failure::Refused(refused.render(stderr_style())),
            Error::Internal(what) => Failure::Internal(what),
        }
    }
}

impl From<Contradiction> for Failure {
    fn from(contradiction: Contradiction) -> Self {
        Failure::refused(contradiction)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure::internal(error)
    }
}

fn advice() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "This is a defect of multise {version}, not of your program, and no verdict was reached. Please report it with \
         the program and the command line.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::panics;

    #[test]
    fn codes_are_those_of_the_manual() {
        let code = |failure: &Failure| failure.exit() as i32;
        assert_eq!(code(&Failure::Refused(String::new())), 2);
        assert_eq!(code(&Failure::Internal(String::new())), 4);
        assert_eq!(code(&Failure::Output(io::ErrorKind::StorageFull.into())), 4);
        assert_eq!([Exit::Good, Exit::Bad, Exit::Unknown, Exit::Interrupted].map(|e| e as i32), [0, 1, 3, 130]);
    }

    #[test]
    fn a_panic_is_reported_as_a_defect() {
        let panic = panics::caught(|| panic!("an invariant is broken")).expect_err("it panics");
        let failure = Failure::Internal(panic);
        let text = failure.message(Style::Plain);
        assert!(text.contains("internal error: an invariant is broken"), "{text}");
        assert!(text.contains("This is a defect of multise") && text.contains("no verdict was reached"), "{text}");
        assert_eq!(failure.exit() as i32, 4);
    }
}
