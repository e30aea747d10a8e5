//! The JSON report, schema 1: types of their own, so that the core can change without the format.

use super::coverage::{self, Covered};
use super::statistics::Numbers;
use super::{Finished, text, words};
use crate::config::{Mode, Stop, Summaries, Types, Uncaught};
use crate::explore::outcome::{Cut, Violation, Warning};
use crate::inputs::Inputs;
use crate::source::{Sources, Span};
use crate::trace::TraceStep;
use indexmap::IndexMap;
use serde::Serialize;

/// The version of the format.
pub const SCHEMA: u32 = 1;
/// A longer trace loses its middle, steps.
const TRACE: usize = 2_000;

/// The whole report.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of the tool.
    pub version: &'static str,
    /// The file as given, or `<stdin>`.
    pub file: &'a str,
    /// `Class.method`
    pub entry: String,
    /// `merge` or `path`
    pub mode: &'static str,
    /// The options, as resolved.
    pub options: Options<'a>,
    /// `valid`, `invalid` or `unknown`.
    pub verdict: &'static str,
    /// Why the exploration is not exhaustive, leading reason first.
    pub reasons: Vec<&'static str>,
    /// What the user assumes of the inputs, as sentences.
    pub assumptions: Vec<String>,
    /// The bounds, and what they cut.
    pub bounds: Bounds,
    /// The assertions and contract clauses, in the order of the text.
    pub assertions: Vec<Assertion>,
    /// The violations, in the order of the text.
    pub violations: Vec<ReportedViolation<'a>>,
    /// Of the checker, then of the exploration.
    pub warnings: Vec<ReportedWarning>,
    /// What is covered; with `--coverage` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Covered>,
    /// Numbers.
    pub statistics: Numbers,
}

/// The options, as resolved.
#[derive(Debug, Serialize)]
pub struct Options<'a> {
    /// The static rules are relaxed.
    pub lenient: bool,
    /// `invalid` or `allow`
    pub uncaught: &'static str,
    /// Array parameters are not null.
    pub nonnull_arrays: bool,
    /// Most elements of an input array.
    pub array_length: Option<u64>,
    /// `symbolic` or `declared`
    pub types: &'static str,
    /// Replaced initialisers by `Class.field`.
    pub set: IndexMap<&'a str, &'a str>,
    /// Seconds.
    pub timeout: f64,
    /// MiB.
    pub memory: u64,
    /// `pairs` or `diagram`
    pub summaries: &'static str,
    /// `auto`, `none`, or the most symbolic numbers of a summary
    pub max_summary: String,
    /// `first`, `soon` or `all`
    pub stop: &'static str,
    /// Invariants are checked.
    pub self_check: bool,
}

/// The caps that were given, and what was cut when exploration ended.
#[derive(Debug, Serialize)]
pub struct Bounds {
    /// Most iterations of a loop.
    pub unroll: Option<u64>,
    /// Most frames of a recursive group.
    pub depth: Option<u64>,
    /// Most references that lead to an input object.
    pub heap_depth: Option<u64>,
    /// What was cut, in the order of the text.
    pub parked: Vec<Parked>,
}

/// A loop or call that was cut.
#[derive(Debug, Serialize)]
pub struct Parked {
    /// Its line.
    pub line: u32,
    /// `loop`, `call` or `heap`
    pub kind: &'static str,
    /// Up to which nothing is missing.
    pub bound: u64,
}

/// An assertion or contract clause.
#[derive(Debug, Serialize)]
pub struct Assertion {
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// `assert`, `requires`, `ensures` or `exceptional`
    pub kind: &'static str,
    /// `proved`, `violated`, `unreachable` or `undecided`
    pub status: &'static str,
}

/// A violation.
#[derive(Debug, Serialize)]
pub struct ReportedViolation<'a> {
    /// The kind.
    pub kind: &'static str,
    /// For exceptions, and clauses whose evaluation threw.
    pub cause: Option<&'static str>,
    /// The file.
    pub file: &'a str,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// `Class.method`
    pub method: String,
    /// For contracts, the call whose contract it is.
    pub call_site: Option<Place>,
    /// One sentence.
    pub message: String,
    /// Inputs that lead there, in the form that `multise run --inputs` reads.
    pub inputs: &'a Inputs,
    /// The lines that were executed.
    pub trace: Vec<Step>,
    /// Whether the concrete interpreter confirmed it: always true.
    pub replayed: bool,
}

/// A place in the file.
#[derive(Debug, Serialize)]
pub struct Place {
    /// The file, unless it is the one that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// From 1.
    pub line: u32,
    /// From 1, characters.
    pub column: u32,
}

/// One line of a trace, or what was left out.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// A line.
    Line {
        /// `Class.method`
        method: String,
        /// The line.
        line: u32,
        /// How many frames are below.
        depth: u32,
    },
    /// The middle of a long trace.
    Elided {
        /// How many steps stand here.
        elided: usize,
    },
}

