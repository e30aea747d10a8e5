//! The table of the methods of a class or program, explored one by one.

use super::coverage::{self, Covered, Share};
use super::style::{Style, elide};
use super::text::{self, Detail};
use super::{Finished, json, words};
use crate::config::Config;
use crate::explore::Outcome;
use crate::explore::coverage::Coverage;
use crate::explore::outcome::Verdict;
use crate::ir::{MethodId, Program};
use crate::source::{Diagnostic, Sources};
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// A method and what exploring it gave.
#[derive(Debug)]
pub struct Row {
    /// The method.
    pub entry: MethodId,
    result: Result<Box<Outcome>, String>,
}

impl Row {
    /// A method that was explored.
    pub fn explored(outcome: Outcome) -> Self {
        Self { entry: outcome.entry, result: Ok(Box::new(outcome)) }
    }

    /// A method that could not be.
    pub fn refused(entry: MethodId, why: String) -> Self {
        Self { entry, result: Err(why) }
    }

    /// The outcome, unless the method was refused.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.result.as_ref().ok().map(|o| &**o)
    }
}

/// The table.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its text.
    pub source: &'a Sources,
    /// The options, as resolved.
    pub config: &'a Config,
    /// The methods, in the order of the text.
    pub rows: &'a [Row],
    /// Warnings about the text.
    pub diagnostics: &'a [Diagnostic],
}

/// The table as it is serialised.
#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    version: &'static str,
    file: &'a str,
    /// The worst of all.
    verdict: &'static str,
    methods: Vec<MethodReport<'a>>,
    coverage: Covered,
}

#[derive(Serialize)]
struct MethodReport<'a> {
    method: String,
    line: u32,
    /// Why the method was not explored.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a str>,
    /// What `multise explore --entry` reports of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<json::Report<'a>>,
}

impl<'a> Table<'a> {
    fn finished(&self, outcome: &'a Outcome) -> Finished<'a> {
        let Table { program, source, config, diagnostics, .. } = *self;
        Finished { program, source, config, outcome, diagnostics }
    }

    /// What all of them cover together.
    fn coverage(&self) -> Coverage {
        let mut all = Coverage::default();
        self.rows.iter().filter_map(|r| r.outcome()?.coverage.as_ref()).for_each(|c| all.join(c));
        all
    }

    /// The worst verdict.
    fn verdict(&self) -> Verdict {
        let verdicts = || self.rows.iter().map(|r| r.outcome().map_or(Verdict::Unknown, |o| o.verdict));
        match (verdicts().any(|v| v == Verdict::Invalid), verdicts().any(|v| v == Verdict::Unknown)) {
            (true, _) => Verdict::Invalid,
            (false, true) => Verdict::Unknown,
            (false, false) => Verdict::Valid,
        }
    }

    /// As text, ended by a line break: the violations in short, the table, what is covered, the worst verdict.
    pub fn text(&self, detail: Detail, with_coverage: bool, style: Style) -> String {
        let verdict = self.verdict();
        let last = match verdict {
            Verdict::Valid => style.good(words::verdict(verdict)),
            Verdict::Invalid => style.bad(words::verdict(verdict)),
            Verdict::Unknown => style.unsure(words::verdict(verdict)),
        } + "\n";
        if detail == Detail::Quiet {
            return last;
        }
        let mut out = String::new();
        for row in self.rows {
            let Some(outcome) = row.outcome() else { continue };
            if detail == Detail::Verbose {
                let name = self.program.entry_name(row.entry);
                writeln!(out, "{}", style.head(&format!("== {name}"))).expect("a string takes everything");
                out += &text::render(&self.finished(outcome), detail, false, style);
                out.push('\n');
            } else {
                out += &text::violations_in_short(&self.finished(outcome), style);
            }
        }
        out += &self.rows_as_text(style);
        let all = self.coverage();
        if with_coverage {
            out += &coverage::table(self.program, self.source, &all, style);
        }
        let share = |(covered, total)| Share { covered, total };
        let time: Duration = self.rows.iter().filter_map(Row::outcome).map(|o| o.statistics.time_total).sum();
        writeln!(
            out,
            "{} methods, blocks {}, branches {}, time {:.2} s",
            self.rows.len(),
            share(all.blocks()),
            share(all.branches()),
            time.as_secs_f64()
        )
        .expect("a string takes everything");
        out + &last
    }

    fn rows_as_text(&self, style: Style) -> String {
        let head = ["method", "verdict", "violations", "blocks", "time"].map(str::to_owned);
        let rows: Vec<[String; 5]> = self.rows.iter().map(|r| self.cells(r)).collect();
        let width = |i: usize| rows.iter().chain([&head]).map(|r| r[i].chars().count()).max().unwrap_or(0);
        let w = [0, 1, 2, 3, 4].map(width);
        let line = |[a, b, c, d, e]: &[String; 5]| {
            format!("{a:<0$}  {b:<1$}  {c:>2$}  {d:>3$}  {e:>4$}", w[0], w[1], w[2], w[3], w[4])
        };
        let mut out = format!("{}\n", style.head(&line(&head)));
        for row in &rows {
            writeln!(out, "{}", line(row)).expect("a string takes everything");
        }
        out
    }

    fn cells(&self, row: &Row) -> [String; 5] {
        let name = self.program.entry_name(row.entry);
        match &row.result {
            Err(why) => [name, elide(&format!("refused: {why}"), 48), String::new(), String::new(), String::new()],
            Ok(outcome) => {
                let (covered, total) = outcome.coverage.as_ref().map(Coverage::blocks).unwrap_or_default();
                [
                    name,
                    elide(&text::verdict(&self.finished(outcome)), 48),
                    outcome.violations.len().to_string(),
                    Share { covered, total }.to_string(),
                    format!("{:.2} s", outcome.statistics.time_total.as_secs_f64()),
                ]
            }
        }
    }

    /// As one JSON object, ended by a line break.
    ///
    /// # Errors
    /// When serialisation fails, which it does not.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let method = |row: &'a Row| MethodReport {
            method: self.program.entry_name(row.entry),
            line: self.source.line(self.program.methods[row.entry].span),
            refused: row.result.as_ref().err().map(String::as_str),
            report: row.outcome().map(|outcome| json::report(&self.finished(outcome))),
        };
        let report = Report {
            schema: json::SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            file: &self.source.main().name,
            verdict: words::verdict(self.verdict()),
            methods: self.rows.iter().map(method).collect(),
            coverage: coverage::covered(self.program, self.source, &self.coverage()),
        };
        Ok(serde_json::to_string_pretty(&report)? + "\n")
    }
}
