//! The options of the command line.

mod campaign;
mod explain;
mod help;
mod profile;

pub use campaign::{Jobs, Merge};
pub use explain::{Explain, Line, PageFormat};
pub use help::Topic;
pub use profile::{Profile, ProgressArg};

use crate::config::Collapse;
use crate::proofs::Setting;
use crate::report::schema::Schema;
use clap::{Arg, ArgAction, Args, Parser, Subcommand, ValueEnum};
use std::path::{Path, PathBuf};

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

const EXIT_CODES: &str = "\
Exit codes: 0 valid, 1 invalid (a violation), 2 wrong usage or input, 3 unknown (or step or time limit), 4 internal error, \
130 interrupted.";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Explore all executions of a program and report every violation
    Explore(Box<Explore>),
    /// Tell which values variables can have at a line, and when
    Explain(Explain),
    /// Tell what each line and method costs to explore, and which one hurts most
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

/// `multise explore`
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct Explore {
    /// The program; `-` is standard input
    pub file: PathBuf,
    /// The method to start from; its parameters are symbolic
    ///
    /// The receiver of an instance method is symbolic too: any object that runs the method. A constructor has the name of
    /// its class. `Class.method(int, C)` is one of several overloads.
    #[arg(long, value_name = "CLASS.METHOD", default_value = DEFAULT_ENTRY, conflicts_with_all = ["class", "all_methods"])]
    pub entry: String,
    /// Explore every method and constructor of a class in turn, each within --timeout, and print a table
    ///
    /// The exit code is the worst one.
    #[arg(long, value_name = "CLASS", conflicts_with = "all_methods")]
    pub class: Option<String>,
    /// Explore every method and constructor of the program in turn, each within --timeout, and print a table
    ///
    /// The exit code is the worst one.
    #[arg(long)]
    pub all_methods: bool,
    /// Merge paths at every location, or execute them one by one; never changes the verdict
    #[arg(long, value_enum, default_value_t = ModeArg::Merge)]
    pub mode: ModeArg,
    /// The representation of a variable's values on all paths; never changes the verdict [default: diagram, in path mode
    /// pairs]
    #[arg(long, value_enum)]
    pub summaries: Option<SummariesArg>,
    /// Where a variable has more than N symbolic numbers, make its numbers one conditional term, left to the solver: `none`
    /// for never, `auto` for variables on which no branch depends, and for all in a second attempt beside the first; never
    /// changes the verdict
    #[arg(long, value_name = "N", value_parser = collapse, default_value = "auto")]
    pub max_summary: Collapse,
    /// Execute what lies between a branch and the point where its sides meet in one step: 1 without calls, 2 and with
    /// methods inlined, 3 and with paths that leave it early, 4 and with early returns; never changes the verdict
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=4), default_value_t = 0)]
    pub regions: u8,
    /// Run every call, also of a method that writes nothing and has had the same arguments before; never changes the verdict
    #[arg(long)]
    pub no_tabling: bool,
    /// Look for no proofs by induction: what bounds do not exhaust is unknown
    #[arg(long)]
    pub no_proofs: bool,
    /// Choose between threads only where their order matters; never changes the verdict
    #[arg(long, value_enum, default_value_t = PorArg::On)]
    pub por: PorArg,
    /// At most N switches from one thread to another while that has not ended [default: no bound]
    #[arg(long, value_name = "N", help_heading = BOUNDS)]
    pub switches: Option<u64>,
    /// Options of the language.
    #[command(flatten)]
    pub language: Language,
    /// At most N iterations of every loop [default: no bound]
    #[arg(long, value_name = "N", help_heading = BOUNDS)]
    pub unroll: Option<u64>,
    /// At most N frames of every recursion [default: no bound]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = BOUNDS)]
    pub depth: Option<u64>,
    /// Read the objects of the input at most N references deep [default: no bound]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = BOUNDS)]
    pub heap_depth: Option<u64>,
    /// What it may cost.
    #[command(flatten)]
    pub limits: Limits,
    /// Go on after violations until everything is explored [default: stop soon after the first one]
    #[arg(long, help_heading = BOUNDS)]
    pub all: bool,
    /// Stop at the first violation
    #[arg(long, help_heading = BOUNDS)]
    pub first: bool,
    /// Check the invariants of the engine at every step (slow)
    ///
    /// Proofs by induction are checked by a second checker too; -v and --stats print its opinion.
    #[arg(long)]
    pub self_check: bool,
    /// The form of the report on standard output
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = OUTPUT)]
    pub format: Format,
    /// What standard error tells of how far it is
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto, help_heading = OUTPUT)]
    pub progress: ProgressArg,
    /// Print all statistics; `assignments` and `assignments_csm` are counted only then
    #[arg(long, help_heading = OUTPUT)]
    pub stats: bool,
    /// Tell which basic blocks and branches are reached, by method
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
    /// Write the JSON report to a file, whatever --format says
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
    /// Write a small set of tests that covers every reached branch and every violation: inputs, and a program for each
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
    /// The files and folders to write that it names.
    pub fn written(&self) -> impl Iterator<Item = &Path> {
        let reports = [&self.json, &self.sarif, &self.junit, &self.witness, &self.html];
        let others = [&self.lcov, &self.cobertura, &self.invariants, &self.proof_out, &self.tests];
        reports.into_iter().chain(others).filter_map(|path| path.as_deref())
    }
}

