//! The program as a process of its own.

use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The path of the program. Cargo gives it only to the tests and benches of the package that has the program.
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

/// A process in the folder of the project, without colours, with empty standard input, and without the variables that
/// the tests read: some of them are options.
pub fn of(executable: &Path) -> Command {
    let mut command = Command::new(executable);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("MULTISE_")) {
        command.env_remove(name);
    }
    command.current_dir(super::project()).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// What a process has printed on its standard output.
pub fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// What a process has printed on its standard error.
pub fn complaints(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// All that a process has printed, standard error last.
pub fn said(output: &Output) -> String {
    printed(output) + &complaints(output)
}

/// The JSON that a process has printed.
pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", said(output)))
}

/// Interrupts a process as Ctrl-C does.
pub fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "there is a `kill`, and the process is alive");
}

/// Waits for the end of a process.
///
/// # Panics
/// When it takes too long on any machine.
pub fn end(child: &mut Child, patience: Duration) -> ExitStatus {
    let end = Instant::now() + patience;
    loop {
        if let Some(status) = child.try_wait().expect("it is a child") {
            return status;
        }
        assert!(Instant::now() < end, "it does not end");
        thread::sleep(Duration::from_millis(10));
    }
}
