//! Proofs by induction: what holds where executions are cut.

use super::words;
use crate::explore::outcome::{Claim, ClaimKind, Proof};
use crate::ir::Program;
use crate::source::Sources;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Write as _;

/// A claim of a proof.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportedClaim<'a> {
    /// The line of the loop's condition, the call, or the method.
    pub line: u32,
    /// `invariant`, `requires`, `ensures` or `throws`
    pub kind: Cow<'a, str>,
    /// `Class.method`
    pub method: String,
    /// The formula, as the language writes it.
    pub formula: Cow<'a, str>,
}

/// The claims of a proof, in the order of the text.
pub fn claims<'a>(program: &Program, source: &Sources, proof: &'a Proof) -> Vec<ReportedClaim<'a>> {
    let told = |claim: &'a Claim| ReportedClaim {
        line: source.line(claim.span),
        kind: words::claim(claim.kind).into(),
        method: program.method_name(claim.method),
        formula: claim.text.as_str().into(),
    };
    proof.claims.iter().map(told).collect()
}

/// The claims as clauses that a programmer can put into the program: comments say where.
pub fn clauses(program: &Program, source: &Sources, proof: &Proof) -> String {
    let mut text = String::new();
    for claim in &proof.claims {
        let (line, method) = (source.line(claim.span), program.method_name(claim.method));
        let clause = match claim.kind {
            // An exception never leaves the method, or only as said: there is no clause for that.
            ClaimKind::Throws => continue,
            kind => words::claim(kind),
        };
        let _ = writeln!(text, "// line {line}, in {method}\n{clause}({})", claim.text);
    }
    text
}
