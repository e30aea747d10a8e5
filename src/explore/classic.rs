//! What classic state merging would have done: it merges two states without auxiliary variables when their variables
//! are identical.

use super::observe::{Moment, Observer};
use crate::guard::Guard;
use crate::state::{Place, ProgramPoint, State};
use crate::summary::Summary;
use crate::transition::Machine;

/// Counts the merges that classic state merging could do as well.
#[derive(Clone, Debug, Default)]
pub struct ClassicMerges {
    /// How many there were.
    pub count: u64,
}

impl Observer for ClassicMerges {
    fn merge(&mut self, moment: &mut Moment<'_, '_>, at: ProgramPoint, there: Guard, arriving: Guard) {
        self.count += u64::from(identical(moment.machine, moment.state, at, there, arriving));
    }
}

/// Whether every live variable and heap key has the same values on both sides of a merge.
fn identical(machine: &mut Machine<'_>, state: &State, at: ProgramPoint, a: Guard, b: Guard) -> bool {
    let (program, sigma) = (machine.program, &state.sigma);
    let live = &program.methods[machine.contexts.frame(at.frame).method].shape.live_in[at.block];
    let mut summaries: Vec<Summary> = live.iter().map(|&local| sigma.stored(Place::Local(at.frame, local))).collect();
    let mut caller = machine.contexts.caller(at.frame);
    while let Some(frame) = caller {
        // What a caller keeps is live after its call, or was dropped before it.
        summaries.extend(sigma.locals(frame).iter().cloned());
        caller = machine.contexts.caller(frame);
    }
    summaries.extend(sigma.heap().map(|(_, value)| value.clone()));
    summaries.iter().all(|value| same_values(machine, value, a, b))
}

fn same_values(machine: &mut Machine<'_>, value: &Summary, a: Guard, b: Guard) -> bool {
    let lx = &mut machine.logic;
    value.len(lx) < 2 || value.restrict(lx, a).values(lx) == value.restrict(lx, b).values(lx)
}
