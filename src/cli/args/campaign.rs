//! The options of `multise jobs` and `multise merge`.

use super::groups::OUTPUT;
use super::{Format, Verbosity};
use clap::Args;
use std::path::PathBuf;

/// `multise jobs`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 the list is printed; 2 wrong usage, or programs that were refused: the list has the jobs of the others."
)]
pub struct Jobs {
    /// The programs: files, folders of compiled classes, and folders in which everything is one that ends with .oox
    #[arg(required = true, value_name = "FILE|DIR")]
    pub programs: Vec<PathBuf>,
    /// The folder of the reports, which is made; each job has a file of its own there, with the same name every time
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Only the jobs whose report is not there yet, cannot be read, or is about an interrupted exploration
    #[arg(long)]
    pub left: bool,
    /// Options of `explore` for every job
    #[arg(last = true, value_name = "OPTIONS")]
    pub options: Vec<String>,
}

/// `multise merge`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 1 invalid: a violation, whatever else failed; otherwise 4 a report that cannot be used; \
                        otherwise 3 unknown, or a report that is missing; 0 all valid. 2 wrong usage, or a list that \
                        cannot be read."
)]
pub struct Merge {
    /// The JSON reports of `explore`, of one method or of several [default: those of the list of jobs]
    #[arg(value_name = "REPORT", required_unless_present = "jobs")]
    pub reports: Vec<PathBuf>,
    /// The list that `multise jobs` printed: every job of it that has no report is missing
    #[arg(long, value_name = "FILE")]
    pub jobs: Option<PathBuf>,
    /// The form of the report on standard output
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = OUTPUT)]
    pub format: Format,
    /// Write which lines, functions and branches are reached, in the format of lcov
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub lcov: Option<PathBuf>,
    /// Write the same as XML of Cobertura
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub cobertura: Option<PathBuf>,
    /// How much is reported.
    #[command(flatten)]
    pub verbosity: Verbosity,
}
