//! The canonical form of a summary under a guard.

use super::{Summary, Value};
use crate::guard::{Guard, Logic};

/// The pairs of a summary within a guard, by value. Two are equal exactly when the summaries are equal functions there,
/// whatever their representations. So a canonical form can be a key, as long as its guards are kept alive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Canonical(Vec<(Guard, Value)>);

impl Summary {
    /// The canonical form within `φ`.
    pub fn canonical(&self, lx: &mut Logic, phi: Guard) -> Canonical {
        let inside = self.restrict(lx, phi);
        Canonical(inside.pairs(lx))
    }
}
