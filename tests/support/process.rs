//! The program as a process of its own.

use std::path::Path;
use std::process::{Command, Stdio};

/// The path of the program. Cargo tells it only to the tests and benches of the package that has the program.
#[macro_export]
macro_rules! executable {
    () => {
        std::path::Path::new(env!("CARGO_BIN_EXE_multise"))
    };
}

/// The program as a process to be started, as [`of`] makes it.
///
/// [`of`]: crate::process::of
#[macro_export]
macro_rules! multise {
    () => {
        $crate::process::of($crate::executable!())
    };
}

/// A process in the folder of the project, without colours and with empty standard input.
pub fn of(executable: &Path) -> Command {
    let mut command = Command::new(executable);
    command.current_dir(super::project()).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}
