//! `multise merge`: one report, one exit code and one coverage of many explorations.

use super::args::{Format, Merge};
use super::exit::{Exit, Failure};
use super::load::read as bytes_of;
use super::output::{answer, complain, stderr_style, stdout_style};
use super::products::{file, text_file};
use super::{jobs, options};
use crate::outcome::Verdict;
use crate::report::format::merge::{Merged, Read, State, read, text};
use crate::report::format::{coverage, diagnostics, json};
use std::path::Path;

/// The largest report that is read, bytes.
const MAX_REPORT: u64 = 1 << 30;

/// Runs the command.
pub fn merge(args: &Merge) -> Result<Exit, Failure> {
    let detail = options::detail(&args.verbosity)?;
    let expected = args.jobs.as_deref().map(jobs::listed).transpose()?.unwrap_or_default();
    let mut reports: Vec<(String, Result<Read, String>)> = Vec::new();
    if args.reports.is_empty() {
        // The reports of the list that exist.
        let there = expected.iter().map(|job| &job.report).filter(|report| Path::new(report).exists());
        reports.extend(there.map(|report| (report.clone(), read_file(Path::new(report)))));
    }
    reports.extend(args.reports.iter().map(|path| (path.display().to_string(), read_file(path))));
    let merged = Merged::new(reports, &expected);
    for job in merged.in_state(State::Failed) {
        let (report, why) = (job.report.as_deref().unwrap_or_default(), job.why.as_deref().unwrap_or_default());
        complain(&diagnostics::message(&format!("`{report}`: {why}"), stderr_style()));
    }
    let text = match args.format {
        Format::Text => text(&merged, detail, stdout_style()),
        Format::Json => json::pretty(&merged)?,
    };
    answer(&text)?;
    text_file(args.lcov.as_deref(), || coverage::lcov(&merged.covered()))?;
    file(args.cobertura.as_deref(), || coverage::cobertura(&merged.covered()))?;
    Ok(exit_of(&merged))
}

/// A violation decides, whatever else failed, because it was replayed. Without one, a failed job is worse than an undecided
/// one.
fn exit_of(merged: &Merged) -> Exit {
    match merged.verdict {
        Verdict::Invalid => Exit::Bad,
        _ if merged.in_state(State::Failed).next().is_some() => Exit::Internal,
        Verdict::Unknown => Exit::Unknown,
        Verdict::Valid => Exit::Good,
    }
}

fn read_file(path: &Path) -> Result<Read, String> {
    let bytes = bytes_of(path, MAX_REPORT).map_err(|error| error.to_string())?;
    read(&bytes).map_err(|error| error.to_string())
}
