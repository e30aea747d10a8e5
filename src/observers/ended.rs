//! Guards of paths that have ended. The runs of tests that are made from them end.

use crate::explore::observe::{Moment, Observer};
use crate::guard::{Guard, HoldsGuards, Logic, Rewriting};
use crate::state::{Entry, Live, Marks, Trail};
use crate::transition::End;
use std::collections::VecDeque;

/// The number of guards that are kept. A disjunction of all would be more complete, but can be much larger.
const KEPT: usize = 16;

/// The guards of the last paths that have ended, the latest at the back.
#[derive(Clone, Debug, Default)]
pub struct EndedPaths(pub VecDeque<Trail>);

impl Observer for EndedPaths {
    fn end(&mut self, moment: &mut Moment<'_, '_>, _: &Entry, _: End, guard: Guard) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(Trail { guard, past: moment.state.others.past });
    }
}

impl HoldsGuards for EndedPaths {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        self.0.iter().for_each(|trail| trail.visit(visit));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        self.0.iter_mut().for_each(|trail| trail.rewrite(logic, rewriting));
    }
}

impl Marks for EndedPaths {
    fn mark(&self, live: &mut Live<'_>) {
        self.0.iter().for_each(|trail| trail.mark(live));
    }
}