/// A warning.
#[derive(Debug, Serialize)]
pub struct ReportedWarning {
    /// Stable code.
    pub code: &'static str,
    /// The line, if it has a place.
    pub line: Option<u32>,
    /// The column.
    pub column: Option<u32>,
    /// One sentence.
    pub message: String,
}

/// The report as one JSON object, ended by a line break.
pub fn render(finished: &Finished<'_>) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&report(finished))? + "\n")
}

/// The report as it is serialised.
pub fn report<'a>(finished: &Finished<'a>) -> Report<'a> {
    let Finished { program, source, config, outcome, .. } = *finished;
    let dialect = &config.dialect;
    let parked = outcome.parked.iter().map(|p| Parked {
        line: source.line(p.span),
        kind: match p.what {
            Cut::Loop => "loop",
            Cut::Call => "call",
            Cut::Heap => "heap",
        },
        bound: p.bound,
    });
    let assertions = outcome.checks.iter().map(|&(id, status)| {
        let check = &program.checks[id];
        let Place { line, column, .. } = place(source, check.span);
        Assertion { line, column, kind: words::kind(check.kind), status: words::status(status) }
    });
    Report {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        file: &source.main().name,
        entry: program.method_name(outcome.entry),
        mode: match config.mode {
            Mode::Merge => "merge",
            Mode::Path => "path",
        },
        options: Options {
            lenient: dialect.lenient,
            uncaught: match dialect.uncaught {
                Uncaught::Invalid => "invalid",
                Uncaught::Allow => "allow",
            },
            nonnull_arrays: dialect.nonnull_arrays,
            array_length: dialect.array_length,
            types: match dialect.types {
                Types::Symbolic => "symbolic",
                Types::Declared => "declared",
            },
            set: dialect.set.iter().map(|(field, value)| (field.as_str(), value.as_str())).collect(),
            timeout: config.timeout.as_secs_f64(),
            memory: config.memory,
            summaries: match config.summaries {
                Summaries::Pairs => "pairs",
                Summaries::Diagram => "diagram",
            },
            max_summary: config.collapse.to_string(),
            stop: match config.stop {
                Stop::First => "first",
                Stop::Soon => "soon",
                Stop::All => "all",
            },
            self_check: config.self_check,
        },
        verdict: words::verdict(outcome.verdict),
        reasons: outcome.reasons.iter().map(|r| r.word()).collect(),
        assumptions: text::assumptions(dialect),
        bounds: Bounds {
            unroll: config.unroll,
            depth: config.depth,
            heap_depth: config.heap_depth,
            parked: parked.collect(),
        },
        assertions: assertions.collect(),
        violations: outcome.violations.iter().map(|v| violation(finished, v)).collect(),
        warnings: warnings(finished),
        coverage: outcome.coverage.as_ref().map(|c| coverage::covered(program, source, c)),
        statistics: Numbers::new(&outcome.statistics, config.mode),
    }
}

fn violation<'a>(finished: &Finished<'a>, violation: &'a Violation) -> ReportedViolation<'a> {
    let Finished { program, source, .. } = *finished;
    let Place { line, column, .. } = place(source, violation.span);
    let step = |s: &TraceStep| Step::Line { method: program.method_name(s.method), line: s.line, depth: s.depth };
    let trace = &violation.trace;
    let trace = if trace.len() > TRACE {
        let (head, tail) = (&trace[..TRACE / 2], &trace[trace.len() - TRACE / 2..]);
        let elided = Step::Elided { elided: trace.len() - head.len() - tail.len() };
        head.iter().map(step).chain([elided]).chain(tail.iter().map(step)).collect()
    } else {
        trace.iter().map(step).collect()
    };
    ReportedViolation {
        kind: words::kind(violation.kind),
        cause: violation.cause.map(words::cause),
        file: &source.file(violation.span).name,
        line,
        column,
        method: program.method_name(violation.method),
        call_site: violation.call_site.map(|span| place(source, span)),
        message: words::message(violation.kind, violation.cause),
        inputs: &violation.inputs,
        trace,
        replayed: true,
    }
}

fn warnings(finished: &Finished<'_>) -> Vec<ReportedWarning> {
    let at = |code, span: Option<Span>, message| {
        let place = span.map(|s| place(finished.source, s));
        ReportedWarning { code, line: place.as_ref().map(|p| p.line), column: place.map(|p| p.column), message }
    };
    let of_the_checker = finished.diagnostics.iter().map(|d| at(d.code, d.span, d.message.clone()));
    let of_the_exploration = finished.outcome.warnings.iter().map(|warning| {
        let code = match warning {
            Warning::VacuousRequires(_) => "vacuous-requires",
            Warning::ContradictoryAssume(_) => "contradictory-assume",
            Warning::Uninhabited(_) => "uninhabited",
        };
        at(code, Some(warning.span()), text::warning_message(warning, finished))
    });
    of_the_checker.chain(of_the_exploration).collect()
}

