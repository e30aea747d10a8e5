//! The program as a process of its own.

use std::path::Path;
use std::process::{Command, Stdio};

/// Where the program is: Cargo tells that only the tests and benches that it builds it for.
#[macro_export]
macro_rules! executable {
    () => {
        std::path::Path::new(env!("CARGO_BIN_EXE_multise"))
    };
}

/// The program as a process that has not begun, as [`of`] makes it.
///
/// [`of`]: crate::process::of
#[macro_export]
macro_rules! multise {
    () => {
        $crate::process::of($crate::executable!())
    };
}

/// A process in the folder of the project, without colours, and with nothing to read.
pub fn of(executable: &Path) -> Command {
    let mut command = Command::new(executable);
    command.current_dir(super::project()).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}
