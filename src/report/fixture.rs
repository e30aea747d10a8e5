//! A program and outcomes for the tests of the reports: built by hand, so that no other layer is needed.

use crate::config::{Config, Property};
use crate::index::Idx;
use crate::inputs::{Inputs, Value};
use crate::ir::{Cause, Check, CheckId, Class, ClassId, Implicit, Kind, Method, MethodId, MethodKind, Program};
use crate::num::Num;
use crate::outcome::{
    Assignments, Cut, FailedStep, Outcome, Parked, Reason, RegionCounts, ScheduleCounts, Statistics, Status, Unfit,
    Unproved, Verdict, Violation, Wraps,
};
use crate::source::{SourceFile, Sources, Span};
use crate::trace::TraceStep;
use std::sync::Arc;
use std::time::Duration;

pub(crate) const TEXT: &str = "\
class Main {
  static void main(int n, int[] a)
    requires(n > 0)
  {
    int i := 0;
    while (i < n) {
      a[i] := i;
      i := i + 1;
    }
    assert i != 2;
    Main.f(i);
  }
  static void f(int x)
    requires(x < 100)
  {
    assert x > 0;
  }
}
";

/// The bytes of the first occurrence of a text in the program.
pub(crate) fn span(needle: &str) -> Span {
    let start = TEXT.find(needle).expect("the text has the needle");
    Span::new(start, start + needle.len())
}

/// Two methods without blocks: the reports look only at names and checks.
pub(crate) fn program() -> Program {
    let method = |name: &str| Method::bare(name, ClassId(0), MethodKind::Static, Span::default());
    let class = Class::bare("Main", Vec::new());
    let check = |kind, needle, method| Check { kind, span: span(needle), method: MethodId::new(method) };
    Program {
        classes: [class].into_iter().collect(),
        methods: ["main", "f"].into_iter().map(method).collect(),
        checks: [
            check(Kind::Assert, "assert i != 2;", 0),
            check(Kind::Requires, "requires(x < 100)", 1),
            check(Kind::Assert, "assert x > 0;", 1),
        ]
        .into_iter()
        .collect(),
        ..Program::default()
    }
}

pub(crate) fn source() -> Sources {
    SourceFile::new("t.oox", TEXT).into()
}

pub(crate) fn config() -> Config {
    Config { self_check: false, ..Config::default() }
}

fn statistics() -> Statistics {
    Statistics {
        time_total: Duration::from_millis(250),
        time_bdd: Duration::from_millis(50),
        time_solver: Duration::from_millis(100),
        solver_calls: 7,
        solver_calls_linear: 2,
        solver_calls_vectors: 1,
        wraps: Wraps { identities: 40, bases: 6, resolved: 5, windows: 11, opaque: 2 },
        solver_calls_avoided: [("false", 3), ("model", 12)].into_iter().collect(),
        operations: 4_321,
        merges: 65,
        assignments: Some(Assignments { all: 80, classic: 60 }),
        pc_entries_max: 4,
        pc_entries_final: 1,
        paths: "1267650600228229401496703205376".parse().expect("a number of paths"),
        known_calls: 3,
        regions: RegionCounts::default(),
        summary_reads: (300, 100),
        summary_size_max: 9,
        sharing_sum: 250.0,
        atoms: 66,
        bdd_nodes_max: 120,
        heap_cells: 17,
        rounds: 3,
        schedule: ScheduleCounts::default(),
        memory_peak: 50_000_000,
    }
}

/// An implicit check of the store in the loop.
fn implicit(property: Property) -> Implicit {
    Implicit { span: span("a[i]"), property }
}

fn outcome(verdict: Verdict, statuses: [Status; 3]) -> Outcome {
    Outcome {
        verdict,
        checks: statuses.into_iter().enumerate().map(|(i, s)| (CheckId::new(i), s)).collect(),
        implicit: [Property::Null, Property::Bounds].map(|property| (implicit(property), statuses[2])).to_vec(),
        statistics: statistics(),
        ..Outcome::unknown(MethodId(0))
    }
}

pub(crate) fn valid() -> Outcome {
    outcome(Verdict::Valid, [Status::Proved, Status::Proved, Status::Unreachable])
}

fn numbers(values: &[(&str, i64)]) -> Inputs {
    let args = values.iter().map(|(name, n)| ((*name).to_owned(), Value::Int(Num::from(*n)))).collect();
    Inputs { args, ..Inputs::default() }
}

pub(crate) fn unknown() -> Outcome {
    let loop_head = Parked { span: span("i < n"), what: Cut::Loop, bound: 64 };
    Outcome {
        reasons: vec![Reason::Timeout, Reason::Unroll],
        parked: vec![loop_head],
        unproved: Unproved {
            unfit: Some(Unfit::Paths),
            failed_steps: vec![FailedStep {
                check: CheckId::new(1),
                holds_initially: true,
                before: numbers(&[("i", 3), ("n", 5)]),
                after: numbers(&[("i", 4), ("n", 5)]),
            }],
        },
        ..outcome(Verdict::Unknown, [Status::Proved, Status::Undecided, Status::Undecided])
    }
}

pub(crate) fn invalid() -> Outcome {
    let inputs = |n: i64| -> Inputs {
        let json = format!(
            r#"{{"args":{{"n":{{"int":"{n}"}},"a":{{"ref":"a1"}}}},"heap":{{"a1":{{"elem":"int","length":"{n}"}}}}}}"#
        );
        serde_json::from_str(&json).expect("inputs")
    };
    let trace = |lines: &[u32]| {
        lines.iter().map(|&line| TraceStep { thread: 0, method: MethodId(0), depth: 0, line }).collect::<Vec<_>>()
    };
    let assertion = Violation {
        kind: Kind::Assert,
        cause: None,
        class: None,
        span: span("assert i != 2;"),
        line: 10,
        method: MethodId(0),
        call_site: None,
        inputs: inputs(2),
        waiting: Vec::new(),
        lasso: None,
        trace: trace(&[5, 6, 7, 8, 6, 7, 8, 6, 10]),
        second: None,
    };
    let exception = Violation {
        kind: Kind::Exception,
        cause: Some(Cause::Bounds),
        span: span("a[i]"),
        line: 7,
        inputs: inputs(0),
        trace: trace(&[5, 6, 7]),
        ..assertion.clone()
    };
    let requires = Violation {
        kind: Kind::Requires,
        span: span("requires(x < 100)"),
        line: 14,
        method: MethodId(1),
        call_site: Some(span("Main.f(i)")),
        inputs: inputs(100),
        ..assertion.clone()
    };
    Outcome {
        violations: [exception, assertion, requires].map(Arc::new).to_vec(),
        implicit: vec![(implicit(Property::Null), Status::Proved), (implicit(Property::Bounds), Status::Violated)],
        ..outcome(Verdict::Invalid, [Status::Violated, Status::Violated, Status::Proved])
    }
}