fn place(source: &Sources, span: Span) -> Place {
    let (line, column) = source.line_col(span);
    Place { file: source.other_name(span).map(str::to_owned), line, column }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use crate::source::{Diagnostic, Phase};
    use expect_test::expect;

    #[test]
    fn the_fields_and_their_order_are_those_of_schema_1() {
        let (program, source, mut config) = (fixture::program(), fixture::source(), fixture::config());
        config.dialect.array_length = Some(100);
        config.dialect.set = vec![("Main.N".to_owned(), "4".to_owned())];
        let mut outcome = fixture::invalid();
        outcome.violations.truncate(1);
        outcome.warnings = vec![Warning::ContradictoryAssume(fixture::span("requires(n > 0)"))];
        outcome.parked = fixture::unknown().parked;
        let diagnostics =
            [Diagnostic::warning(Phase::Static, "W0000", fixture::span("int i"), "something is doubtful")];
        let finished = Finished {
            program: &program,
            source: &source,
            config: &config,
            outcome: &outcome,
            diagnostics: &diagnostics,
        };
        expect![[r#"
            {
              "schema": 1,
              "version": "0.1.0",
              "file": "t.oox",
              "entry": "Main.main",
              "mode": "merge",
              "options": {
                "lenient": false,
                "uncaught": "invalid",
                "nonnull_arrays": false,
                "array_length": 100,
                "types": "symbolic",
                "set": {
                  "Main.N": "4"
                },
                "timeout": 300.0,
                "memory": 4096,
                "summaries": "diagram",
                "max_summary": "auto",
                "stop": "soon",
                "self_check": false
              },
              "verdict": "invalid",
              "reasons": [],
              "assumptions": [
                "input arrays have at most 100 elements"
              ],
              "bounds": {
                "unroll": null,
                "depth": null,
                "heap_depth": null,
                "parked": [
                  {
                    "line": 6,
                    "kind": "loop",
                    "bound": 64
                  }
                ]
              },
              "assertions": [
                {
                  "line": 10,
                  "column": 5,
                  "kind": "assert",
                  "status": "violated"
                },
                {
                  "line": 14,
                  "column": 5,
                  "kind": "requires",
                  "status": "violated"
                },
                {
                  "line": 16,
                  "column": 5,
                  "kind": "assert",
                  "status": "proved"
                }
              ],
              "violations": [
                {
                  "kind": "exception",
                  "cause": "bounds",
                  "file": "t.oox",
                  "line": 7,
                  "column": 7,
                  "method": "Main.main",
                  "call_site": null,
                  "message": "uncaught exception: an index is out of bounds",
                  "inputs": {
                    "args": {
                      "n": {
                        "int": "0"
                      },
                      "a": {
                        "ref": "a1"
                      }
                    },
                    "heap": {
                      "a1": {
                        "elem": "int",
                        "length": "0",
                        "cells": {}
                      }
                    }
                  },
                  "trace": [
                    {
                      "method": "Main.main",
                      "line": 5,
                      "depth": 0
                    },
                    {
                      "method": "Main.main",
                      "line": 6,
                      "depth": 0
                    },
                    {
                      "method": "Main.main",
                      "line": 7,
                      "depth": 0
                    }
                  ],
                  "replayed": true
                }
              ],
              "warnings": [
                {
                  "code": "W0000",
                  "line": 5,
                  "column": 5,
                  "message": "something is doubtful"
                },
                {
                  "code": "contradictory-assume",
                  "line": 3,
                  "column": 5,
                  "message": "no state satisfies the `assume` at line 3: nothing after it was checked"
                }
              ],
              "statistics": {
                "time_total": 0.25,
                "time_bdd": 0.05,
                "time_bdd_percent": 20.0,
                "time_solver": 0.1,
                "time_solver_percent": 40.0,
                "solver_calls": 7,
                "solver_calls_avoided": {
                  "false": 3,
                  "model": 12
                },
                "operations": 4321,
                "pc_entries_max": 4,
                "pc_entries_final": 1,
                "merges": 65,
                "merges_csm": 64,
                "paths_at_most": 1267650600228229401496703205376,
                "summary_size_avg": 3.0,
                "summary_size_max": 9,
                "sharing_factor_avg": 2.5,
                "atoms": 66,
                "bdd_nodes_max": 120,
                "heap_cells": 17,
                "rounds": 3,
                "memory_peak": 50000000
              }
            }
        "#]]
        .assert_eq(&render(&finished).expect("the report is JSON"));
    }

    #[test]
    fn a_long_trace_loses_its_middle() {
        let (program, source, config) = (fixture::program(), fixture::source(), fixture::config());
        let mut outcome = fixture::invalid();
        let step = outcome.violations[0].trace[0].clone();
        outcome.violations[0].trace = vec![step; 1_000_000];
        let finished =
            Finished { program: &program, source: &source, config: &config, outcome: &outcome, diagnostics: &[] };
        let trace = &report(&finished).violations[0].trace;
        assert_eq!(trace.len(), TRACE + 1);
        assert!(matches!(trace[TRACE / 2], Step::Elided { elided } if elided == 1_000_000 - TRACE));
    }
}
