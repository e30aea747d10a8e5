//! Transcripts of the command line: standard output, standard error, and the exit codes.

mod campaign;
mod check;
mod covers;
mod explain;
mod explore;
mod help;
mod methods;
mod numbers;
mod outputs;
mod profile;
mod run;
mod settings;
mod slurm;
mod usage;

use snapbox::cmd::Command;
use std::path::Path;
use std::process;

/// Runs a bash script in a folder; `multise` is in the path.
fn bash(folder: &Path, script: &str) -> process::Command {
    let bin = support::executable!().parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = process::Command::new("bash");
    command.args(["-euc", script]).current_dir(folder);
    command.env("PATH", format!("{}:{path}", bin.display())).env("NO_COLOR", "1");
    command
}

/// The program, whose output is to be compared.
fn multise(args: &[&str]) -> Command {
    Command::from_std(support::multise!()).args(args)
}