/// `multise run`
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 ended, 1 violation, 2 bad inputs (or such that violate an `assume` or the \
                        `requires` of the entry), 3 step or time limit, 4 internal error, 130 interrupted.")]
pub struct Run {
    /// The program; `-` is standard input
    pub file: PathBuf,
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
                        each other, or another internal error; 130 interrupted, after the table so far."
)]
pub struct Compare {
    /// The programs; each is explored in merge mode, in path mode, and once more to count assignments
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The method to start from; its parameters are symbolic
    #[arg(long, value_name = "CLASS.METHOD", default_value = DEFAULT_ENTRY)]
    pub entry: String,
    /// Options of the language.
    #[command(flatten)]
    pub language: Language,
    /// At most N iterations of every loop [default: no bound]
    #[arg(long, value_name = "N", help_heading = BOUNDS)]
    pub unroll: Option<u64>,
    /// At most N frames of every recursion [default: no bound]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = BOUNDS)]
    pub depth: Option<u64>,
    /// Wall time of each run
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60", help_heading = BOUNDS)]
    pub timeout: std::time::Duration,
    /// Resident memory of each run
    #[arg(
        long,
        value_name = "MIB",
        value_parser = clap::value_parser!(u64).range(1..),
        default_value_t = 4096,
        help_heading = BOUNDS
    )]
    pub memory: u64,
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

/// Where exploration and execution start unless told otherwise.
pub(super) const DEFAULT_ENTRY: &str = "Main.main";
const LANGUAGE: &str = "Language";
const CONFIGURATION: &str = "Configuration";
pub(super) const BOUNDS: &str = "Bounds";
pub(super) const OUTPUT: &str = "Output";

/// Which static rules hold.
#[derive(Debug, Default, Args)]
pub struct Rules {
    /// The language options of another tool; an explicit option wins. jip: --lenient --nonnull-arrays; koppier:
    /// --uncaught allow
    #[arg(long, value_enum, help_heading = LANGUAGE)]
    pub compat: Option<Compat>,
    /// All static rules, the default
    #[arg(long, help_heading = LANGUAGE)]
    pub strict: bool,
    /// Relax the static rules that older programs break, with a warning each
    #[arg(long, help_heading = LANGUAGE)]
    pub lenient: bool,
}

