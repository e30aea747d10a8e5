//! Bounds on terms.

use crate::num::Num;
use std::cmp::Ordering;

/// A bound on a form: `≤ bound`, or `< bound` where strict. Integer forms have no strict bounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Threshold {
    /// The bound.
    pub bound: Num,
    /// Whether the bound itself is excluded.
    pub strict: bool,
}

impl Threshold {
    /// `≤ bound`
    pub fn at_most(bound: Num) -> Self {
        Self { bound, strict: false }
    }

    /// `< bound`
    pub fn below(bound: Num) -> Self {
        Self { bound, strict: true }
    }

    /// Whether a value is within the bound.
    pub fn admits(&self, value: &Num) -> bool {
        if self.strict { *value < self.bound } else { *value <= self.bound }
    }
}

impl Ord for Threshold {
    /// The order of what they admit: `< k` before `≤ k`.
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.cmp(&other.bound).then(other.strict.cmp(&self.strict))
    }
}

impl PartialOrd for Threshold {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
