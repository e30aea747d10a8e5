//! The options of `multise profile`.

use super::groups::OUTPUT;
use super::{Engine, Exploration, Format, Progress, Settings};
use crate::report::model::profile::Key;
use clap::Args;
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
    /// What is explored.
    #[command(flatten)]
    pub exploration: Exploration,
    /// What hurts: the tables are sorted by it, and the flame graph is as wide
    #[arg(long, value_enum, default_value_t = Key::Time)]
    pub by: Key,
    /// How it is explored.
    #[command(flatten)]
    pub engine: Engine,
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
    /// Progress on standard error
    #[arg(long, value_enum, default_value_t = Progress::Auto, help_heading = OUTPUT)]
    pub progress: Progress,
    /// Where other options come from.
    #[command(flatten)]
    pub settings: Settings,
}
