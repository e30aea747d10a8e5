//! The differences between merge mode and path mode. All of them are decided here.

use crate::config::{Collapse, Config, Mode};

/// The mode: what happens to paths that part, and to paths that meet. In merge mode one state has all paths, and paths that
/// meet at a point become one entry (MultiSE). In path mode each path has a state of its own.
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

    /// Whether each successor of a step has its own copy of the state, so that it never meets another. Otherwise all of
    /// them stay in the state of the step.
    pub fn forks(self) -> bool {
        !self.merges
    }

    /// Whether both sides of a diamond are taken without a question to the solver.
    pub fn takes_diamonds(self) -> bool {
        self.merges
    }

    /// Whether one violation of each check is enough, so that the solver is not asked about others. In path mode it is asked, to
    /// know whether the path ends there.
    pub fn one_violation_each(self) -> bool {
        self.merges
    }

    /// Whether a collection of dead guards also tries to make the others smaller by implications between thresholds. That is
    /// useless for a single path: it has few guards, and all of them hold for some input.
    pub fn tightens(self) -> bool {
        self.merges
    }

    /// Whether inputs with few possible values are read as constants. A single path keeps the term, because it has one value of
    /// each variable.
    pub fn enumerates(self) -> bool {
        self.merges
    }

    /// Whether numbers may become conditional terms: some in the first attempt, all but constants in a second one.
    pub fn may_collapse(self) -> bool {
        self.merges && self.collapse == Collapse::Auto
    }
}
