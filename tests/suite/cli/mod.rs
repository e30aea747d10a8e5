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

/// The program, whose output is to be compared.
fn multise(args: &[&str]) -> Command {
    Command::from_std(support::multise!()).args(args)
}
