//! The second opinion on an expectation: the concrete interpreter on all small inputs, by all schedules.

use super::enumerate::{Bounds, inputs};
use super::expectation::{Expectation, Finding};
use super::options::Options;
use super::pipeline::{Answer, Built, word};
use super::schedules::Runs;
use multise::internals::interp::{End, Limits};
use std::collections::BTreeSet;

/// At most this many inputs. They come simplest first, so that a cut leaves out the complicated ones.
const INPUTS: usize = 20_000;

/// At most this many schedules of one input; a program with more is too large for a test.
const SCHEDULES: usize = 20_000;

/// At most this many steps for one input.
const STEPS: u64 = 20_000;

/// Every violation that small inputs show.
pub fn violations(built: &Built, options: &Options) -> BTreeSet<Finding> {
    let dialect = &options.config.dialect;
    let mut bounds = Bounds::of(built.ir());
    bounds.null_arrays = !dialect.nonnull_arrays;
    bounds.types = dialect.types;
    bounds.length = dialect.array_length.map_or(3, |n| n.min(3) as usize);
    let mut found = BTreeSet::new();
    for inputs in inputs(built.ir(), built.entry, &bounds).take(INPUTS) {
        for (number, run) in Runs::new(built, inputs, dialect, Limits::steps(STEPS)).enumerate() {
            assert!(number < SCHEDULES, "more than {SCHEDULES} schedules");
            if let End::Violation(fault) = run.end {
                let cause = fault.cause.as_ref().map(word);
                found.insert(Finding { line: Some(fault.line), kind: word(&fault.kind), cause });
            }
        }
    }
    found
}

/// Compares an expectation with what small inputs show.
///
/// # Errors
/// A violation that is not expected, or an expected one that no small input shows although the header does not say so.
pub fn check(expect: &Expectation, reachable: bool, built: &Built, options: &Options) -> Result<(), String> {
    let found = violations(built, options);
    let agrees = match expect {
        Expectation::Valid { .. } => found.is_empty(),
        Expectation::Invalid(expected) => {
            found.iter().all(|f| expected.iter().any(|e| e.describes(f)))
                && (!reachable || expected.iter().all(|e| found.iter().any(|f| e.describes(f))))
        }
        // What lies beyond the bound may be anything.
        Expectation::Unknown(_) => true,
        Expectation::Error(..) => false,
    };
    if agrees { Ok(()) } else { Err(format!("expected: {expect}\nby inputs: {}", Answer::Invalid(found))) }
}
