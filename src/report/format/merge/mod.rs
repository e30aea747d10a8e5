//! Many reports merged into one: of the methods of many programs, explored by many processes.
//!
//! A job is a method of a program. Its report may be missing (the job was not run, was killed, or failed), may be unusable,
//! or may say that the exploration was interrupted. The merged report says so, and counts none of these as valid. Violations
//! count whatever else failed, because they were replayed.

mod read;
mod text;

pub use read::{Read, read};
pub use text::text;

use super::json::{self, ReportedViolation, Why};
use crate::outcome::{Reason, Verdict};
use crate::report::model::coverage::Covered;
use crate::report::model::digest;
use crate::report::model::explored::worst;
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::Serialize;

/// A job that should have a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The program.
    pub file: String,
    /// The method.
    pub entry: String,
    /// The file of its report.
    pub report: String,
}

impl Expected {
    fn names(&self) -> (Option<&str>, Option<&str>) {
        (Some(&self.file), Some(&self.entry))
    }
}

/// What has become of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It has a report.
    Done,
    /// The method could not be explored.
    Refused,
    /// Its report cannot be used.
    Failed,
    /// It has no report.
    Missing,
}

/// A job.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Job {
    /// What has become of it.
    pub state: State,
    /// The file of its report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub report: Option<String>,
    /// The program, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub file: Option<String>,
    /// The method, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub entry: Option<String>,
    /// Why there is no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub why: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// Why the exploration is not exhaustive, leading reason first.
    pub reasons: Vec<Why>,
    /// Wall time of the exploration, seconds.
    pub time: f64,
    /// The violations.
    pub violations: Vec<ReportedViolation<'static>>,
}

impl Job {
    fn without_verdict(state: State, why: Option<String>) -> Self {
        let verdict = Verdict::Unknown;
        let (report, file, entry) = (None, None, None);
        Self { state, report, file, entry, why, verdict, reasons: Vec::new(), time: 0.0, violations: Vec::new() }
    }

    fn names(&self) -> (Option<&str>, Option<&str>) {
        (self.file.as_deref(), self.entry.as_deref())
    }

    /// Whether the exploration was interrupted.
    pub fn is_interrupted(&self) -> bool {
        self.reasons.contains(&Why::Cut(Reason::Interrupted))
    }
}

/// A program of which there are reports.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Program {
    /// Its name.
    pub file: String,
    /// The digest of its text.
    #[schemars(regex(pattern = digest::PATTERN))]
    pub digest: String,
    /// What all jobs cover of it together.
    pub coverage: Covered,
}

/// The merged report.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, title = "The report of `multise merge`")]
pub struct Merged {
    /// The version of the format.
    #[schemars(extend("const" = json::SCHEMA))]
    pub schema: u32,
    /// The version of the tool.
    pub version: &'static str,
    /// The worst verdict of all jobs. That of a job without a report is `unknown`.
    pub verdict: Verdict,
    /// The jobs: those of the list in its order, then those of other reports.
    pub jobs: Vec<Job>,
    /// The programs, in the order of the jobs.
    pub programs: Vec<Program>,
}

impl Merged {
    /// Merges these reports. Each has the name of its file; an error says why it cannot be read.
    pub fn new(reports: Vec<(String, Result<Read, String>)>, expected: &[Expected]) -> Self {
        let mut programs: Vec<Program> = Vec::new();
        let mut jobs = Vec::new();
        for (name, read) in reports {
            let read = read.and_then(|read| join(&mut programs, read));
            let mut found = read.unwrap_or_else(|why| {
                let known = expected.iter().find(|job| base(&job.report) == base(&name));
                let (file, entry) = (known.map(|job| job.file.clone()), known.map(|job| job.entry.clone()));
                vec![Job { file, entry, ..Job::without_verdict(State::Failed, Some(why)) }]
            });
            found.iter_mut().for_each(|job| job.report = Some(name.clone()));
            jobs.extend(found);
        }
        let found: FxHashSet<_> = jobs.iter().map(Job::names).collect();
        let missing = expected.iter().filter(|wanted| !found.contains(&wanted.names())).map(|wanted| {
            let (file, entry) = (Some(wanted.file.clone()), Some(wanted.entry.clone()));
            Job { file, entry, ..Job::without_verdict(State::Missing, None) }
        });
        let missing: Vec<Job> = missing.collect();
        jobs.extend(missing);
        // Jobs that are not in the list come after it, in their own order.
        let places: FxHashMap<_, usize> = expected.iter().enumerate().map(|(i, job)| (job.names(), i)).collect();
        jobs.sort_by_key(|job| places.get(&job.names()).copied().unwrap_or(expected.len()));
        let verdict = worst(jobs.iter().map(|job| job.verdict));
        Self { schema: json::SCHEMA, version: env!("CARGO_PKG_VERSION"), verdict, jobs, programs }
    }

    /// The jobs in this state.
    pub fn in_state(&self, state: State) -> impl Iterator<Item = &Job> {
        self.jobs.iter().filter(move |job| job.state == state)
    }

    /// The coverage of each program.
    pub fn covered(&self) -> Vec<(String, Covered)> {
        self.programs.iter().map(|program| (program.file.clone(), program.coverage.clone())).collect()
    }
}

/// The name of a file without its folders, because reports may come from other machines.
fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Adds a report to those of its program, and returns its jobs.
fn join(programs: &mut Vec<Program>, read: Read) -> Result<Vec<Job>, String> {
    let Read { file, digest, coverage, jobs } = read;
    match programs.iter_mut().find(|program| program.file == file) {
        Some(program) if program.digest != digest => {
            Err(format!("it is of another text of `{file}` than an earlier report"))
        }
        Some(program) => program.coverage.join(coverage).map(|()| jobs).map_err(|error| error.to_string()),
        None => {
            programs.push(Program { file, digest, coverage });
            Ok(jobs)
        }
    }
}