/// Options that change what a program means.
#[derive(Debug, Default, Args)]
pub struct Language {
    /// Which static rules hold.
    #[command(flatten)]
    pub rules: Rules,
    /// How an exception counts that leaves an entry method without `exceptional` clause [default: invalid]
    #[arg(long, value_enum, value_name = "POLICY", help_heading = LANGUAGE)]
    pub uncaught: Option<UncaughtArg>,
    /// Array parameters of the entry are not null [default: false]
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        action = ArgAction::Set,
        help_heading = LANGUAGE
    )]
    pub nonnull_arrays: Option<bool>,
    /// Assume that every input array has at most N elements; the verdict states it
    #[arg(long, value_name = "N", help_heading = LANGUAGE)]
    pub array_length: Option<u64>,
    /// The dynamic types of input objects: every concrete class below the declared one, or exactly the declared one (the
    /// first concrete class below it where it is abstract), which the verdict then states [default: symbolic]
    #[arg(long, value_enum, help_heading = LANGUAGE)]
    pub types: Option<TypesArg>,
    /// Replace the initialiser of a static field; may be repeated
    #[arg(long, value_name = "CLASS.FIELD=VALUE", value_parser = setting, help_heading = LANGUAGE)]
    pub set: Vec<(String, String)>,
}

/// Whether an option names a file or folder to write.
pub fn is_written(arg: &Arg) -> bool {
    let names = arg.get_value_names().unwrap_or_default();
    names.iter().any(|name| name.starts_with("FILE") || *name == "DIR") && arg.get_help_heading() == Some(OUTPUT)
}

/// Where options come from that are not given here.
#[derive(Debug, Default, Args)]
pub struct Settings {
    /// Take no options from directives in the program (`// multise: OPTIONS`), the environment (`MULTISE_…`) and `multise.toml`
    #[arg(long, help_heading = CONFIGURATION)]
    pub no_config: bool,
    /// Print all options as they are resolved, in the form of `multise.toml`, with where each comes from, and do nothing else
    #[arg(long, help_heading = CONFIGURATION)]
    pub print_config: bool,
}

/// What an exploration may cost.
#[derive(Debug, Args)]
pub struct Limits {
    /// Wall time; what is not decided by then is unknown
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "300", help_heading = BOUNDS)]
    pub timeout: std::time::Duration,
    /// Resident memory; what is not decided by then is unknown
    #[arg(
        long,
        value_name = "MIB",
        value_parser = clap::value_parser!(u64).range(1..),
        default_value_t = 4096,
        help_heading = BOUNDS
    )]
    pub memory: u64,
}

/// How much is reported.
#[derive(Debug, Default, Args)]
pub struct Verbosity {
    /// Tell more: every check, whole traces, all statistics
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,
    /// Tell only the verdict, and errors
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,
}

/// Whether paths are executed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModeArg {
    /// One state, no forks
    Merge,
    /// Path by path
    Path,
}

/// How value summaries are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SummariesArg {
    /// Lists of (guard, value) pairs
    Pairs,
    /// Decision diagrams
    Diagram,
}

/// Whether choices between threads are reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PorArg {
    /// Where only steps compete that can be exchanged, there is none
    On,
    /// Before every step that other threads can see
    Off,
}

/// Another tool for the same language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Compat {
    /// `--lenient --nonnull-arrays`
    Jip,
    /// `--uncaught allow`
    Koppier,
}

/// How an uncaught exception counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UncaughtArg {
    /// A violation
    Invalid,
    /// An ordinary end
    Allow,
}

/// The dynamic types of input objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TypesArg {
    /// Every concrete class below the declared one
    Symbolic,
    /// Exactly the declared class
    Declared,
}

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
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

pub(super) fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match std::time::Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("not a positive number of seconds".to_owned()),
    }
}

fn collapse(text: &str) -> Result<Collapse, String> {
    match (text, text.parse()) {
        ("auto", _) => Ok(Collapse::Auto),
        ("none", _) => Ok(Collapse::Never),
        (_, Ok(n)) => Ok(Collapse::Above(n)),
        _ => Err("not a number, `auto` or `none`".to_owned()),
    }
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((field, value)) if field.split('.').filter(|part| !part.is_empty()).count() == 2 => {
            Ok((field.to_owned(), value.to_owned()))
        }
        _ => Err("not of the form Class.field=VALUE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

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
