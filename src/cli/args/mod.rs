//! The options of the command line.

mod campaign;
mod explain;
mod explore;
mod groups;
mod help;
mod profile;
mod words;

pub use campaign::{Jobs, Merge};
pub use explain::{Explain, Line, PageFormat};
pub use explore::{Explore, Por, is_written};
pub use groups::{Bounds, Choice, Compat, Engine, Exploration, Format, Language, Progress, Rules, Settings, Verbosity};
pub use help::Topic;
pub use profile::Profile;
pub use words::{Worded, is_flag, values, word};

use crate::config::Classes;
use crate::proofs::Setting;
use crate::report::format::schema::Schema;
use clap::builder::ArgPredicate;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use groups::{DEFAULT_ENTRY, OUTPUT, seconds};
use std::path::PathBuf;

/// The words after the name of the program.
#[derive(Debug, Parser)]
#[command(
    name = "multise",
    version,
    about = "Symbolic execution of OOX programs that never forks",
    long_about = "Symbolic execution of OOX programs that never forks: one state maps every variable to a value \
                  summary, and all paths at a location are executed at once.",
    after_help = format!("{}\n{EXIT_CODES}", help::chapters()),
    disable_help_subcommand = true,
    arg_required_else_help = true,
    max_term_width = 100
)]
pub struct Cli {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands and their options. Usage lines have the names of commands only because it has been built.
pub fn definition() -> clap::Command {
    let mut definition = Cli::command();
    definition.build();
    definition
}

const EXIT_CODES: &str = "\
Exit codes: 0 valid, 1 invalid (a violation), 2 wrong usage or input, 3 unknown (or step or time limit), 4 internal error, \
130 interrupted.";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Explore all executions of a program and report every violation
    Explore(Box<Explore>),
    /// Show which values variables can have at a line, and when
    Explain(Explain),
    /// Show what each line and method costs to explore, and which one hurts most
    Profile(Profile),
    /// Execute a program on concrete inputs
    Run(Run),
    /// Compare merge mode with path mode: whole runs, side by side
    Compare(Compare),
    /// Print a command for each method of many programs, to be run in parallel
    Jobs(Jobs),
    /// Make one report, one exit code and one coverage of the JSON reports of many explorations
    Merge(Merge),
    /// Only parse and type-check
    Check(Check),
    /// Serve an editor: a language server on standard input and output
    Lsp,
    /// Print control-flow graphs as DOT
    Cfg(Cfg),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the JSON schema of what this program writes
    Schema {
        /// What is written
        #[arg(value_enum, value_name = "REPORT", default_value_t = Schema::Report)]
        report: Schema,
    },
    /// Print the manual page: commands and chapters
    Man,
    /// Print a chapter of the manual, or the help of a command
    Help {
        /// The chapter or command [default: lists both]
        #[arg(value_enum, hide_possible_values = true)]
        topic: Option<Topic>,
    },
    /// Answer Horn clauses from standard input: what proofs by induction run in a process of its own
    #[command(hide = true)]
    Spacer {
        /// The setting of Spacer
        setting: Setting,
        /// The time in milliseconds
        time: u64,
    },
}

/// `multise run`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 ended, 1 violation, 2 bad inputs (or such that violate an `assume` or the \
                        `requires` of the entry), 3 step or time limit, 4 internal error, 130 interrupted.")]
pub struct Run {
    /// The program; `-` is standard input. With --classpath it can be a method, or a call
    #[arg(
        required = false,
        required_unless_present_any = ["main", "classpath"],
        default_value_ifs = [
            ("main", ArgPredicate::IsPresent, Classes::NO_FILE),
            ("classpath", ArgPredicate::IsPresent, Classes::NO_FILE),
        ]
    )]
    pub file: PathBuf,
    /// The method and its arguments, such as `Main.main([1, 2], Node { value: 3 })`, as violations have them
    #[arg(conflicts_with_all = ["entry", "inputs"])]
    pub call: Option<String>,
    /// The method to run
    #[arg(long, value_name = "CLASS.METHOD", default_value = DEFAULT_ENTRY)]
    pub entry: String,
    /// The inputs as JSON, as violations have them; `-` is standard input. Whatever is absent, and everything without
    /// this option, has the default of its type
    #[arg(long, value_name = "FILE")]
    pub inputs: Option<PathBuf>,
    /// At most N steps: instructions, and the words of 64 bits that arithmetic on larger numbers takes
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub steps: u64,
    /// Wall time [default: no bound]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<std::time::Duration>,
    /// Options of the language.
    #[command(flatten)]
    pub language: Language,
    /// How much is reported.
    #[command(flatten)]
    pub verbosity: Verbosity,
    /// Where other options come from.
    #[command(flatten)]
    pub settings: Settings,
}

/// `multise compare`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 the modes agree, wherever both decide; 2 wrong usage or input; 4 they contradict \
                        each other, or another internal error; 130 interrupted, after the table so far.",
    mut_arg("timeout", |arg| arg.help("Wall time of each run").default_value("60")),
    mut_arg("memory", |arg| arg.help("Resident memory of each run"))
)]
pub struct Compare {
    /// The programs; each is explored in merge mode, in path mode, and once more to count assignments
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// What every run explores.
    #[command(flatten)]
    pub exploration: Worded<Exploration>,
    /// The form of the table on standard output
    #[arg(long, value_enum, default_value_t = TableFormat::Text, help_heading = OUTPUT)]
    pub format: TableFormat,
    /// Write a quantile plot (programs decided within a time) as SVG
    #[arg(long, value_name = "FILE.svg", help_heading = OUTPUT)]
    pub plot: Option<PathBuf>,
}

/// `multise check`
#[derive(Debug, Args)]
pub struct Check {
    /// The program; `-` is standard input
    pub file: PathBuf,
    /// Which static rules hold.
    #[command(flatten)]
    pub rules: Rules,
    /// How much is reported.
    #[command(flatten)]
    pub verbosity: Verbosity,
    /// Where other options come from.
    #[command(flatten)]
    pub settings: Settings,
}

/// `multise cfg`
#[derive(Debug, Args)]
pub struct Cfg {
    /// The program; `-` is standard input
    pub file: PathBuf,
    /// Only the methods that this one can reach [default: all methods]
    #[arg(long, value_name = "CLASS.METHOD")]
    pub entry: Option<String>,
    /// Draw the regions of this level: each branch to the point where its sides meet, or why it has none
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = clap::value_parser!(u8).range(1..=4),
        num_args = 0..=1,
        default_missing_value = "4"
    )]
    pub regions: Option<u8>,
    /// Which static rules hold.
    #[command(flatten)]
    pub rules: Rules,
    /// How much is reported.
    #[command(flatten)]
    pub verbosity: Verbosity,
    /// Where other options come from.
    #[command(flatten)]
    pub settings: Settings,
}

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// Comma-separated values, a line per program
    Csv,
}
