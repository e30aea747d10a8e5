//! Witnesses of verdicts for other tools, in the format 2.0 of the software verification competition (SV-COMP).
//!
//! A violation has a `violation_sequence`: the assumption about the inputs where the entry method begins, in terms of the
//! source, and the target. Only in programs with one thread does the assumption determine the execution. A proof by induction
//! has an `invariant_set`: invariants of loops, what holds before calls that are cut, and what methods require. The format
//! has no place for what methods ensure; `--invariants` and the JSON report have it.
//!
//! The format is YAML. The text is JSON, which every reader of YAML 1.2 reads. It differs from the format for C in two
//! points: formulas are expressions of the source language, and there is no data model, because integers are unbounded.

use crate::ir::{Kind, MethodId, Terminator};
use crate::outcome::{Claim, ClaimKind, Proof, Violation};
use crate::report::model::explored::Explored;
use crate::report::model::{Finished, digest};
use crate::source::Span;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};
use std::time::SystemTime;
use uuid::Builder;

/// The properties: no violation, and every execution ends.
const SAFE: &str = "G assert";
const ENDS: &str = "F end";

/// All witnesses, ended by a line break; an empty list if there is neither violation nor proof.
///
/// # Errors
/// When they cannot be serialised: a defect.
pub fn render(explored: &Explored<'_>, now: SystemTime) -> Result<String, serde_json::Error> {
    let mut entries = Vec::new();
    for finished in explored.finished() {
        for violation in &finished.outcome.violations {
            let property = if violation.kind == Kind::Nontermination { ENDS } else { SAFE };
            entries.push(entry(&finished, ("violation_sequence", property), sequence(&finished, violation), now));
        }
        if let Some(proof) = finished.outcome.proof.as_ref().filter(|proof| !proof.is_of_copies) {
            entries.push(entry(&finished, ("invariant_set", SAFE), invariants(&finished, proof), now));
        }
    }
    super::json::pretty(&entries)
}

fn entry(finished: &Finished<'_>, (kind, property): (&str, &str), content: Vec<Value>, now: SystemTime) -> Value {
    let main = finished.source.main();
    let name = finished.program.entry_name(finished.outcome.entry);
    let time = DateTime::<Utc>::from(now).to_rfc3339_opts(SecondsFormat::Secs, true);
    let content = Value::Array(content);
    json!({
        "entry_type": kind,
        "metadata": {
            "format_version": "2.0",
            "uuid": uuid(&format!("{}\n{}\n{name}\n{content}", main.name, main.text)),
            "creation_time": time,
            "producer": {"name": "multise", "version": env!("CARGO_PKG_VERSION")},
            "task": {
                "input_files": [main.name],
                "input_file_hashes": {&main.name: digest::hexadecimal(main.text.as_bytes())},
                "specification": format!("CHECK( init({}()), LTL({property}) )", finished.program.method_name(finished.outcome.entry)),
                "language": finished.program.syntax.language(),
            },
        },
        "content": content,
    })
}

/// An identifier that depends on the text of the witness alone.
fn uuid(text: &str) -> String {
    let digits = digest::hexadecimal(text.as_bytes());
    let bits = u128::from_str_radix(&digits[..32], 16).unwrap_or_default();
    Builder::from_custom_bytes(bits.to_be_bytes()).into_uuid().to_string()
}

fn sequence(finished: &Finished<'_>, violation: &Violation) -> Vec<Value> {
    let entry = finished.outcome.entry;
    let waypoint = |point: Value| json!({"segment": [{"waypoint": point}]});
    let begin = location(finished, finished.program.methods[entry].span, entry);
    let assumption = finished.program.syntax.assumption(finished.program, entry, &violation.inputs);
    let assumption = assumption.map(|formula| {
        waypoint(json!({
            "type": "assumption",
            "action": "follow",
            "location": begin,
            "constraint": {"value": formula, "format": format_of(finished)},
        }))
    });
    let target = waypoint(json!({
        "type": "target",
        "action": "follow",
        "location": location(finished, violation.span, violation.method),
    }));
    assumption.into_iter().chain([target]).collect()
}

fn invariants(finished: &Finished<'_>, proof: &Proof) -> Vec<Value> {
    let clause = |claim: &Claim| {
        let kind = match claim.kind {
            ClaimKind::Invariant if is_of_call(finished, claim) => "location_invariant",
            ClaimKind::Invariant => "loop_invariant",
            ClaimKind::Requires => "location_invariant",
            ClaimKind::Ensures | ClaimKind::Throws => return None,
        };
        Some(json!({"invariant": {
            "type": kind,
            "location": location(finished, claim.span, claim.method),
            "value": claim.text,
            "format": format_of(finished),
        }}))
    };
    proof.claims.iter().filter_map(clause).collect()
}

/// The name of the format of formulas.
fn format_of(finished: &Finished<'_>) -> String {
    format!("{}_expression", finished.program.syntax.language().to_lowercase())
}

/// Whether a claim belongs to a call.
fn is_of_call(finished: &Finished<'_>, claim: &Claim) -> bool {
    let mut blocks = finished.program.methods[claim.method].blocks.iter();
    blocks.any(|block| block.span == claim.span && matches!(block.term, Terminator::Call { .. }))
}

fn location(finished: &Finished<'_>, span: Span, method: MethodId) -> Value {
    let (line, column) = finished.source.line_col(span);
    let file = &finished.source.file(span).name;
    json!({"file_name": file, "line": line, "column": column, "function": finished.program.method_name(method)})
}
