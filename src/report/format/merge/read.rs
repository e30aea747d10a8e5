//! Reading of reports: of one method or of several.

use super::{Job, State};
use crate::report::format::{json, methods};
use crate::report::model::coverage::Covered;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// A report that was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The program.
    pub file: String,
    /// The digest of its text.
    pub digest: String,
    /// Its coverage; empty if the report has none.
    pub coverage: Covered,
    /// The methods.
    pub jobs: Vec<Job>,
}

/// Why a text is not a report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is not JSON, or other JSON.
    #[error("not a report of `multise explore`: {0}")]
    Other(#[from] serde_json::Error),
    /// It is a report, but of another version of the format.
    #[error("a report of schema {0}, where schema {SCHEMA} is known", SCHEMA = json::SCHEMA)]
    Version(u32),
}

/// The field that distinguishes the forms of reports.
#[derive(Deserialize)]
struct Form {
    schema: u32,
    methods: Option<IgnoredAny>,
}

/// The statistics that are read.
#[derive(Clone, Debug, Deserialize)]
struct Time {
    time_total: f64,
}

/// Reads a report.
///
/// # Errors
/// When the text is not a report, or one of another version.
pub fn read(text: &[u8]) -> Result<Read, Error> {
    let form: Form = serde_json::from_slice(text)?;
    if form.schema != json::SCHEMA {
        return Err(Error::Version(form.schema));
    }
    if form.methods.is_none() {
        let mut report: json::Report<'static, Time> = serde_json::from_slice(text)?;
        let coverage = report.coverage.take().unwrap_or_default();
        let (file, digest) = (report.file.to_string(), report.digest.clone());
        return Ok(Read { jobs: vec![job(&file, report)], file, digest, coverage });
    }
    let report: methods::Report<'static, Time> = serde_json::from_slice(text)?;
    let file = report.file.to_string();
    let of = |method: methods::MethodReport<'static, Time>| match method.report {
        Some(report) => job(&file, report),
        None => Job {
            file: Some(file.clone()),
            entry: Some(method.method),
            ..Job::without_verdict(State::Refused, method.refused.map(String::from))
        },
    };
    let jobs = report.methods.into_iter().map(of).collect();
    Ok(Read { jobs, file, digest: report.digest, coverage: report.coverage })
}

fn job(file: &str, report: json::Report<'static, Time>) -> Job {
    Job {
        state: State::Done,
        report: None,
        file: Some(file.to_owned()),
        entry: Some(report.entry),
        why: None,
        verdict: report.verdict,
        reasons: report.reasons,
        time: report.statistics.time_total,
        violations: report.violations,
    }
}
