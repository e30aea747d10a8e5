//! The JSON report, schema 1. It has types of its own, so that the core can change without the format.

mod schema;

pub use schema::{Report, ReportedViolation, SCHEMA, Why};

use super::text;
use crate::config::{IntWidth, Overflow};
use crate::interp::{Waiting, WaitsFor};
use crate::outcome::{self, Violation, Warning};
use crate::report::model::coverage::Covered;
use crate::report::model::statistics::Numbers;
use crate::report::model::{Finished, covers, digest, implicit, proof, words};
use crate::source::{Sources, Span};
use crate::trace::TraceStep;
use schema::{
    Assertion, Bounds, Opinion, Options, Parked, Place, ReportedWarning, SecondOpinion, Step, Unsupported,
    WaitingThread,
};
use serde::Serialize;
use std::borrow::Cow;

/// Longer traces lose their middle, steps.
const TRACE: usize = 2_000;

/// A value as JSON, indented and ended by a line break.
///
/// # Errors
/// When it cannot be serialised: a defect.
pub fn pretty(value: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// The report as one JSON object, ended by a line break.
///
/// # Errors
/// When it cannot be serialised: a defect.
pub fn render(finished: &Finished<'_>) -> Result<String, serde_json::Error> {
    pretty(&report(finished))
}

/// The report in serialised form.
pub fn report<'a>(finished: &Finished<'a>) -> Report<'a> {
    let Finished { program, source, config, outcome, .. } = *finished;
    let dialect = &config.dialect;
    let parked = outcome.parked.iter().map(|parked| {
        let Place { file, line, .. } = place(source, parked.span);
        Parked { line, file, kind: parked.what, bound: parked.bound }
    });
    let assertions = outcome.checks.iter().map(|&(id, status)| {
        let check = &program.checks[id];
        let Place { file, line, column } = place(source, check.span);
        Assertion { line, column, file, kind: check.kind, status }
    });
    Report {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION").into(),
        file: source.main().name.as_str().into(),
        digest: digest::sha256(source.main().text.as_bytes()),
        entry: program.entry_name(outcome.entry),
        mode: config.mode,
        options: Options {
            lenient: dialect.lenient,
            uncaught: dialect.uncaught,
            nonnull_arrays: dialect.nonnull_arrays,
            array_length: dialect.array_length,
            types: dialect.types,
            termination: dialect.termination,
            int_width: dialect.int_width.map(IntWidth::bits),
            overflow: (dialect.overflow != Overflow::default()).then_some(dialect.overflow),
            check: Cow::Borrowed(&dialect.check),
            set: dialect.set.iter().map(|(field, value)| (field.as_str().into(), value.as_str().into())).collect(),
            timeout: config.timeout.as_secs_f64(),
            memory: config.memory,
            summaries: config.summaries,
            max_summary: config.collapse.to_string(),
            tabling: config.tabling,
            regions: config.regions,
            proofs: config.proofs,
            modular: config.modular,
            por: config.por,
            stop: config.stop,
            self_check: config.self_check,
        },
        verdict: outcome.verdict,
        reasons: outcome
            .proof
            .iter()
            .map(|_| Why::Proved)
            .chain(outcome.reasons.iter().copied().map(Why::Cut))
            .collect(),
        unsupported: outcome.unsupported.iter().map(|code| unsupported(source, code)).collect(),
        assumptions: text::assumptions(dialect).into_iter().chain(text::assumptions_of_program(finished)).collect(),
        bounds: Bounds {
            unroll: config.unroll,
            depth: config.depth,
            heap_depth: config.heap_depth,
            switches: config.switches,
            parked: parked.collect(),
        },
        proof: outcome.proof.iter().flat_map(|p| proof::claims(program, source, p)).collect(),
        terminates: outcome.proof.as_ref().map(|proof| proof.terminates),
        copies: outcome.proof.as_ref().and_then(|proof| proof.is_of_copies.then_some(true)),
        second_opinion: outcome.proof.as_ref().and_then(|proof| proof.opinion.as_ref()).map(|opinion| SecondOpinion {
            opinion: if opinion.is_confirmed() { Opinion::Confirmed } else { Opinion::Undecided },
            conditions: opinion.conditions,
            confirmed: opinion.confirmed,
        }),
        no_proof: outcome.unproved.unfit.as_ref().map(|unfit| unfit.to_string().into()),
        not_inductive: proof::failed_steps(finished).collect(),
        assertions: assertions.collect(),
        covers: covers::covers(finished).collect(),
        implicit: implicit::counts(outcome),
        violations: outcome.violations.iter().map(|v| violation(finished, v)).collect(),
        warnings: warnings(finished),
        coverage: outcome.coverage.as_ref().map(|c| Covered::of(program, source, c)),
        statistics: Numbers::new(&outcome.statistics, config.mode),
    }
}

fn unsupported<'a>(source: &'a Sources, code: &'a outcome::Unsupported) -> Unsupported<'a> {
    Unsupported {
        what: code.what.as_str().into(),
        file: source.file(code.span).name.as_str().into(),
        line: source.line(code.span),
        count: code.count,
    }
}

