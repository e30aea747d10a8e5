//! Whether something can happen on some path: violations, and what cover statements ask for. The questions are those of
//! [`Machine::ask_of_check`](super::Machine::ask_of_check).

use crate::guard::{Guard, HoldsGuards, Logic, Rewriting, holds_guards};
use crate::solver::{Answer, UnknownReason};
use crate::state::{Live, Marks, Trail};
use indexmap::IndexMap;
use std::hash::Hash;

/// What is known of things that may happen.
#[derive(Clone, Debug)]
pub struct Findings<K> {
    /// What can happen, with the paths on which it does.
    pub found: IndexMap<K, Trail>,
    /// That for which the solver could not decide it.
    pub undecided: IndexMap<K, Undecided>,
}

/// Something that is not known to be feasible or infeasible.
#[derive(Clone, Debug)]
pub struct Undecided {
    /// Why the solver could not decide it.
    pub reason: UnknownReason,
    /// The open questions that will be asked again.
    pub open: Vec<Trail>,
    /// Whether some questions will not be asked again: those asked with full effort, or those beyond `MOST_OPEN`.
    pub given_up: bool,
}

/// The most open questions about one thing.
const MOST_OPEN: usize = if cfg!(debug_assertions) { 16 } else { 256 };

impl<K> Default for Findings<K> {
    fn default() -> Self {
        Self { found: IndexMap::new(), undecided: IndexMap::new() }
    }
}

impl<K: Eq + Hash> Findings<K> {
    /// Notes the answer of the solver about the paths of a trail. Returns whether there may be such paths.
    pub(super) fn note(
        &mut self,
        logic: &mut Logic,
        key: K,
        trail: Trail,
        answer: Answer,
        will_ask_again: bool,
    ) -> bool {
        match answer {
            Answer::Infeasible => return false,
            Answer::Feasible(_) => {
                self.undecided.swap_remove(&key);
                self.found.entry(key).or_insert(trail);
            }
            Answer::Unknown(reason) => {
                if !self.found.contains_key(&key) {
                    let new = Undecided { reason, open: Vec::new(), given_up: !will_ask_again };
                    let undecided = self.undecided.entry(key).or_insert(new);
                    undecided.reason = reason;
                    if will_ask_again {
                        undecided.leave_open(logic, trail);
                    }
                }
            }
        }
        true
    }

    /// Makes undecided what a run does not show.
    pub(super) fn leave_undecided(&mut self, key: K, reason: UnknownReason) {
        self.found.shift_remove(&key);
        self.undecided.insert(key, Undecided::for_good(reason));
    }

    /// Takes the open questions, to ask them again. What has been given up stays undecided.
    pub(super) fn take_open(&mut self) -> Vec<(K, Trail)>
    where
        K: Clone,
    {
        let mut questions = Vec::new();
        for (key, Undecided { reason, open, given_up }) in std::mem::take(&mut self.undecided) {
            questions.extend(open.into_iter().map(|trail| (key.clone(), trail)));
            if given_up {
                self.undecided.insert(key, Undecided::for_good(reason));
            }
        }
        questions
    }
}

impl Undecided {
    /// A question that will not be asked again.
    fn for_good(reason: UnknownReason) -> Self {
        Self { reason, open: Vec::new(), given_up: true }
    }

    /// Leaves a question open. If there are too many, it is joined with the last one. But if other choices of threads led to it,
    /// it is given up, because a replay is by the choices that led to it.
    fn leave_open(&mut self, logic: &mut Logic, trail: Trail) {
        if self.open.len() < MOST_OPEN {
            return self.open.push(trail);
        }
        match self.open.last_mut().filter(|last| last.past == trail.past) {
            Some(last) => last.guard = logic.or(last.guard, trail.guard),
            None => self.given_up = true,
        }
    }
}

impl<K> Marks for Findings<K> {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { found, undecided } = self;
        let open = undecided.values().flat_map(|undecided| &undecided.open);
        found.values().chain(open).for_each(|trail| trail.mark(live));
    }
}

impl<K> HoldsGuards for Findings<K> {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { found, undecided } = self;
        found.visit(visit);
        undecided.visit(visit);
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        let Self { found, undecided } = self;
        found.rewrite(logic, rewriting);
        undecided.rewrite(logic, rewriting);
    }
}

holds_guards!(Undecided: open; others: reason, given_up);
