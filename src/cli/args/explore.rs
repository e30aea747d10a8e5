//! The options of `multise explore`.

use super::super::output::STDOUT;
use super::groups::{BOUNDS, OUTPUT};
use super::{EXIT_CODES, Engine, Exploration, Format, Progress, Settings, Verbosity};
use crate::config::Classes;
use clap::builder::ArgPredicate;
use clap::{Arg, Args, ValueEnum, value_parser};
use std::path::{Path, PathBuf};

/// `multise explore`
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct Explore {
    /// The program; `-` is standard input. With --classpath it can be a method
    #[arg(
        required = false,
        required_unless_present_any = ["main", "classpath"],
        default_value_ifs = [
            ("main", ArgPredicate::IsPresent, Classes::NO_FILE),
            ("classpath", ArgPredicate::IsPresent, Classes::NO_FILE),
        ]
    )]
    pub file: PathBuf,
    /// What is explored.
    #[command(flatten)]
    pub exploration: Exploration,
    /// Explore every method and constructor of a class in turn, each within --timeout, and print a table
    ///
    /// The exit code is the worst one.
    #[arg(long, value_name = "CLASS", conflicts_with_all = ["entry", "all_methods"])]
    pub class: Option<String>,
    /// Explore every method and constructor of the program in turn, each within --timeout, and print a table
    ///
    /// The exit code is the worst one.
    #[arg(long, conflicts_with = "entry")]
    pub all_methods: bool,
    /// How it is explored.
    #[command(flatten)]
    pub engine: Engine,
    /// Execute what lies between a branch and the point where its sides meet in one step: 1 without calls, 2 and with
    /// methods inlined, 3 and with paths that leave it early, 4 and with early returns; never changes the verdict
    #[arg(long, value_name = "LEVEL", value_parser = value_parser!(u8).range(0..=4), default_value_t = 0)]
    pub regions: u8,
    /// Look for no proofs by induction: what bounds do not exhaust is unknown
    #[arg(long)]
    pub no_proofs: bool,
    /// Choose between threads only where their order matters; never changes the verdict
    #[arg(long, value_enum, default_value_t = Por::On)]
    pub por: Por,
    /// At most N switches from one thread to another while that has not ended [default: no bound]
    #[arg(long, value_name = "N", help_heading = BOUNDS)]
    pub switches: Option<u64>,
    /// Stop at the first violation
    #[arg(long, help_heading = BOUNDS)]
    pub first: bool,
    /// Replay violations in the interpreter only; those of compiled classes are also replayed on a JVM, where there is one
    #[arg(long)]
    pub no_jvm: bool,
    /// Check the invariants of the engine at every step (slow)
    ///
    /// Proofs by induction are checked by a second checker too; -v and --stats print its opinion.
    #[arg(long)]
    pub self_check: bool,
    /// The form of the report on standard output
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = OUTPUT)]
    pub format: Format,
    /// Progress on standard error
    #[arg(long, value_enum, default_value_t = Progress::Auto, help_heading = OUTPUT)]
    pub progress: Progress,
    /// Print all statistics; `assignments` and `assignments_csm` are counted only then
    #[arg(long, help_heading = OUTPUT)]
    pub stats: bool,
    /// Show which basic blocks and branches are reached, by method
    ///
    /// A dispatched call has a branch for each target.
    #[arg(long, help_heading = OUTPUT)]
    pub coverage: bool,
    /// Where a proof by induction was found, write its invariants and contracts as clauses of the language
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub invariants: Option<PathBuf>,
    /// Where a proof by induction was found, write its Horn clauses with their interpretation in SMT-LIB: satisfiable if they
    /// are true
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub proof_out: Option<PathBuf>,
    /// Write which lines, functions and branches are reached, in the format of lcov
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub lcov: Option<PathBuf>,
    /// Write the same as XML of Cobertura
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub cobertura: Option<PathBuf>,
    /// Write the JSON report to a file, whatever --format says; `-` is standard output
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub json: Option<PathBuf>,
    /// Write violations and warnings as a log in SARIF 2.1.0
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub sarif: Option<PathBuf>,
    /// Write a test case for each check (of several methods: for each method) as XML of JUnit
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub junit: Option<PathBuf>,
    /// Write witnesses of violations and of proofs by induction, format 2.0 of SV-COMP in terms of OOX
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub witness: Option<PathBuf>,
    /// Write a small set of tests that covers every reached branch, every violation and every satisfied cover statement:
    /// inputs, and a program for each; for Java, classes for JUnit 5
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub tests: Option<PathBuf>,
    /// Write a report to look around in: one page, to be opened in a browser
    #[arg(long, value_name = "FILE", conflicts_with_all = ["class", "all_methods"], help_heading = OUTPUT)]
    pub html: Option<PathBuf>,
    /// Explore again whenever the file is saved, until Ctrl-C; the exit code is that of the last exploration
    #[arg(long)]
    pub watch: bool,
    /// How much is reported.
    #[command(flatten)]
    pub verbosity: Verbosity,
    /// Where other options come from.
    #[command(flatten)]
    pub settings: Settings,
}

impl Explore {
    /// The format of standard output: `--json -` asks for JSON.
    pub fn format(&self) -> Format {
        if self.json.as_deref() == Some(Path::new(STDOUT)) { Format::Json } else { self.format }
    }

    /// The files and folders that the command line asks to write.
    pub fn written(&self) -> impl Iterator<Item = &Path> {
        let reports = [&self.json, &self.sarif, &self.junit, &self.witness, &self.html];
        let others = [&self.lcov, &self.cobertura, &self.invariants, &self.proof_out, &self.tests];
        reports.into_iter().chain(others).filter_map(|path| path.as_deref())
    }
}

/// Whether choices between threads are reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Por {
    /// Where only steps compete that can be exchanged, there is none
    On,
    /// Before every step that other threads can see
    Off,
}

/// Whether an option names a file or folder to write.
pub fn is_written(arg: &Arg) -> bool {
    let names = arg.get_value_names().unwrap_or_default();
    names.iter().any(|name| name.starts_with("FILE") || *name == "DIR") && arg.get_help_heading() == Some(OUTPUT)
}

#[cfg(test)]
mod tests {
    use super::super::{Cli, Command};
    use super::*;
    use clap::{CommandFactory, Parser};

    #[test]
    fn every_file_that_an_exploration_writes_is_known() {
        let cli = Cli::command();
        let explore = cli.find_subcommand("explore").expect("it is a subcommand");
        let options = explore.get_arguments().filter(|arg| is_written(arg));
        let options: Vec<&str> = options.filter_map(Arg::get_long).collect();
        assert!(options.len() >= 10, "{options:?}");
        for option in options {
            let words = ["multise", "explore", "t.oox", &format!("--{option}"), "out"];
            let Command::Explore(args) = Cli::try_parse_from(words).expect("well-formed options").command else {
                unreachable!("the words say explore")
            };
            assert_eq!(args.written().collect::<Vec<_>>(), [Path::new("out")], "--{option}");
        }
    }
}
