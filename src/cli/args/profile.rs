//! The options of `multise profile`, and how progress is shown.

use super::{BOUNDS, DEFAULT_ENTRY, Format, Language, Limits, ModeArg, OUTPUT, Settings, SummariesArg, collapse};
use crate::config::Collapse;
use crate::report::profile::Key;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `multise profile`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 all of the exploration is profiled, whatever its verdict; 2 wrong usage or input; 3 a part \
                        of it, since the time, the memory or a bound cut it; 4 internal error; 130 interrupted, after the \
                        profile so far."
)]
pub struct Profile {
    /// The program; `-` is standard input
    pub file: PathBuf,
    /// The method to start from; its parameters are symbolic
    #[arg(long, value_name = "CLASS.METHOD", default_value = DEFAULT_ENTRY)]
    pub entry: String,
    /// What hurts: the tables are sorted by it, and the flame graph is as wide
    #[arg(long, value_enum, default_value_t = Key::Time)]
    pub by: Key,
    /// Merge paths at every location, or execute them one by one
    #[arg(long, value_enum, default_value_t = ModeArg::Merge)]
    pub mode: ModeArg,
    /// The representation of a variable's values on all paths [default: diagram, in path mode pairs]
    #[arg(long, value_enum)]
    pub summaries: Option<SummariesArg>,
    /// Where a variable has more than N symbolic numbers, make them one conditional term: as for `explore`
    #[arg(long, value_name = "N", value_parser = collapse, default_value = "auto")]
    pub max_summary: Collapse,
    /// Run every call, also of a method that writes nothing and has had the same arguments before
    #[arg(long)]
    pub no_tabling: bool,
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
    /// The form of the profile on standard output
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = OUTPUT)]
    pub format: Format,
    /// Print at most N lines and N methods; JSON has all
    #[arg(long, value_name = "N", default_value_t = 12, help_heading = OUTPUT)]
    pub rows: usize,
    /// Write a flame graph, to be opened in a browser
    #[arg(long, value_name = "FILE.svg", help_heading = OUTPUT)]
    pub flame: Option<PathBuf>,
    /// Write chains of calls with their cost, a line each, as programs for flame graphs read them
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub folded: Option<PathBuf>,
    /// What standard error tells of how far it is
    #[arg(long, value_enum, default_value_t = ProgressArg::Auto, help_heading = OUTPUT)]
    pub progress: ProgressArg,
    /// Where other options come from.
    #[command(flatten)]
    pub settings: Settings,
}

/// What is told of the progress of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressArg {
    /// A line, on a terminal
    Auto,
    /// A JSON object in each line, twice a second, and one at the end
    Json,
    /// Nothing
    None,
}
