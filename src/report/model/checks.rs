//! The checks of an exploration, with what is known of them.

use super::Finished;
use crate::ir::{Kind, MethodId};
use crate::outcome::{Status, Violation};
use crate::source::Span;
use std::collections::BTreeSet;

/// A check: an assertion, a clause, or something else that is violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its kind.
    pub kind: Kind,
    /// Its place.
    pub span: Span,
    /// The method that contains it.
    pub method: MethodId,
    /// What is known of it.
    pub status: Status,
}

/// All assertions and clauses, and what else is violated, in the order of the text.
pub fn checks(finished: &Finished<'_>) -> Vec<Checked> {
    let of_program = finished.outcome.checks.iter().map(|&(id, status)| {
        let check = &finished.program.checks[id];
        Checked { kind: check.kind, span: check.span, method: check.method, status }
    });
    let others =
        others(finished).map(|v| Checked { kind: v.kind, span: v.span, method: v.method, status: Status::Violated });
    let mut all: Vec<Checked> = of_program.chain(others).collect();
    all.sort_by_key(|check| check.span);
    // Several exceptions may be thrown at one place.
    all.dedup();
    all
}

/// The violations that are not of an assertion or clause: uncaught exceptions, for example.
pub fn others<'a>(finished: &Finished<'a>) -> impl Iterator<Item = &'a Violation> {
    let Finished { program, outcome, .. } = *finished;
    let known = outcome.checks.iter().map(|(id, _)| (program.checks[*id].kind, program.checks[*id].span));
    let known: BTreeSet<(Kind, Span)> = known.collect();
    outcome.violations.iter().map(|v| &**v).filter(move |v| !known.contains(&(v.kind, v.span)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn what_is_violated_is_listed_once() {
        let mut outcome = fixture::invalid();
        outcome.violations.push(outcome.violations[0].clone());
        let (program, source, config) = (fixture::program(), fixture::source(), fixture::config());
        let finished =
            Finished { program: &program, source: &source, config: &config, outcome: &outcome, diagnostics: &[] };
        let listed: Vec<(Kind, Status)> = checks(&finished).iter().map(|check| (check.kind, check.status)).collect();
        let expected = [
            (Kind::Exception, Status::Violated),
            (Kind::Assert, Status::Violated),
            (Kind::Requires, Status::Violated),
            (Kind::Assert, Status::Proved),
        ];
        assert_eq!(listed, expected);
    }
}
