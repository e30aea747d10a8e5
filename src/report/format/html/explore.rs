//! The interactive report of an exploration.

use super::super::rerun;
use super::super::text::{verdict, warning_message};
use super::data::Data;
use super::{CSS, Failure};
use crate::config::Mode;
use crate::ir::Kind;
use crate::outcome::{Status, Verdict, Violation};
use crate::report::model::checks::Checked;
use crate::report::model::covers::{self, ReportedCover};
use crate::report::model::notes::{self, Fate};
use crate::report::model::proof::{self, ReportedClaim};
use crate::report::model::statistics::{self, Numbers};
use crate::report::model::timeline::timeline;
use crate::report::model::value::{self, Extent};
use crate::report::model::words::elide;
use crate::report::model::{self, Finished, implicit, limits, words};
use crate::source::Span;
use askama::Template;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The script, in the order of its parts.
const SCRIPT: &str = concat!(
    include_str!("script/page.js"),
    include_str!("script/values.js"),
    include_str!("script/objects.js"),
    include_str!("script/schedule.js"),
    include_str!("script/timeline.js"),
    include_str!("script/chains.js"),
    include_str!("script/layout.js"),
    include_str!("script/zoom.js"),
    include_str!("script/overview.js"),
    include_str!("script/walk.js"),
    include_str!("script/graph.js"),
    include_str!("script/charts.js"),
);
/// Longest text of a condition, characters.
const CONDITION: usize = 160;
/// Most lines of the source that are shown.
const LINES: usize = 20_000;
/// Most violations that have a timeline.
const TIMELINES: usize = 20;

#[derive(Template)]
#[template(path = "page.html", config = "src/report/format/html/askama.toml")]
struct Page<'a> {
    css: &'static str,
    script: &'static str,
    data: String,
    version: &'static str,
    file: &'a str,
    entry: String,
    mode: Mode,
    summary: String,
    verdict: String,
    verdict_class: &'static str,
    remarks: Vec<String>,
    lines: Vec<Line<'a>>,
    checks: Vec<Check>,
    covers: Vec<Cover>,
    /// The counts of implicit checks.
    implicit: Option<String>,
    claims: Vec<ReportedClaim<'a>>,
    /// What the proof says about termination, and of which program its claims are.
    scope: String,
    violations: Vec<Violated>,
}

/// A line of the source.
struct Line<'a> {
    number: u32,
    text: &'a str,
    /// The fate of the line as a CSS class; empty for a line without code.
    fate: &'static str,
    title: String,
    /// The status of its checks, the worst of several; empty if there is none.
    mark: String,
    sign: &'static str,
    /// Whether the line has notes.
    noted: bool,
}

struct Check {
    status: Status,
    line: u32,
    /// The file, unless it is the one that is shown; so below.
    file: Option<String>,
    kind: Kind,
    method: String,
    text: String,
}

struct Cover {
    status: covers::Status,
    line: u32,
    file: Option<String>,
    method: String,
    text: String,
    details: String,
}

struct Violated {
    id: String,
    message: String,
    line: u32,
    file: Option<String>,
    method: String,
    text: String,
    inputs: Vec<String>,
    waiting: Vec<String>,
    again: String,
}

/// The report of an exploration that has taken notes.
///
/// # Errors
/// When the template cannot be filled in: a defect.
pub fn page(finished: &Finished<'_>) -> Result<String, Failure> {
    let Finished { program, source, config, outcome, .. } = *finished;
    let mut data = Data::new(program, outcome.drawing.as_ref(), Numbers::new(&outcome.statistics, config.mode));
    if let Some(notes) = &outcome.notes {
        for (line, noted) in &notes.lines {
            let visits = noted.visits.iter().map(|visit| notes::report(program, visit)).collect();
            data.note(*line, visits, noted.more);
        }
    }
    let stepped = outcome.violations.iter().take(TIMELINES);
    data.timelines = stepped.map(|v| timeline(program, outcome.entry, &v.inputs, &config.dialect)).collect();
    let page = Page {
        css: CSS,
        script: SCRIPT,
        data: serde_json::to_string(&data)?.replace('<', "\\u003c"),
        version: env!("CARGO_PKG_VERSION"),
        file: &source.main().name,
        entry: program.method_name(outcome.entry),
        mode: config.mode,
        summary: statistics::summary(outcome, config.mode),
        verdict: verdict(finished),
        verdict_class: match outcome.verdict {
            Verdict::Valid => "good",
            Verdict::Invalid => "bad",
            Verdict::Unknown => "unsure",
        },
        remarks: remarks(finished),
        lines: lines(finished),
        checks: checks(finished),
        covers: covers(finished),
        implicit: implicit::summary(outcome),
        claims: outcome.proof.iter().flat_map(|p| proof::claims(program, source, p)).collect(),
        scope: outcome.proof.as_ref().map(proof::scope).unwrap_or_default(),
        violations: outcome.violations.iter().map(|v| violated(finished, v)).collect(),
    };
    Ok(page.render()?)
}

