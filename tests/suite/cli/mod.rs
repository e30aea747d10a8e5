//! Transcripts of the command line: what stands on standard output and standard error, and the exit codes.

mod campaign;
mod check;
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

/// The program, with what it writes to be compared.
fn multise(args: &[&str]) -> Command {
    Command::from_std(support::multise!()).args(args)
}
