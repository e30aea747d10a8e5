//! A second opinion on an expectation: the concrete interpreter on all small inputs, by all schedules.

use super::calls;
use super::enumerate::{Bounds, inputs};
use super::expectation::{Expectation, Finding, Header};
use super::options::Options;
use super::pipeline::{Answer, Built, word};
use super::schedules::Runs;
use multise::internals::interp::{End, Limits};
use std::collections::BTreeSet;

/// Most inputs. They come simplest first, so a cut leaves out the complicated ones.
const INPUTS: usize = 20_000;

/// Most schedules of one input; a program with more is too large for a test.
const SCHEDULES: usize = 20_000;

/// All of this many inputs are also written as calls, and one in [`SAMPLE`] of the others: to read a call takes longer than
/// to run it.
const CALLS: usize = 200;
const SAMPLE: usize = 16;

/// Most steps for one input.
const STEPS: u64 = 20_000;

/// The findings on small inputs.
struct Shown {
    /// Every violation.
    violations: BTreeSet<Finding>,
    /// The lines of the cover statements that are satisfied.
    covers: BTreeSet<u32>,
    /// Whether a run came to its end.
    ended: bool,
}

/// Runs a program on all small inputs, by all schedules.
fn shown(built: &Built, options: &Options) -> Shown {
    let dialect = &options.config.dialect;
    let mut bounds = Bounds::of(built.ir());
    bounds.null_arrays = !dialect.nonnull_arrays;
    bounds.types = dialect.types;
    bounds.length = dialect.array_length.map_or(3, |n| n.min(3) as usize);
    let mut shown = Shown { violations: BTreeSet::new(), covers: BTreeSet::new(), ended: false };
    for (number, inputs) in inputs(built.ir(), built.entry, &bounds).take(INPUTS).enumerate() {
        if number < CALLS || number.is_multiple_of(SAMPLE) {
            calls::check(built, &inputs).unwrap_or_else(|e| panic!("{e}"));
        }
        let mut schedules = 0;
        for run in Runs::new(built, inputs, dialect, Limits::steps(STEPS)) {
            schedules += 1;
            assert!(schedules <= SCHEDULES, "more than {SCHEDULES} schedules");
            let line = |id| built.program.source().line(built.ir().covers[id].span);
            shown.covers.extend(run.covers.iter().copied().map(line));
            match run.end {
                End::Violation(fault) => {
                    let cause = fault.cause.as_ref().map(word);
                    shown.violations.insert(Finding { line: Some(fault.line), kind: word(&fault.kind), cause });
                }
                End::Returned { .. } | End::Threw(_) => shown.ended = true,
                _ => {}
            }
        }
        assert!(schedules > 0, "enumerated inputs do not fit");
    }
    shown
}

/// Compares an expectation with what small inputs show.
///
/// # Errors
/// An unexpected violation, an expected one that no small input shows although the header does not exclude it (the same for
/// cover statements), or the end of a run of a program that should have none.
pub fn check(header: &Header, built: &Built, options: &Options) -> Result<(), String> {
    let Header { expect, reachable, covers, .. } = header;
    let Shown { violations: found, covers: covered, ended } = shown(built, options);
    let is_right = |(line, word): (&u32, &String)| match word.as_str() {
        "satisfied" => covered.contains(line) || !reachable,
        "unreachable" => !covered.contains(line),
        _ => true,
    };
    if !covers.iter().flatten().all(is_right) {
        return Err(format!("expected: cover statements {covers:?}\nby inputs: satisfied {covered:?}"));
    }
    let agrees = match expect {
        Expectation::Valid { vacuous } => found.is_empty() && !(*vacuous && ended),
        Expectation::Invalid(expected) => {
            found.iter().all(|f| expected.iter().any(|e| e.describes(f)))
                && (!*reachable || expected.iter().all(|e| found.iter().any(|f| e.describes(f))))
        }
        // Anything may happen beyond the bound.
        Expectation::Unknown(_) => true,
        Expectation::Error(..) => false,
    };
    if agrees { Ok(()) } else { Err(format!("expected: {expect}\nby inputs: {}", Answer::Invalid(found))) }
}
