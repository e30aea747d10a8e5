//! Merges two Σ of paths that meet at a configuration.
//!
//! ```text
//!   Σ =φ Σ′     Σ[p] = Σ′[p] within φ, for all places p
//!   Σ ⊎φ Σ′     Σ[p] ⊎φ Σ′[p] for all places p
//! ```

use super::sigma::Sigma;
use crate::guard::{Guard, Logic};

impl Sigma {
    /// Whether every place has the same value as in another Σ, on the paths of a guard.
    pub fn is_same(&self, lx: &mut Logic, other: &Sigma, within: Guard) -> bool {
        within.is_false()
            || self
                .differing(other)
                .into_iter()
                .all(|place| self.stored(place).canonical(lx, within) == other.stored(place).canonical(lx, within))
    }

    /// Replaces this Σ by another one on the paths of a guard.
    pub fn take_over(&mut self, lx: &mut Logic, other: &Sigma, guard: Guard) {
        for place in self.differing(other) {
            let value = self.stored(place).update(lx, guard, &other.stored(place));
            self.write(place, value);
        }
        self.keep_common_results(other);
    }
}
