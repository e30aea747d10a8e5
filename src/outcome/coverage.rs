//! Coverage: blocks, sides of branches, targets of dispatched calls.

use crate::ir::{Goal, MethodId};
use std::collections::BTreeSet;

/// All goals, and those that are covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The goals of the methods that the call graph reaches.
    pub goals: BTreeSet<Goal>,
    /// The goals that some execution covers.
    pub reached: BTreeSet<Goal>,
}

impl Coverage {
    /// Adds the coverage of another exploration.
    pub fn join(&mut self, other: &Coverage) {
        self.goals.extend(&other.goals);
        self.reached.extend(&other.reached);
    }

    /// The number of covered blocks, and of all blocks.
    pub fn blocks(&self) -> (usize, usize) {
        let blocks = |goals: &BTreeSet<Goal>| goals.iter().filter(|goal| matches!(goal, Goal::Block(..))).count();
        (blocks(&self.reached), blocks(&self.goals))
    }

    /// The goals of one method.
    pub fn of(&self, method: MethodId) -> Coverage {
        let within =
            |set: &BTreeSet<Goal>| Goal::of(method).into_iter().flat_map(|all| set.range(all)).copied().collect();
        Coverage { goals: within(&self.goals), reached: within(&self.reached) }
    }

    /// The methods that have goals.
    pub fn methods(&self) -> BTreeSet<MethodId> {
        self.goals.iter().map(|g| g.method()).collect()
    }
}
