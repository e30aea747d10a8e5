//! Why an exploration has no verdict, and at which places of the text.

use super::value::Extent;
use super::{Finished, proof, words};
use crate::outcome::{Cut, Outcome, Reason, Status, Verdict};
use crate::source::Span;

/// What is certain of the executions within the bounds.
pub fn found(outcome: &Outcome) -> &'static str {
    // A question that the solver could not decide may be a violation within the bounds.
    let decided = outcome.reasons.iter().all(|reason| {
        !matches!(
            reason,
            Reason::Solver | Reason::NoRationalWitness | Reason::Approximated | Reason::Quantifier | Reason::Atoms
        )
    });
    if decided { "no violation" } else { "no violation found" }
}

/// What helps, for each reason.
pub fn advice(finished: &Finished<'_>) -> impl Iterator<Item = &'static str> {
    let config = finished.config;
    // A cap that was not set has cut nothing off.
    let mine = |reason: &Reason| match reason {
        Reason::Unroll => config.unroll.is_some(),
        Reason::Depth => config.depth.is_some(),
        Reason::Heap => config.heap_depth.is_some(),
        _ => true,
    };
    finished.outcome.reasons.iter().copied().filter(mine).filter_map(words::advice)
}

/// Why a check is not decided.
pub fn why_undecided(outcome: &Outcome) -> &'static str {
    match outcome.reasons.first() {
        Some(Reason::Stopped) => "exploration stopped at a violation",
        Some(reason) => reason.word(),
        None => "exploration ended before",
    }
}

/// The places that limited an exploration without a verdict, with what is known there, in the order of the reports: the
/// entry method with its verdict, what was cut off, checks that are not decided, clauses that prove nothing.
pub fn places(finished: &Finished<'_>, verdict: String) -> Vec<(Span, String)> {
    let Finished { program, outcome, .. } = *finished;
    if outcome.verdict != Verdict::Unknown {
        return Vec::new();
    }
    let advice = advice(finished).map(|advice| format!("try: {advice}"));
    let unfit = outcome.unproved.unfit.iter().map(|unfit| format!("no proof by induction can be looked for: {unfit}"));
    let entry: Vec<String> = [verdict].into_iter().chain(advice).chain(unfit).collect();
    let parked = outcome.parked.iter().map(|parked| {
        let what = match parked.what {
            Cut::Loop => "this loop",
            Cut::Call => "this recursion",
            Cut::Heap => "this read of the input",
        };
        (parked.span, format!("{} within {} of {what}", found(outcome), words::bound(parked)))
    });
    let undecided = outcome.checks.iter().filter(|(_, status)| *status == Status::Undecided);
    let undecided = undecided.map(|(id, _)| {
        let check = &program.checks[*id];
        (check.span, format!("{} undecided: {}", words::kind(check.kind), why_undecided(outcome)))
    });
    let steps = outcome.unproved.failed_steps.iter().zip(proof::failed_steps(finished)).map(|(step, reported)| {
        let [sentence, before, after] = reported.texts(Extent::SHORT);
        let message = format!("{sentence}: one iteration breaks it\nbefore: {before}\nafter: {after}");
        (program.checks[step.check].span, message)
    });
    let entry = (program.methods[outcome.entry].span, entry.join("\n"));
    [entry].into_iter().chain(parked).chain(undecided).chain(steps).collect()
}
