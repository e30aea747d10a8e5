//! Forgets what a thread that stops does not need any more, so that states which differ in nothing else become the same.

use crate::ir::liveness::{live_after, live_before};
use crate::ir::{BlockId, LocalId, MethodId};
use crate::state::context::MAIN;
use crate::state::{ProgramPoint, Sigma, Stand};
use crate::transition::Machine;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The locals that are live before an instruction, for the instructions asked about so far.
#[derive(Default)]
pub struct Needed(FxHashMap<(MethodId, BlockId, u32), Rc<[LocalId]>>);

impl Needed {
    /// Forgets the locals that a thread will not read any more. If it has ended or is stuck, these are all locals but the
    /// result of the entry. Then it also forgets what the calls of the thread have changed, which will not be compared.
    pub fn forget_others(
        &mut self,
        machine: &Machine<'_>,
        sigma: &mut Sigma,
        stopped_at: ProgramPoint,
        stand: Option<Stand>,
    ) {
        let point = stand.and_then(Stand::point);
        for at in machine.contexts.around(point.unwrap_or(stopped_at)) {
            let frame = machine.contexts.frame(at.frame);
            let method = &machine.program.methods[frame.method];
            let live: Rc<[LocalId]> = match point {
                Some(top) if at == top => {
                    let key = (frame.method, at.block, at.instruction);
                    let live = || live_before(method, at.block, at.instruction as usize).into();
                    Rc::clone(self.0.entry(key).or_insert_with(live))
                }
                Some(_) => live_after(method, at.block).into_iter().collect(),
                None if frame.caller.is_none() && frame.thread == MAIN => method.retval.into_iter().collect(),
                None => Rc::new([]),
            };
            sigma.keep_locals(at.frame, &live);
            if point.is_none() {
                sigma.drop_changes(at.frame);
            }
        }
    }
}
