//! The table of the methods of a class or program, explored one by one.

use super::coverage;
use super::json;
use super::style::{Style, columns};
use super::text::{self, Detail};
use crate::outcome::{Coverage, Verdict};
use crate::report::model::coverage::{Covered, Share};
use crate::report::model::digest;
use crate::report::model::explored::{Explored, Row};
use crate::report::model::statistics::Numbers;
use crate::report::model::words::elide;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::time::Duration;

/// The answers about the methods of a class or program, explored one by one.
// `multise merge` reads it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Methods", title = "The report of `multise explore --class` and `--all-methods`")]
pub struct Report<'a, S = Numbers> {
    /// The version of the format.
    #[schemars(extend("const" = json::SCHEMA))]
    pub schema: u32,
    /// The version of the tool.
    pub version: Cow<'a, str>,
    /// The file as given, or `<stdin>`.
    pub file: Cow<'a, str>,
    /// The digest of its text.
    #[schemars(regex(pattern = digest::PATTERN))]
    pub digest: String,
    /// The worst verdict of all methods.
    pub verdict: Verdict,
    /// The methods, in the order of the text.
    pub methods: Vec<MethodReport<'a, S>>,
    /// What they cover together.
    pub coverage: Covered,
}

/// A method in the table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MethodReport", extend("oneOf" = [{"required": ["refused"]}, {"required": ["report"]}]))]
pub struct MethodReport<'a, S = Numbers> {
    /// `Class.method`, with the types of the parameters where the name is overloaded.
    pub method: String,
    /// The line of its name.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// Why the method was not explored.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub refused: Option<Cow<'a, str>>,
    /// What `multise explore --entry` reports of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub report: Option<json::Report<'a, S>>,
}

/// The table as text, ended by a line break: the violations in short, the table, what is covered, the worst verdict.
pub fn text(explored: &Explored<'_>, detail: Detail, with_coverage: bool, style: Style) -> String {
    let verdict = explored.verdict();
    let last = style.verdict(verdict, &verdict.to_string()) + "\n";
    if detail == Detail::Quiet {
        return last;
    }
    let mut out = String::new();
    for finished in explored.finished() {
        if detail == Detail::Verbose {
            let name = finished.program.entry_name(finished.outcome.entry);
            out += &format!("{}\n", style.head(&format!("== {name}")));
            out += &text::render(&finished, detail, false, style);
            out.push('\n');
        } else {
            out += &text::violations_in_short(&finished, style);
        }
    }
    let rows: Vec<[String; 5]> = explored.rows.iter().map(|row| cells(explored, row)).collect();
    let heads = ["method", "verdict", "violations", "blocks", "time"];
    out.extend(columns(heads, &rows, 2, style).map(|line| line + "\n"));
    let covered = explored.covered();
    if with_coverage {
        out += &coverage::table(&covered, style);
    }
    let time: Duration = explored.finished().map(|finished| finished.outcome.statistics.time_total).sum();
    let (count, seconds) = (rows.len(), time.as_secs_f64());
    let (blocks, branches) = (covered.blocks, covered.branches);
    out += &format!("{count} methods, blocks {blocks}, branches {branches}, time {seconds:.2} s\n");
    out + &last
}

fn cells(explored: &Explored<'_>, row: &Row) -> [String; 5] {
    let name = explored.program.entry_name(row.entry);
    match &row.result {
        Err(why) => [name, elide(&format!("refused: {why}"), 48), String::new(), String::new(), String::new()],
        Ok(outcome) => {
            let (covered, total) = outcome.coverage.as_ref().map(Coverage::blocks).unwrap_or_default();
            [
                name,
                elide(&text::verdict(&explored.one(outcome)), 48),
                outcome.violations.len().to_string(),
                Share { covered, total }.to_string(),
                format!("{:.2} s", outcome.statistics.time_total.as_secs_f64()),
            ]
        }
    }
}

/// The table as one JSON object, ended by a line break.
///
/// # Errors
/// When serialisation fails: a defect.
pub fn json<'a>(explored: &Explored<'a>) -> Result<String, serde_json::Error> {
    let Explored { program, source, rows, .. } = *explored;
    let method = |row: &'a Row| MethodReport {
        method: program.entry_name(row.entry),
        line: source.line(program.methods[row.entry].span),
        refused: row.result.as_ref().err().map(|why| why.as_str().into()),
        report: row.outcome().map(|outcome| json::report(&explored.one(outcome))),
    };
    let report = Report {
        schema: json::SCHEMA,
        version: env!("CARGO_PKG_VERSION").into(),
        file: source.main().name.as_str().into(),
        digest: digest::sha256(source.main().text.as_bytes()),
        verdict: explored.verdict(),
        methods: rows.iter().map(method).collect(),
        coverage: explored.covered(),
    };
    json::pretty(&report)
}
