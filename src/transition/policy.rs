//! The difference between merge mode and path mode: all of it is decided here.

use crate::config::{Collapse, Config, Mode};

/// What happens to paths that part, and to paths that meet. In merge mode one state has all paths, and paths that meet at a
/// point become one entry (MultiSE); in path mode each path has a state of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    merges: bool,
    collapse: Collapse,
}

impl Policy {
    /// The policy that a configuration asks for.
    pub fn of(config: &Config) -> Self {
        Self { merges: config.mode == Mode::Merge, collapse: config.collapse }
    }

    /// Whether a successor of a step gets a copy of the state for itself, so that it never meets another. Otherwise all of
    /// them stay in the state of the step.
    pub fn forks(self) -> bool {
        !self.merges
    }

    /// Whether both sides of a branch are taken unasked where they meet again soon without a check, a call or a loop between.
    pub fn takes_diamonds(self) -> bool {
        self.merges
    }

    /// Whether one violation of each check is enough, so that the solver is not asked again. A path that forks must know
    /// whether it ends there.
    pub fn one_violation_each(self) -> bool {
        self.merges
    }

    /// Whether a collection of dead guards tries if implications between thresholds make the others smaller. That is in
    /// vain for a single path, which has few guards, and all of them hold for some input.
    pub fn tightens(self) -> bool {
        self.merges
    }

    /// Whether inputs of which few values are possible are read as their constants. A path keeps the term: its values are
    /// single.
    pub fn enumerates(self) -> bool {
        self.merges
    }

    /// Whether another attempt, with which this one takes turns, may leave all numbers that are not constants to the solver.
    pub fn may_collapse(self) -> bool {
        self.merges && self.collapse == Collapse::Auto
    }
}
