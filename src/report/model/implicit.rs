//! How many implicit checks of each kind are proved, violated, unreachable and undecided.

use crate::config::Property;
use crate::ir::Implicit;
use crate::outcome::{Outcome, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The implicit checks of one kind: places that can go wrong without an assertion or a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImplicitChecks {
    /// What they check: the cause of the exception, or `missing-return`.
    #[schemars(extend("enum" = Implicit::PROPERTIES))]
    pub kind: Property,
    /// Reached, and no exception from there is a violation.
    pub proved: usize,
    /// An exception from there is a violation.
    pub violated: usize,
    /// No execution comes there.
    pub unreachable: usize,
    /// Neither is known.
    pub undecided: usize,
}

/// The counts of each kind of which there are any.
pub fn counts(outcome: &Outcome) -> Vec<ImplicitChecks> {
    let of = |kind, status| outcome.implicit.iter().filter(|(c, s)| c.property == kind && *s == status).count();
    let kinds = Implicit::PROPERTIES.into_iter().map(|kind| ImplicitChecks {
        kind,
        proved: of(kind, Status::Proved),
        violated: of(kind, Status::Violated),
        unreachable: of(kind, Status::Unreachable),
        undecided: of(kind, Status::Undecided),
    });
    kinds.filter(|n| n.proved + n.violated + n.unreachable + n.undecided > 0).collect()
}

/// The counts of all kinds in one line, such as `3 proved (null 2, bounds 1), 1 undecided (cast 1)`; nothing if there are no
/// implicit checks.
pub fn summary(outcome: &Outcome) -> Option<String> {
    let counts = counts(outcome);
    let by_status = [
        (Status::Proved, (|n| n.proved) as fn(&ImplicitChecks) -> usize),
        (Status::Violated, |n| n.violated),
        (Status::Unreachable, |n| n.unreachable),
        (Status::Undecided, |n| n.undecided),
    ];
    let parts = by_status.into_iter().filter_map(|(status, number)| {
        let kinds = counts.iter().filter(|n| number(n) > 0);
        let kinds: Vec<String> = kinds.map(|n| format!("{} {}", n.kind, number(n))).collect();
        let all: usize = counts.iter().map(number).sum();
        (all > 0).then(|| format!("{all} {status} ({})", kinds.join(", ")))
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
