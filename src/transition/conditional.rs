//! Which numbers become conditional terms. Only the solver looks inside these.
//!
//! A summary with many symbolic numbers has a guard for each, and every operation multiplies them. One term instead
//! of them pays under two conditions:
//!
//! - *There are more of them than inputs that they are made of.* A sum that is accumulated under conditions has 2ⁿ
//!   values after n additions, and one term `c ? s + a : s` expresses the same. Numbers that are only selected, such as the
//!   greatest element so far or the one at a symbolic index, are at most as many as the inputs, and the guards that
//!   tell them apart make an assertion about the selection trivial.
//! - *Nothing tells them apart*: the variable is not control-relevant ([`ControlRelevant`]). If branches depend on it, the
//!   guards spare the solver most questions, and one term makes every condition harder.
//!
//! If all variables have a limit, it also holds for a value that is read from several objects, before it is stored. So
//! assumptions, comparisons and selections by it depend on one term, and not on which of the objects it comes from.
//! Lengths of arrays never become one term, because they determine which cells exist.

use crate::config::Collapse;
use crate::guard::Logic;
use crate::ir::control_relevance::{ControlRelevant, Stored};
use crate::summary::Summary;
use crate::transition::{Analyses, Policy};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The number of symbolic numbers that any variable may keep. Builds with debug assertions have a lower limit, so that
/// tests have conditional terms.
const FEW: usize = if cfg!(debug_assertions) { 8 } else { 16 };

/// The same, if there are products among the numbers. One term of sums is a linear form, which the engine compares itself. One
/// of products is a question about products under conditions, which the solver seldom answers.
const FEW_PRODUCTS: usize = if cfg!(debug_assertions) { 8 } else { 256 };

/// The limit on the symbolic numbers of a variable, above which they become one term.
#[derive(Clone, Debug)]
pub enum Conditional {
    /// No limit.
    Never,
    /// At most this many. If there are more, the term also includes the constants beside them.
    Above(usize),
    /// No limit, until a variable that is not control-relevant has many, and more than their inputs. From then on its limit is 1.
    Computed {
        /// The variables without a limit.
        relevant: Arc<ControlRelevant>,
        /// The variables with the limit 1.
        exploded: FxHashSet<Stored>,
    },
}

impl Conditional {
    /// The limit that a configuration asks for.
    pub fn new(analyses: &Analyses<'_>, collapse: Collapse, policy: Policy) -> Self {
        match collapse {
            Collapse::Above(most) => Self::Above(most),
            Collapse::Auto if policy.may_collapse() => {
                Self::Computed { relevant: analyses.control_relevant(), exploded: FxHashSet::default() }
            }
            Collapse::Auto | Collapse::Never => Self::Never,
        }
    }

    /// Whether a variable is control-relevant, or not known to be otherwise.
    pub fn may_steer(&self, variable: Stored) -> bool {
        match self {
            Self::Computed { relevant, .. } => relevant.contains(variable),
            Self::Never | Self::Above(_) => true,
        }
    }

    /// Whether numbers that are not told apart become a guarded linear form rather than a conditional term.
    pub fn makes_forms(&self) -> bool {
        matches!(self, Self::Computed { .. })
    }

    /// Whether the sum of two summaries becomes a guarded linear form although neither is one: both have many symbolic numbers, and
    /// the sum would have as many as both have pairs.
    pub fn makes_form_of_sum(&self, logic: &Logic, a: &Summary, b: &Summary) -> bool {
        self.makes_forms() && [a, b].into_iter().all(|summary| summary.has_more_symbolic_numbers(logic, FEW))
    }

    /// The limit for all variables, if there is one.
    pub fn limit_of_all(&self) -> Option<usize> {
        match self {
            Self::Above(most) => Some(*most),
            Self::Never | Self::Computed { .. } => None,
        }
    }

    /// The limit of a variable that is about to be assigned `value`, if there is one.
    pub fn limit(&mut self, logic: &Logic, variable: Stored, value: &Summary) -> Option<usize> {
        let Self::Computed { relevant, exploded } = self else { return self.limit_of_all() };
        let one = exploded.contains(&variable) || (!relevant.contains(variable) && is_computed(logic, value));
        one.then(|| {
            exploded.insert(variable);
            1
        })
    }
}

/// Whether a value has many symbolic numbers, and more than the inputs that they are made of.
fn is_computed(logic: &Logic, value: &Summary) -> bool {
    if !value.has_more_symbolic_numbers(logic, FEW) {
        return false;
    }
    let mut inputs = FxHashSet::default();
    let (mut numbers, mut has_products) = (0, false);
    for term in value.symbolic_numbers(logic) {
        numbers += 1;
        inputs.extend(logic.terms.inputs(term).iter().copied());
        has_products |= logic.terms.has_products(term);
    }
    numbers > inputs.len().max(if has_products { FEW_PRODUCTS } else { FEW })
}