/// Facts that a reader needs besides the verdict.
fn remarks(finished: &Finished<'_>) -> Vec<String> {
    let outcome = finished.outcome;
    let places = [limits::unsupported(finished), limits::bounds(finished)].concat();
    let bounds = places.into_iter().map(|(_, known)| known);
    let reasons = limits::reasons(finished).map(|(_, why)| format!("not explored exhaustively: {why}"));
    let steps = proof::failed_steps(finished).map(|step| {
        let [sentence, before, after] = step.texts(finished.program, Extent::SHORT);
        format!("{sentence}; {before} before, {after} after")
    });
    let warnings = outcome.warnings.iter().map(|warning| warning_message(warning, finished));
    bounds.chain(reasons).chain(proof::unfit(outcome)).chain(steps).chain(warnings).collect()
}

fn lines<'a>(finished: &Finished<'a>) -> Vec<Line<'a>> {
    let Finished { program, source, outcome, .. } = *finished;
    let with_code: BTreeSet<u32> = program.lines().into_keys().collect();
    let mut marks: BTreeMap<u32, Status> = BTreeMap::new();
    for Checked { span, status, .. } in model::checks::checks(finished).into_iter().filter(|c| c.span.file.is_main()) {
        let mark = marks.entry(source.line(span)).or_insert(status);
        if severity(status) > severity(*mark) {
            *mark = status;
        }
    }
    let noted = |line| outcome.notes.as_ref().is_some_and(|notes| notes.lines.contains_key(&line));
    let line = |(index, text): (usize, &'a str)| {
        let number = index as u32 + 1;
        let (fate, title) = match with_code.contains(&number) {
            true => fate(Fate::of(outcome, number)),
            false => ("", ""),
        };
        let (mark, sign) = marks.get(&number).map(|status| (status.to_string(), sign(*status))).unwrap_or_default();
        Line { number, text, fate, title: title.to_owned(), mark, sign, noted: noted(number) }
    };
    source.main().text.lines().take(LINES).enumerate().map(line).collect()
}

/// The CSS class of a fate, and its meaning.
fn fate(fate: Fate) -> (&'static str, &'static str) {
    match fate {
        Fate::Reached => ("reached", ""),
        Fate::Infeasible => ("infeasible", "No input leads to this line."),
        Fate::NotCalled => ("not-called", "The entry calls no method that has this line."),
        Fate::Bound => ("bound", "This line is not reached within the bounds."),
        Fate::NotExplored => ("not-explored", "Exploration ended before it was known whether this line is reached."),
    }
}

fn severity(status: Status) -> u8 {
    match status {
        Status::Proved => 0,
        Status::Unreachable => 1,
        Status::Undecided => 2,
        Status::Violated => 3,
    }
}

fn sign(status: Status) -> &'static str {
    match status {
        Status::Proved => "✓",
        Status::Violated => "✗",
        Status::Unreachable => "∅",
        Status::Undecided => "?",
    }
}

/// The text of a span in one line.
fn slice(finished: &Finished<'_>, span: Span) -> String {
    elide(&finished.source.in_one_line(span), CONDITION)
}

fn checks(finished: &Finished<'_>) -> Vec<Check> {
    let Finished { program, source, .. } = *finished;
    let check = |check: Checked| Check {
        status: check.status,
        line: source.line(check.span),
        file: source.other_name(check.span).map(str::to_owned),
        kind: check.kind,
        method: program.method_name(check.method),
        text: slice(finished, check.span),
    };
    model::checks::checks(finished).into_iter().map(check).collect()
}

fn covers(finished: &Finished<'_>) -> Vec<Cover> {
    let Finished { program, outcome, .. } = *finished;
    let texts = outcome.covers.iter().map(|(id, _)| slice(finished, program.covers[*id].span));
    let cover = |(cover, text): (ReportedCover<'_>, String)| Cover {
        status: cover.status,
        line: cover.line,
        details: cover.details(finished, Extent::SHORT),
        file: cover.file.map(Cow::into_owned),
        method: cover.method,
        text,
    };
    covers::covers(finished).zip(texts).map(cover).collect()
}

fn violated(finished: &Finished<'_>, violation: &Violation) -> Violated {
    let Finished { program, source, .. } = *finished;
    Violated {
        id: words::id(violation.kind, violation.cause),
        message: words::violated(program, violation),
        line: violation.line,
        file: source.other_name(violation.span).map(str::to_owned),
        method: program.method_name(violation.method),
        text: source.slice(source.file(violation.span).line_span(source.line(violation.span))).to_owned(),
        inputs: value::lines(program, &violation.inputs, Extent::SHORT),
        waiting: violation.waiting.iter().map(words::waiting).collect(),
        again: rerun::command(finished, &violation.inputs),
    }
}
