//! Transcripts of the command line: what stands on standard output and standard error, and the exit codes.

mod campaign;
mod check;
mod explain;
mod explore;
mod help;
mod methods;
mod numbers;
mod profile;
mod run;
mod settings;
mod slurm;
mod usage;

use snapbox::cmd::{Command, cargo_bin};

/// The program, in the root of the project and without a terminal.
fn multise(args: &[&str]) -> Command {
    Command::new(cargo_bin!("multise")).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1")
}
