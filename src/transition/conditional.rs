//! Which numbers become conditional terms, through which only the solver sees.
//!
//! A summary with many symbolic numbers has a guard for each, and every operation multiplies them. One term in their
//! place pays where two conditions hold:
//!
//! - *There are more of them than inputs that they are made of.* A sum that is accumulated under conditions has 2ⁿ
//!   values after n additions, and one term `c ? s + a : s` says the same. Of numbers that are only selected, the
//!   greatest element so far or the one at a symbolic index, there are at most as many as inputs, and the guards that
//!   tell them apart make an assertion about the selection trivial.
//! - *Nothing tells them apart*: no branch depends on the variable ([`ControlRelevant`]). Where branches do, the guards
//!   spare the solver most questions, and one term makes every condition harder.
//!
//! Where all variables have a limit, so has what is read of several objects, before any place has it: what is then
//! assumed of it, compared with it, or selected by it depends on one term, and not on which of the objects it is.
//! Lengths of arrays never become one term; they tell which cells there are.

use crate::config::Collapse;
use crate::guard::Logic;
use crate::ir::control_relevance::ControlRelevant;
use crate::ir::variable::Variable;
use crate::summary::Summary;
use crate::transition::{Analyses, Policy};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The most symbolic numbers that are few for any variable. Builds with debug assertions have a lower limit, so that
/// tests have conditional terms.
const FEW: usize = if cfg!(debug_assertions) { 8 } else { 16 };

/// How many symbolic numbers each variable may have before they become one term.
#[derive(Clone, Debug)]
pub enum Conditional {
    /// Any number.
    Never,
    /// At most this many; where there are more, constants beside them are a part of the term.
    Above(usize),
    /// Any number, until a variable that is not control-relevant has many, more than their inputs. From then on it has one.
    Computed {
        /// The variables that keep theirs.
        relevant: Arc<ControlRelevant>,
        /// The variables that have one.
        exploded: FxHashSet<Variable>,
    },
}

impl Conditional {
    /// As a configuration asks for.
    pub fn new(analyses: &Analyses<'_>, collapse: Collapse, policy: Policy) -> Self {
        match collapse {
            Collapse::Above(most) => Self::Above(most),
            Collapse::Auto if policy.may_collapse() => {
                Self::Computed { relevant: analyses.control_relevant(), exploded: FxHashSet::default() }
            }
            Collapse::Auto | Collapse::Never => Self::Never,
        }
    }

    /// Whether a variable is control-relevant, or nobody has looked.
    pub fn may_steer(&self, variable: Variable) -> bool {
        match self {
            Self::Computed { relevant, .. } => relevant.contains(variable),
            Self::Never | Self::Above(_) => true,
        }
    }

    /// The most symbolic numbers that any variable may keep, if there is a limit for all.
    pub fn limit_of_all(&self) -> Option<usize> {
        match self {
            Self::Above(most) => Some(*most),
            Self::Never | Self::Computed { .. } => None,
        }
    }

    /// The most symbolic numbers that a variable may keep of those that it is about to be given, if there is a limit.
    pub fn limit(&mut self, logic: &Logic, variable: Variable, value: &Summary) -> Option<usize> {
        let Self::Computed { relevant, exploded } = self else { return self.limit_of_all() };
        let one = exploded.contains(&variable) || (!relevant.contains(variable) && is_computed(logic, value));
        one.then(|| {
            exploded.insert(variable);
            1
        })
    }
}

/// Whether a value has many symbolic numbers, more than inputs that they are made of.
fn is_computed(logic: &Logic, value: &Summary) -> bool {
    if !value.has_more_symbolic_numbers(logic, FEW) {
        return false;
    }
    let mut inputs = FxHashSet::default();
    let mut numbers = 0;
    for term in value.symbolic_numbers(logic) {
        numbers += 1;
        inputs.extend(logic.terms.inputs(term).iter().copied());
    }
    numbers > inputs.len()
}
