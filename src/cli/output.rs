//! Standard output and standard error: colours only on a terminal, and no error when the reader of a pipe has gone.

use super::exit::Failure;
use crate::report::Style;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, Write};

/// The name of a file that means standard output.
pub const STDOUT: &str = "-";

/// The style of standard output: colours only on a terminal, and if the environment (`NO_COLOR` and the like) allows.
pub fn stdout_style() -> Style {
    style(AutoStream::choice(&io::stdout()))
}

/// The style of standard error.
pub fn stderr_style() -> Style {
    style(AutoStream::choice(&io::stderr()))
}

fn style(choice: ColorChoice) -> Style {
    if choice == ColorChoice::Never { Style::Plain } else { Style::Coloured }
}

/// Writes a whole text to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Closed),
        Err(error) => Err(Failure::Output(error)),
        Ok(()) => Ok(()),
    }
}

/// Writes the answer of a command to standard output. The exit code of the command stands even if the reader has gone.
pub fn answer(text: &str) -> Result<(), Failure> {
    match print(text) {
        Err(Failure::Closed) => Ok(()),
        other => other,
    }
}

/// Writes a whole text to standard error, if it is open.
pub fn complain(text: &str) {
    // There is no other place to report a failure to.
    let _ = anstream::stderr().write_all(text.as_bytes());
}
