//! The text report on one screen, the verdict last.

mod bounds;
mod statistics;
#[cfg(test)]
mod tests;
mod violations;

pub(super) use violations::wrap;
pub use violations::{violation, violations_in_short};

use super::style::Style;
use super::{coverage, rerun};
use crate::config::{Dialect, Types};
use crate::outcome::{ClaimKind, Status, Verdict, Warning};
use crate::report::model::coverage::Covered;
use crate::report::model::statistics::summary;
use crate::report::model::value::Extent;
use crate::report::model::{Finished, checks, covers, implicit, limits, proof};
use crate::source::placed;

/// Why a verdict is valid although bounds cut executions off.
pub const BY_INDUCTION: &str = "proved by induction";

/// The level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Only the verdict.
    Quiet,
    /// One screen.
    Normal,
    /// Every check, every violation with its whole trace, all statistics.
    Verbose,
}

/// Most checks that are listed one by one on one screen.
const CHECKS: usize = 8;

/// The report, ended by a line break.
pub fn render(finished: &Finished<'_>, detail: Detail, with_statistics: bool, style: Style) -> String {
    let mut report = Report { finished, detail, style, out: String::new() };
    if detail != Detail::Quiet {
        let with_statistics = with_statistics || detail == Detail::Verbose;
        report.explored();
        report.violations();
        report.checks();
        report.covers();
        report.proof();
        if with_statistics {
            report.second_opinion();
        }
        report.unproved();
        report.advice();
        report.warnings();
        if let Some(coverage) = &finished.outcome.coverage {
            let covered = Covered::of(finished.program, finished.source, coverage);
            report.out += &coverage::table(&covered, style);
        }
        report.numbers(with_statistics);
        report.assumed();
    }
    report.verdict();
    report.out
}

/// The words of the verdict, as the last line of a report has them.
pub fn verdict(finished: &Finished<'_>) -> String {
    let outcome = finished.outcome;
    match outcome.verdict {
        Verdict::Invalid => "invalid".to_owned(),
        Verdict::Unknown => match outcome.reasons.first() {
            Some(&reason) => format!("unknown ({})", limits::in_short(finished, reason)),
            None => "unknown".to_owned(),
        },
        Verdict::Valid => {
            let vacuous = outcome.warnings.iter().find_map(|w| match w {
                Warning::VacuousRequires(span) => Some(finished.source.place(*span)),
                Warning::ContradictoryAssume(_) | Warning::Uninhabited(_) | Warning::Endless(_) => None,
            });
            if let Some(line) = vacuous {
                return format!("valid (vacuous: no input satisfies the requires at line {line})");
            }
            let dialect = &finished.config.dialect;
            let proved = outcome.proof.as_ref().map(|_| BY_INDUCTION.to_owned());
            let given = assumptions(dialect).into_iter().map(|a| format!("for {}", a.replacen(" have ", " of ", 1)));
            let checked = (!dialect.check.is_all()).then(|| format!("checked: {}", dialect.check.joined(", ")));
            let how: Vec<_> = proved.into_iter().chain(given).chain(checked).collect();
            if how.is_empty() { "valid".to_owned() } else { format!("valid ({})", how.join(", ")) }
        }
    }
}

/// The assumptions of the user about the inputs, as sentences.
pub fn assumptions(dialect: &Dialect) -> Vec<String> {
    let lengths = dialect.array_length.map(|n| format!("input arrays have at most {n} elements"));
    let types =
        (dialect.types == Types::Declared).then(|| "input objects have exactly their declared class".to_owned());
    lengths.into_iter().chain(types).collect()
}

/// What the program takes its inputs for, and what its proof assumes.
pub fn assumptions_of_program(finished: &Finished<'_>) -> Vec<String> {
    let Finished { program, outcome, .. } = finished;
    let of_proof = outcome.proof.iter().flat_map(|_| &program.assumptions_of_proofs);
    program.assumptions.iter().chain(of_proof).cloned().collect()
}

struct Report<'a> {
    finished: &'a Finished<'a>,
    detail: Detail,
    style: Style,
    out: String,
}

