//! Which numbers become conditional terms, through which only the solver sees.
//!
//! A summary with many symbolic numbers has a guard for each, and every operation multiplies them. Where no branch
//! depends on which of them it is, these guards buy nothing: an accumulated sum has 2ⁿ values after n conditional
//! additions, and one term `c ? s + a : s` says the same. Where branches do depend on them, the guards are what keeps
//! questions from the solver, and one term in their place makes every condition harder.

use crate::config::Collapse;
use crate::ir::Program;
use crate::ir::steering::{Steering, Variable};
use crate::transition::Policy;

/// Symbolic numbers that a variable which steers no branch may have. Builds with debug assertions begin early, so that
/// tests have conditional terms.
const UNSTEERED: usize = if cfg!(debug_assertions) { 2 } else { 16 };

/// The most symbolic numbers that each variable may have before they become one term.
#[derive(Clone, Debug)]
pub struct Conditional {
    steering: Steering,
    /// For variables that steer.
    pub steered: Option<usize>,
    /// For variables that do not.
    unsteered: Option<usize>,
}

impl Conditional {
    /// As a configuration asks for.
    pub fn new(program: &Program, collapse: Collapse, policy: Policy) -> Self {
        let (steered, unsteered) = match collapse {
            Collapse::Above(most) => (Some(most), Some(most)),
            Collapse::Auto if policy.may_collapse => (None, Some(UNSTEERED)),
            Collapse::Auto | Collapse::Never => (None, None),
        };
        Self { steering: Steering::of(program), steered, unsteered }
    }

    /// How many symbolic numbers a variable may have; any number if there is no limit.
    pub fn limit(&self, variable: Variable) -> Option<usize> {
        if self.steering.contains(variable) { self.steered } else { self.unsteered }
    }
}
