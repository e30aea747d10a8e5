//! A merged report for people: violations, methods without a verdict, a line for each program, the verdict last.

use super::{Job, Merged, State};
use crate::outcome::Verdict;
use crate::report::format::style::{Style, columns};
use crate::report::format::text::Detail;
use crate::report::model::coverage::Share;
use crate::report::model::words::{self, count};
use indexmap::IndexMap;
use std::fmt::Write;

/// Most jobs of a state that are listed on one screen.
const JOBS: usize = 12;

/// The report, ended by a line break.
pub fn text(merged: &Merged, detail: Detail, style: Style) -> String {
    let last = style.verdict(merged.verdict, &merged.verdict.to_string()) + "\n";
    if detail == Detail::Quiet {
        return last;
    }
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = violations(&mut out, merged, style);
    let _ = open(&mut out, merged, detail, style);
    let _ = table(&mut out, merged, style);
    out + &last
}

fn violations(out: &mut String, merged: &Merged, style: Style) -> std::fmt::Result {
    for job in &merged.jobs {
        for violation in &job.violations {
            let head = style.bad(&format!("violation[{}]", words::id(violation.kind, violation.cause)));
            let (file, line, column) = (&violation.file, violation.line, violation.column);
            writeln!(out, "{head} at {file}:{line}:{column} from {}: {}", entry(job), violation.message)?;
        }
    }
    Ok(())
}

/// Writes the methods without a verdict, and the reasons.
fn open(out: &mut String, merged: &Merged, detail: Detail, style: Style) -> std::fmt::Result {
    let cut = merged.in_state(State::Done).filter(|job| job.verdict == Verdict::Unknown);
    let groups: [(&str, Vec<&Job>); 4] = [
        ("unknown", cut.collect()),
        ("refused", merged.in_state(State::Refused).collect()),
        ("failed", merged.in_state(State::Failed).collect()),
        ("missing", merged.in_state(State::Missing).collect()),
    ];
    let shown = if detail == Detail::Verbose { usize::MAX } else { JOBS };
    for (word, jobs) in groups {
        for job in jobs.iter().take(shown) {
            let why = match word {
                "unknown" => job.reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
                "missing" => "no report: not run, killed, or failed".to_owned(),
                _ => job.why.clone().unwrap_or_default(),
            };
            writeln!(out, "{} {}: {why}", style.unsure(&format!("{word}:")), name(job))?;
        }
        if jobs.len() > shown {
            writeln!(out, "  ({} more {word}; -v lists all)", jobs.len() - shown)?;
        }
    }
    Ok(())
}

fn name(job: &Job) -> String {
    match &job.file {
        Some(file) => format!("{file} {}", entry(job)),
        None => job.report.clone().unwrap_or_default(),
    }
}

fn entry(job: &Job) -> &str {
    job.entry.as_deref().unwrap_or("?")
}

fn table(out: &mut String, merged: &Merged, style: Style) -> std::fmt::Result {
    let head = ["program", "methods", "valid", "invalid", "unknown", "blocks", "time"];
    let mut rows: Vec<[String; 7]> = Vec::new();
    let mut files: IndexMap<&str, Vec<&Job>> = IndexMap::new();
    for job in &merged.jobs {
        if let Some(file) = &job.file {
            files.entry(file).or_default().push(job);
        }
    }
    for (file, jobs) in files {
        let of = |verdict| jobs.iter().filter(|job| job.verdict == verdict).count().to_string();
        let program = merged.programs.iter().find(|program| program.file == file);
        rows.push([
            file.to_owned(),
            jobs.len().to_string(),
            of(Verdict::Valid),
            of(Verdict::Invalid),
            of(Verdict::Unknown),
            program.map(|p| p.coverage.blocks.to_string()).unwrap_or_default(),
            format!("{:.2} s", jobs.iter().map(|job| job.time).sum::<f64>()),
        ]);
    }
    columns(head, &rows, 1, style).try_for_each(|line| writeln!(out, "{line}"))?;
    let sum =
        |share: fn(&super::Program) -> Share| merged.programs.iter().map(share).fold(Share::default(), Share::plus);
    let states =
        [State::Done, State::Refused, State::Failed, State::Missing].map(|state| merged.in_state(state).count());
    let [done, refused, failed, missing] = states;
    let others = [(refused, "refused"), (failed, "failed"), (missing, "missing")];
    let others: String = others.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!(", {n} {word}")).collect();
    let (blocks, branches) = (sum(|p| p.coverage.blocks), sum(|p| p.coverage.branches));
    let time: f64 = merged.jobs.iter().map(|job| job.time).sum();
    writeln!(
        out,
        "{} of {}{others}, blocks {blocks}, branches {branches}, time {time:.2} s",
        count(done, "report"),
        count(merged.jobs.len(), "job")
    )
}