impl Report<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        self.out += text.as_ref();
        self.out.push('\n');
    }

    fn assumed(&mut self) {
        let assumed = assumptions_of_program(self.finished);
        if !assumed.is_empty() {
            self.line(format!("{} {}", self.style.head("assumed:"), assumed.join("; ")));
        }
    }

    fn verbose(&self) -> bool {
        self.detail == Detail::Verbose
    }

    /// How much of inputs is written.
    fn extent(&self) -> Extent {
        if self.verbose() { Extent::LONG } else { Extent::SHORT }
    }

    fn checks(&mut self) {
        let Finished { program, source, outcome, .. } = *self.finished;
        let checks = checks::checks(self.finished);
        let entry = program.method_name(outcome.entry);
        let statuses = [Status::Proved, Status::Violated, Status::Unreachable, Status::Undecided];
        let counts = statuses.iter().filter_map(|&status| {
            let n = checks.iter().filter(|check| check.status == status).count();
            (n > 0).then(|| format!("{n} {status}"))
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        let counts = if counts.is_empty() { "no assertions, no contracts".to_owned() } else { counts };
        self.line(format!("{} {counts}", self.style.head(&format!("checks of {entry}:"))));
        let all = self.verbose() || checks.len() <= CHECKS;
        let listed = checks.iter().filter(|check| all || check.status != Status::Proved);
        let listed: Vec<_> = listed.take(if self.verbose() { usize::MAX } else { CHECKS }).collect();
        for check in &listed {
            let word = match check.status {
                Status::Proved => self.style.good("proved"),
                Status::Violated => self.style.bad("violated"),
                Status::Unreachable => self.style.unsure("unreachable: nothing arrives here"),
                Status::Undecided => self.style.unsure(&limits::undecided(self.finished)),
            };
            let method = program.method_name(check.method);
            let (line, kind) = (source.place(check.span), check.kind);
            self.line(format!("  line {line:<5} {kind:<11} in {method}: {word}"));
        }
        let hidden = checks.len() - listed.len();
        match (hidden, listed.len()) {
            (0, _) => {}
            (_, 0) => self.line("  (-v lists them)"),
            (n, _) => self.line(format!("  ({n} more; -v lists all)")),
        }
        if let Some(counts) = implicit::summary(outcome) {
            self.line(format!("{} {counts}", self.style.head("implicit checks:")));
        }
    }

    /// The cover statements; those of a reader who asked for more with the command that replays each.
    fn covers(&mut self) {
        let finished = self.finished;
        let Some(count) = covers::count(finished.outcome) else { return };
        let entry = finished.program.method_name(finished.outcome.entry);
        self.line(format!("{} {count}", self.style.head(&format!("cover statements of {entry}:"))));
        for cover in covers::covers(finished) {
            let details = cover.details(finished, self.extent());
            let details = match cover.status {
                covers::Status::Satisfied => self.style.good(&details),
                covers::Status::Unreachable | covers::Status::Undecided => self.style.unsure(&details),
            };
            let (place, method) = (placed(cover.line, cover.file.as_deref()), &cover.method);
            self.line(format!("  line {place:<5} {:<11} in {method}: {details}", "cover"));
            if let Some(inputs) = cover.inputs.filter(|_| self.verbose()) {
                self.line(format!("    again: {}", rerun::command(finished, &inputs)));
            }
        }
    }

    /// The claims of a proof, except one that says nothing to a reader: that no exception leaves a method.
    fn proof(&mut self) {
        let Finished { program, source, outcome, .. } = *self.finished;
        let Some(proof) = &outcome.proof else { return };
        self.line(self.style.head(&format!("{BY_INDUCTION} ({}):", proof::scope(proof))));
        for claim in proof::claims(program, source, proof) {
            if claim.formula != "false" || claim.kind != ClaimKind::Throws {
                let place = placed(claim.line, claim.file.as_deref());
                self.line(format!("  line {place:<5} {:<11} in {}: {}", claim.kind, claim.method, claim.formula));
            }
        }
    }

    /// The opinion of the second checker, if it was asked.
    fn second_opinion(&mut self) {
        let proof = self.finished.outcome.proof.as_ref();
        if let Some(opinion) = proof.and_then(|proof| proof.opinion.as_ref()) {
            self.line(format!("second opinion: {opinion}"));
        }
    }

    fn unproved(&mut self) {
        proof::unfit(self.finished.outcome).iter().for_each(|unfit| self.line(unfit));
        for step in proof::failed_steps(self.finished) {
            let [sentence, before, after] = step.texts(self.finished.program, self.extent());
            self.line(sentence);
            self.line(format!("  before: {before}"));
            self.line(format!("  after:  {after}"));
        }
    }

    fn warnings(&mut self) {
        for warning in &self.finished.outcome.warnings {
            let text = warning_message(warning, self.finished);
            self.line(format!("{} {text}", self.style.unsure("warning:")));
        }
    }

    fn numbers(&mut self, all: bool) {
        let Finished { config, outcome, .. } = *self.finished;
        if all {
            self.out += &statistics::table(&outcome.statistics, config.mode, self.style);
        } else {
            self.line(summary(outcome, config.mode));
        }
    }

    fn verdict(&mut self) {
        self.line(self.style.verdict(self.finished.outcome.verdict, &verdict(self.finished)));
    }
}

/// A sentence about a warning of the exploration, with its line.
pub fn warning_message(warning: &Warning, finished: &Finished<'_>) -> String {
    let line = |span| finished.source.place(span);
    match *warning {
        Warning::VacuousRequires(span) => {
            format!("no input satisfies the `requires` at line {}: nothing was checked", line(span))
        }
        Warning::ContradictoryAssume(span) => {
            format!("no state satisfies the `assume` at line {}: nothing after it was checked", line(span))
        }
        Warning::Uninhabited(span) => {
            let name = finished.source.slice(span);
            format!("`{name}` (line {}) has no concrete class: an input reference to it is null", line(span))
        }
        Warning::Endless(span) => {
            let name = finished.program.method_name(finished.outcome.entry);
            format!("no execution of {name} (line {}) ends", line(span))
        }
    }
}
