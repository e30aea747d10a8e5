//! The options of `multise explain`.

use super::groups::OUTPUT;
use super::{Exploration, Progress, Settings};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `multise explain`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 the line is explained, or no input leads to it; 2 wrong usage or input; 3 not reached \
                        within the bounds, the time or the memory; 4 internal error; 130 interrupted.",
    mut_arg("unroll", |arg| arg.help("At most N iterations of every loop [default: 16 that depend on the input]")),
    mut_arg("heap_depth", |arg| arg.help("Read the objects of the input at most N references deep")),
    mut_arg("depth", |arg| arg.help("At most N frames of every recursion [default: 4 that depend on the input]"))
)]
pub struct Explain {
    /// The program and the line; `-:LINE` for standard input
    #[arg(value_name = "FILE:LINE", value_parser = place, allow_hyphen_values = true)]
    pub place: Line,
    /// Show this variable only, and the objects that it refers to [default: every variable in scope]
    #[arg(long, value_name = "NAME")]
    pub var: Option<String>,
    /// What is explored.
    #[command(flatten)]
    pub exploration: Exploration,
    /// Show the objects that are at most N references away from a variable
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub objects: u32,
    /// Show at most N visits of the line: calling contexts and iterations
    #[arg(long, value_name = "N", value_parser = count, default_value = "4")]
    pub visits: usize,
    /// Show at most N values of a variable
    #[arg(long, value_name = "N", value_parser = count, default_value = "12")]
    pub rows: usize,
    /// The form of the explanation on standard output
    #[arg(long, value_enum, default_value_t = PageFormat::Text, help_heading = OUTPUT)]
    pub format: PageFormat,
    /// Write the explanation as a page for a browser, too
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub html: Option<PathBuf>,
    /// Progress on standard error
    #[arg(long, value_enum, default_value_t = Progress::Auto, help_heading = OUTPUT)]
    pub progress: Progress,
    /// Where other options come from.
    #[command(flatten)]
    pub settings: Settings,
}

/// A line of a file.
#[derive(Clone, Debug)]
pub struct Line {
    /// The file.
    pub file: PathBuf,
    /// From 1.
    pub line: u32,
}

/// The form of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// A page for a browser
    Html,
}

fn place(text: &str) -> Result<Line, String> {
    let parts = text.rsplit_once(':').filter(|(file, _)| !file.is_empty());
    let Some((file, line)) = parts else { return Err("not of the form FILE:LINE".to_owned()) };
    match line.parse() {
        Ok(line) if line > 0 => Ok(Line { file: file.into(), line }),
        _ => Err(format!("`{line}` is not the number of a line: FILE:LINE is asked for")),
    }
}

fn count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "not a positive number".to_owned())
}
