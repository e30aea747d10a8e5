//! Guards of paths that have ended. The runs of tests that are made from them end.

use crate::explore::observe::{Moment, Observer};
use crate::guard::{Guard, holds_guards};
use crate::state::{Entry, Live, Marks, Trail};
use crate::transition::End;

/// The number of guards that are kept. A disjunction of all would be more complete, but can be much larger.
const KEPT: usize = 16;

/// The guards of paths that have ended.
#[derive(Clone, Debug, Default)]
pub struct EndedPaths {
    /// Those of the last paths, the latest at the end.
    pub last: Vec<Trail>,
}

impl Observer for EndedPaths {
    fn end(&mut self, moment: &mut Moment<'_, '_>, _: &Entry, _: End, guard: Guard) {
        if self.last.len() == KEPT {
            self.last.remove(0);
        }
        self.last.push(Trail { guard, past: moment.state.others.past });
    }
}

holds_guards!(EndedPaths: last);

impl Marks for EndedPaths {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { last } = self;
        last.mark(live);
    }
}
