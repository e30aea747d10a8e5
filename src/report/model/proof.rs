//! Proofs by induction: the claims where executions are cut, and the clauses that are not inductive.

use super::Finished;
use super::value::{self, Extent};
use crate::inputs::Inputs;
use crate::ir::{Kind, Program};
use crate::outcome::{Claim, ClaimKind, FailedStep, Outcome, Proof};
use crate::source::Sources;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Write as _;

/// A claim of a proof.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportedClaim<'a> {
    /// The line of the loop's condition, the call, or the method.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// The file, unless it is the one that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub file: Option<Cow<'a, str>>,
    /// What it is a claim about.
    pub kind: ClaimKind,
    /// `Class.method`
    pub method: String,
    /// The formula, as the language writes it.
    pub formula: Cow<'a, str>,
}

/// A clause of a loop that one iteration breaks, from a state that satisfies it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportedStep<'a> {
    /// What the clause is.
    #[schemars(extend("enum" = [Kind::Invariant, Kind::Decreases]))]
    pub kind: Kind,
    /// Its line.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// Its column.
    #[schemars(range(min = 1))]
    pub column: u32,
    /// `Class.method`
    pub method: String,
    /// Whether it holds whenever the loop begins.
    pub holds_initially: bool,
    /// The variables before the iteration, in the form of inputs.
    pub before: Cow<'a, Inputs>,
    /// The variables after it.
    pub after: Cow<'a, Inputs>,
}

/// The clauses that are not inductive, in the order of the text.
pub fn failed_steps<'a>(finished: &Finished<'a>) -> impl Iterator<Item = ReportedStep<'a>> {
    let Finished { program, source, outcome, .. } = *finished;
    outcome.unproved.failed_steps.iter().map(|step: &'a FailedStep| {
        let check = &program.checks[step.check];
        let (line, column) = source.line_col(check.span);
        ReportedStep {
            kind: check.kind,
            line,
            column,
            method: program.method_name(check.method),
            holds_initially: step.holds_initially,
            before: Cow::Borrowed(&step.before),
            after: Cow::Borrowed(&step.after),
        }
    })
}

impl ReportedStep<'_> {
    /// A sentence without full stop, the variables before the iteration, and those after it.
    pub fn texts(&self, program: &Program, limits: Extent) -> [String; 3] {
        let Self { kind, line, method, .. } = self;
        let initially = if self.holds_initially { "holds when its loop begins, and " } else { "" };
        let sentence = format!(
            "the {kind} clause at line {line} in {method} {initially}is not inductive: one iteration breaks it"
        );
        [sentence, value::line(program, &self.before, limits), value::line(program, &self.after, limits)]
    }
}

/// Why no proof can be looked for, if that is known.
pub fn unfit(outcome: &Outcome) -> Option<String> {
    outcome.unproved.unfit.as_ref().map(|unfit| format!("no proof by induction can be looked for: {unfit}"))
}

/// What a proof says about whether executions end, and of which program its claims are.
pub fn scope(proof: &Proof) -> String {
    let ends = if proof.terminates { "termination proved" } else { "termination not proved" };
    let copies = if proof.is_of_copies { "; with copies of code in the place of calls" } else { "" };
    format!("{ends}{copies}")
}

/// The claims of a proof, in the order of the text.
pub fn claims<'a>(program: &Program, source: &'a Sources, proof: &'a Proof) -> Vec<ReportedClaim<'a>> {
    let reported = |claim: &'a Claim| ReportedClaim {
        line: source.line(claim.span),
        file: source.other_name(claim.span).map(Cow::Borrowed),
        kind: claim.kind,
        method: program.method_name(claim.method),
        formula: claim.text.as_str().into(),
    };
    proof.claims.iter().map(reported).collect()
}

/// The claims as clauses that a programmer can put into the program; comments state where. No clause can be about a value that has
/// no name there, such as the last one of a measure.
pub fn clauses(program: &Program, source: &Sources, proof: &Proof) -> String {
    let mut text = String::new();
    if proof.is_of_copies {
        text.push_str("// the claims of this proof are about copies of code in the place of calls: none is a clause\n");
    }
    for claim in proof.claims.iter().filter(|_| !proof.is_of_copies) {
        let (line, method) = (source.place(claim.span), program.method_name(claim.method));
        // An exception never leaves the method, or only under the `exceptional` clauses: there is no further clause for that.
        if claim.kind != ClaimKind::Throws && claim.is_over_names {
            let clause = program.syntax.clause(&claim.kind.to_string(), &claim.text);
            let _ = writeln!(text, "// line {line}, in {method}\n{clause}");
        }
    }
    text
}
