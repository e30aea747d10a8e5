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
        self.count(|g| matches!(g, Goal::Block(..)))
    }

    /// The number of covered sides of branches and targets of dispatched calls, and of all of these.
    pub fn branches(&self) -> (usize, usize) {
        self.count(|g| matches!(g, Goal::Branch(..)))
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

    fn count(&self, which: impl Fn(&Goal) -> bool) -> (usize, usize) {
        let reached = self.reached.iter().filter(|g| which(g)).count();
        (reached, self.goals.iter().filter(|g| which(g)).count())
    }
}
