//! Why not everything was explored, up to which bounds, and at which places of the text.

use super::value::Extent;
use super::{Finished, proof, words};
use crate::config::Config;
use crate::outcome::{Outcome, Parked, Reason, Status, Unsupported, Verdict};
use crate::source::{Sources, Span};

/// What is certain of the executions within the bounds.
fn found(outcome: &Outcome) -> String {
    // A question that the solver could not decide may be a violation within the bounds. What stopped at a violation may have
    // left something out: long input arrays, for example.
    let decided = outcome.reasons.iter().all(|reason| match reason {
        Reason::Solver
        | Reason::Nonlinear
        | Reason::FloatingPoint
        | Reason::NoRationalWitness
        | Reason::Approximated
        | Reason::Quantifier
        | Reason::Atoms
        | Reason::Unsupported
        | Reason::Stopped => false,
        Reason::Interrupted
        | Reason::Timeout
        | Reason::Memory
        | Reason::Unroll
        | Reason::Depth
        | Reason::Heap
        | Reason::Switches => true,
    });
    let other = if outcome.verdict == Verdict::Invalid { "other " } else { "" };
    format!("no {other}violation{}", if decided { "" } else { " found" })
}

/// A reason in a few words; of code that cannot be executed, the first.
pub fn in_short(finished: &Finished<'_>, reason: Reason) -> String {
    let Finished { source, outcome, .. } = *finished;
    match (reason, &outcome.unsupported[..]) {
        (Reason::Unsupported, [first, others @ ..]) => {
            let more = if others.is_empty() { String::new() } else { format!(", and {} more", others.len()) };
            format!("{}{more}", named(source, first))
        }
        _ => reason.to_string(),
    }
}

/// Code that cannot be executed, with its place.
fn named(source: &Sources, code: &Unsupported) -> String {
    format!("unsupported: {} at {}:{}", code.what, source.file(code.span).name, source.line(code.span))
}

/// The places of code that cannot be executed, each with the number of times that paths have ended there.
pub fn unsupported(finished: &Finished<'_>) -> Vec<(Span, String)> {
    let ends = |code: &Unsupported| {
        let times = if code.count == 1 { "once".to_owned() } else { format!("{} times", words::grouped(code.count)) };
        (code.span, format!("{} (reached {times})", named(finished.source, code)))
    };
    finished.outcome.unsupported.iter().map(ends).collect()
}

/// The bounds that cut something off: the place of each, and what is known within it.
pub fn bounds(finished: &Finished<'_>) -> Vec<(Span, String)> {
    let Finished { source, outcome, .. } = *finished;
    let found = found(outcome);
    let bound = |parked: &Parked| {
        let (bound, what) = (words::bound(parked), words::bounded(parked, source));
        (parked.span, format!("{found} within {bound} of the {what}"))
    };
    outcome.parked.iter().map(bound).collect()
}

/// The limit or cap that was reached, as an option. A bound that deepens is none.
fn option(config: &Config, reason: Reason) -> Option<String> {
    let cap = |name: &str, cap: Option<u64>| cap.map(|most| format!("--{name} {most}"));
    match reason {
        Reason::Timeout => Some(format!("--timeout {}", config.timeout.as_secs_f64())),
        Reason::Memory => cap("memory", Some(config.memory)),
        Reason::Unroll => cap("unroll", config.unroll),
        Reason::Depth => cap("depth", config.depth),
        Reason::Heap => cap("heap-depth", config.heap_depth),
        Reason::Switches => cap("switches", config.switches),
        _ => None,
    }
}

/// Why not everything was explored, for one reason.
fn why(config: &Config, reason: Reason) -> String {
    let why = words::why(reason);
    option(config, reason).map_or(why.to_owned(), |option| format!("{why} at {option}"))
}

/// What helps against a reason. A bound that deepens cannot be larger.
fn helps(config: &Config, reason: Reason) -> Option<&'static str> {
    let deepens = matches!(reason, Reason::Unroll | Reason::Depth | Reason::Heap) && option(config, reason).is_none();
    words::advice(reason).filter(|_| !deepens)
}

/// What helps, for each reason.
pub fn advice(finished: &Finished<'_>) -> impl Iterator<Item = &'static str> {
    finished.outcome.reasons.iter().filter_map(|reason| helps(finished.config, *reason))
}

/// Why not everything was explored, and what helps, for each reason.
pub fn reasons(finished: &Finished<'_>) -> impl Iterator<Item = (Reason, String)> {
    finished.outcome.reasons.iter().map(|&reason| (reason, sentence(finished, reason)))
}

fn sentence(finished: &Finished<'_>, reason: Reason) -> String {
    let why = match reason {
        Reason::Unsupported => format!("{} ({})", why(finished.config, reason), in_short(finished, reason)),
        _ => why(finished.config, reason),
    };
    match helps(finished.config, reason) {
        Some(advice) => format!("{why}; try {advice}"),
        None if reason == Reason::Stopped => format!("{why}; --all looks for more"),
        None => why,
    }
}

/// That exploration stopped at a violation, if this is the main reason why not everything was explored.
pub fn stopped(finished: &Finished<'_>) -> Option<String> {
    let first = finished.outcome.reasons.first().filter(|reason| **reason == Reason::Stopped);
    first.map(|reason| sentence(finished, *reason))
}

/// That a check is not decided, and why.
pub fn undecided(finished: &Finished<'_>) -> String {
    let first = finished.outcome.reasons.first();
    format!("not decided: {}", first.map_or("exploration ended before".to_owned(), |r| why(finished.config, *r)))
}

/// The places that limited an exploration without a verdict, with what is known there, in the order of the reports: the
/// entry method with its verdict, what was cut off, checks that are not decided, clauses that prove nothing.
pub fn places(finished: &Finished<'_>, verdict: String) -> Vec<(Span, String)> {
    let Finished { program, outcome, .. } = *finished;
    if outcome.verdict != Verdict::Unknown {
        return Vec::new();
    }
    let advice = advice(finished).map(|advice| format!("try: {advice}"));
    let entry: Vec<String> = [verdict].into_iter().chain(advice).chain(proof::unfit(outcome)).collect();
    let open = outcome.checks.iter().filter(|(_, status)| *status == Status::Undecided);
    let open = open.map(|(id, _)| {
        let check = &program.checks[*id];
        (check.span, format!("{} {}", check.kind, undecided(finished)))
    });
    let steps = outcome.unproved.failed_steps.iter().zip(proof::failed_steps(finished)).map(|(step, reported)| {
        let [sentence, before, after] = reported.texts(finished.program, Extent::SHORT);
        (program.checks[step.check].span, format!("{sentence}\nbefore: {before}\nafter: {after}"))
    });
    let entry = (program.methods[outcome.entry].span, entry.join("\n"));
    [entry].into_iter().chain(unsupported(finished)).chain(bounds(finished)).chain(open).chain(steps).collect()
}