fn violation<'a>(finished: &Finished<'a>, violation: &'a Violation) -> ReportedViolation<'a> {
    let Finished { program, source, .. } = *finished;
    let Place { line, column, .. } = place(source, violation.span);
    let trace = &violation.trace;
    let is_threaded = trace.iter().any(|step| step.thread != 0);
    let step = |s: &TraceStep| {
        let thread = is_threaded.then_some(s.thread);
        Step::Line { thread, method: program.method_name(s.method), line: s.line, depth: s.depth }
    };
    let mut steps: Vec<Step> = shown(trace).map(|(_, s)| step(s)).collect();
    if trace.len() > TRACE {
        steps.insert(TRACE / 2, Step::Elided { elided: trace.len() - TRACE });
    }
    ReportedViolation {
        kind: violation.kind,
        cause: violation.cause,
        class: words::class(program, violation.class).map(Cow::Borrowed),
        file: source.file(violation.span).name.as_str().into(),
        line,
        column,
        method: program.method_name(violation.method),
        call_site: violation.call_site.map(|span| place(source, span)),
        message: words::violated(program, violation),
        inputs: Cow::Borrowed(&violation.inputs),
        call: program.syntax.call(program, finished.outcome.entry, &violation.inputs),
        waiting: violation.waiting.iter().map(waiting).collect(),
        trace: steps,
        replayed: true,
        second_replay: violation.second.as_ref().map(Cow::Borrowed),
    }
}

/// The steps of a trace that reports show, with their numbers: the middle of a long trace is left out.
pub fn shown(trace: &[TraceStep]) -> impl Iterator<Item = (usize, &TraceStep)> {
    let kept = |i: usize| trace.len() <= TRACE || i < TRACE / 2 || i >= trace.len() - TRACE / 2;
    trace.iter().enumerate().filter(move |(i, _)| kept(*i))
}

fn waiting(waiting: &Waiting) -> WaitingThread {
    let (monitor_of, join) = match &waiting.on {
        WaitsFor::Monitor(owner) => (Some(*owner), Vec::new()),
        WaitsFor::Threads(threads) => (None, threads.clone()),
    };
    WaitingThread { thread: waiting.thread, line: waiting.line, monitor_of, join }
}

fn warnings<'a>(finished: &Finished<'a>) -> Vec<ReportedWarning<'a>> {
    let at = |code: &'static str, span: Option<Span>, message| {
        let place = span.map(|s| place(finished.source, s));
        ReportedWarning {
            code: code.into(),
            line: place.as_ref().map(|p| p.line),
            column: place.as_ref().map(|p| p.column),
            file: place.and_then(|p| p.file),
            message,
        }
    };
    let of_the_checker = finished.diagnostics.iter().map(|d| at(d.code, d.span, d.message.clone()));
    let of_the_exploration = finished.outcome.warnings.iter().map(|warning| {
        let code = warning_code(warning);
        at(code, Some(warning.span()), text::warning_message(warning, finished))
    });
    of_the_checker.chain(of_the_exploration).collect()
}

/// The stable code of a warning from the exploration.
pub fn warning_code(warning: &Warning) -> &'static str {
    match warning {
        Warning::VacuousRequires(_) => "vacuous-requires",
        Warning::ContradictoryAssume(_) => "contradictory-assume",
        Warning::Uninhabited(_) => "uninhabited",
        Warning::Endless(_) => "endless",
    }
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
    use std::sync::Arc;

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
              "digest": "sha256:f47f17741b767ec9f93bdb9ee49c7ff8f83111c39637d4eeb2bbd2e8bf669801",
              "entry": "Main.main",
              "mode": "merge",
              "options": {
                "lenient": false,
                "uncaught": "invalid",
                "nonnull_arrays": false,
                "array_length": 100,
                "types": "symbolic",
                "check": [
                  "assert",
                  "requires",
                  "ensures",
                  "exceptional",
                  "invariant",
                  "decreases",
                  "modifies",
                  "null",
                  "bounds",
                  "negative-size",
                  "division-by-zero",
                  "cast",
                  "throw",
                  "overflow",
                  "nontermination",
                  "missing-return",
                  "deadlock"
                ],
                "set": {
                  "Main.N": "4"
                },
                "timeout": 300.0,
                "memory": 4096,
                "summaries": "diagram",
                "max_summary": "auto",
                "tabling": true,
                "regions": 0,
                "proofs": true,
                "por": true,
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
                "switches": null,
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
              "implicit": [
                {
                  "kind": "null",
                  "proved": 1,
                  "violated": 0,
                  "unreachable": 0,
                  "undecided": 0
                },
                {
                  "kind": "bounds",
                  "proved": 0,
                  "violated": 1,
                  "unreachable": 0,
                  "undecided": 0
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
                "solver_calls_linear": 2,
                "solver_calls_vectors": 1,
                "solver_calls_avoided": {
                  "false": 3,
                  "model": 12
                },
                "operations": 4321,
                "wraps_identities": 40,
                "wraps_kept": 6,
                "wraps_resolved": 5,
                "wraps_windows": 11,
                "wraps_opaque": 2,
                "known_calls": 3,
                "pc_entries_max": 4,
                "pc_entries_final": 1,
                "merges": 65,
                "assignments": 80,
                "assignments_csm": 60,
                "paths_at_most": 1267650600228229401496703205376,
                "summary_reads": 100,
                "summary_pairs": 300,
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
        let violation = Arc::make_mut(&mut outcome.violations[0]);
        violation.trace = vec![violation.trace[0].clone(); 1_000_000];
        let finished =
            Finished { program: &program, source: &source, config: &config, outcome: &outcome, diagnostics: &[] };
        let trace = &report(&finished).violations[0].trace;
        assert_eq!(trace.len(), TRACE + 1);
        assert!(matches!(trace[TRACE / 2], Step::Elided { elided } if elided == 1_000_000 - TRACE));
    }
}
