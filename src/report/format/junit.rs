//! JUnit's XML, a suite for the program. The suite of one exploration has a test case for the entry method and one for each
//! check and each cover statement; the suite of several explorations has one for each method.
//!
//! A violation is a failure. An undecided check is an error, not skipped, because many readers count skipped tests as passed.
//! A check that no execution reaches is skipped. A cover statement is a test that passes or is skipped: it is no check.

use super::style::Style;
use super::text::{self, Detail};
use crate::ir::Check;
use crate::outcome::{Status, Verdict, Violation};
use crate::report::model::explored::Explored;
use crate::report::model::value::Extent;
use crate::report::model::{Finished, checks, covers, words};
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};
use std::sync::Arc;
use std::time::Duration;

/// The report on one exploration, ended by a line break.
///
/// # Errors
/// When it cannot be serialised: a defect.
pub fn one(explored: &Explored<'_>) -> Result<String, SerializeError> {
    let cases = explored.finished().flat_map(|finished| cases(&finished)).collect();
    render(explored, cases)
}

/// The report on several explorations, ended by a line break.
///
/// # Errors
/// When it cannot be serialised: a defect.
pub fn all(explored: &Explored<'_>) -> Result<String, SerializeError> {
    let case = |row: &crate::report::model::explored::Row| {
        let name = explored.program.entry_name(row.entry);
        let (status, time) = match &row.result {
            Err(why) => (failure(NonSuccessKind::Error, "refused", why, ""), Duration::ZERO),
            Ok(outcome) => {
                let finished = explored.one(outcome);
                let violations: Vec<&Violation> = outcome.violations.iter().map(Arc::as_ref).collect();
                (status(&finished, &violations), outcome.statistics.time_total)
            }
        };
        case(&name, &name, status, time)
    };
    render(explored, explored.rows.iter().map(case).collect())
}

fn render(explored: &Explored<'_>, cases: Vec<TestCase>) -> Result<String, SerializeError> {
    let time = explored.finished().map(|f| f.outcome.statistics.time_total).sum();
    let mut suite = TestSuite::new(explored.source.main().name.as_str());
    suite.set_time(time).add_test_cases(cases);
    let mut report = Report::new("multise");
    report.set_time(time).add_test_suite(suite);
    Ok(report.to_string()?.trim_end().to_owned() + "\n")
}

/// A test case for the exploration as a whole, with the violations outside of checks, and one for each check.
fn cases(finished: &Finished<'_>) -> Vec<TestCase> {
    let Finished { program, outcome, .. } = *finished;
    let violations = || outcome.violations.iter().map(Arc::as_ref);
    let of = |check: &Check| -> Vec<&Violation> {
        violations().filter(|v| (v.kind, v.span) == (check.kind, check.span)).collect()
    };
    let rest: Vec<&Violation> = checks::others(finished).collect();
    let name = program.entry_name(outcome.entry);
    let whole = case(&name, &name, status(finished, &rest), outcome.statistics.time_total);
    let checks = outcome.checks.iter().map(|(id, known)| {
        let check = &program.checks[*id];
        let (line, column) = finished.source.line_col(check.span);
        let name = format!("{} at {line}:{column}", check.kind);
        let status = match known {
            Status::Proved => TestCaseStatus::success(),
            Status::Violated => violated(finished, &of(check)),
            Status::Unreachable => skipped("unreachable: nothing arrives here".to_owned()),
            Status::Undecided => undecided(finished),
        };
        case(&name, &program.method_name(check.method), status, Duration::ZERO)
    });
    let covers = covers::covers(finished).map(|cover| {
        let status = match cover.status {
            covers::Status::Satisfied => TestCaseStatus::success(),
            covers::Status::Unreachable | covers::Status::Undecided => skipped(cover.details(finished, Extent::SHORT)),
        };
        let name = format!("cover at {}:{}", cover.line, cover.column);
        case(&name, &cover.method, status, Duration::ZERO)
    });
    std::iter::once(whole).chain(checks).chain(covers).collect()
}

fn skipped(why: String) -> TestCaseStatus {
    let mut skipped = TestCaseStatus::skipped();
    skipped.set_message(why);
    skipped
}

fn case(name: &str, class: &str, status: TestCaseStatus, time: Duration) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(class).set_time(time);
    case
}

/// The status of an exploration with these violations.
fn status(finished: &Finished<'_>, violations: &[&Violation]) -> TestCaseStatus {
    match finished.outcome.verdict {
        _ if !violations.is_empty() => violated(finished, violations),
        Verdict::Unknown => undecided(finished),
        Verdict::Valid | Verdict::Invalid => TestCaseStatus::success(),
    }
}

fn violated(finished: &Finished<'_>, violations: &[&Violation]) -> TestCaseStatus {
    let first = violations.first();
    let kind = first.map_or("violation".to_owned(), |v| words::id(v.kind, v.cause));
    let message = first.map(|v| words::violated(finished.program, v)).unwrap_or_default();
    let body: String = violations.iter().map(|v| text::violation(finished, v)).collect();
    failure(NonSuccessKind::Failure, &kind, &message, &body)
}

fn undecided(finished: &Finished<'_>) -> TestCaseStatus {
    let body = text::render(finished, Detail::Normal, false, Style::Plain);
    failure(NonSuccessKind::Error, "unknown", &text::verdict(finished), &body)
}

fn failure(kind: NonSuccessKind, ty: &str, message: &str, body: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(ty).set_message(message);
    if !body.is_empty() {
        status.set_description(body);
    }
    status
}
