//! What classic state merging would have done (design 9, `merges_csm`): it merges two states without auxiliary
//! variables when their variables are identical.

use crate::guard::Guard;
use crate::ir::LocalId;
use crate::state::Location;
use crate::summary::Summary;
use crate::transition::Machine;

/// Whether every live variable and heap key has the same values on both sides of a merge.
pub(super) fn identical(machine: &mut Machine<'_>, at: Location, a: Guard, b: Guard) -> bool {
    let program = machine.program;
    let live = &program.methods[machine.contexts.frame(at.frame).method].shape.live_in[at.block];
    let mut summaries: Vec<Summary> = live.iter().map(|&local| machine.sigma.local(at.frame, local)).collect();
    let mut caller = machine.contexts.frame(at.frame).caller;
    while let Some(call) = caller {
        // What a caller keeps is live after its call, or was dropped before it.
        let locals = machine.sigma.locals(call.frame).len() as u32;
        summaries.extend((0..locals).map(|i| machine.sigma.local(call.frame, LocalId(i))));
        caller = machine.contexts.frame(call.frame).caller;
    }
    summaries.extend(machine.sigma.heap().map(|(_, value)| value.clone()));
    summaries.iter().all(|value| same_values(machine, value, a, b))
}

fn same_values(machine: &mut Machine<'_>, value: &Summary, a: Guard, b: Guard) -> bool {
    let lx = &mut machine.logic;
    value.len(lx) < 2 || value.restrict(lx, a).values(lx) == value.restrict(lx, b).values(lx)
}
