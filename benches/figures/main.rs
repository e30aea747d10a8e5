//! Tables of what the release binary takes, mostly as whole processes: `cargo bench --bench figures -- WHAT`, with what is
//! below as `WHAT`, or a target of the Makefile.

mod families;
mod growth;
mod java;
mod limits;
mod mean;
mod objects;
mod process;
mod profile;
mod regions;
mod table;
mod tasks;
mod threads;

use clap::{Parser, Subcommand};
use std::process::Command;
use std::time::Instant;

/// Measures programs, and makes a table.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    what: Option<What>,
    /// Given by `cargo bench`, and not by `cargo test --all-targets`, which has no time for this.
    #[arg(long, hide = true, global = true)]
    bench: bool,
}

#[derive(Subcommand)]
enum What {
    Families(families::Options),
    Java(java::Options),
    Limits(limits::Options),
    Objects(objects::Options),
    Profile(profile::Options),
    Regions(regions::Options),
    Table(table::Options),
    Tasks(tasks::Options),
    Threads(threads::Options),
}

fn main() {
    let cli = Cli::parse();
    let (true, Some(what)) = (cli.bench, cli.what) else {
        println!("nothing measured: run `cargo bench --bench figures -- WHAT`");
        return;
    };
    match &what {
        What::Families(options) => families::tabulate(options),
        What::Java(options) => java::tabulate(options),
        What::Limits(options) => limits::tabulate(options),
        What::Objects(options) => objects::tabulate(options),
        What::Profile(options) => profile::tabulate(options),
        What::Regions(options) => regions::tabulate(options),
        What::Table(options) => table::tabulate(options),
        What::Tasks(options) => tasks::tabulate(options),
        What::Threads(options) => threads::tabulate(options),
    }
}

/// An exploration that may take some seconds, further arguments of which are added: its report, and the seconds it took.
fn explored(limit: u64, arguments: impl FnOnce(&mut Command) -> &mut Command) -> (Vec<u8>, f64) {
    let started = Instant::now();
    let mut command = support::multise!();
    command.args(["explore", "--format", "json", "--timeout", &limit.to_string()]);
    let output = arguments(&mut command).output().expect("the binary of this project starts");
    (output.stdout, started.elapsed().as_secs_f64())
}
