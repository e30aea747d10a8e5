//! Which paths leave the iterations and recursive frames around a step, so that the bounds know what is deterministic.
//!
//! Paths leave a loop along an edge out of its component of the weak topological order. They leave a frame of a recursive
//! group, for this purpose, where they can reach no call into the group any more. If a step makes some paths leave while
//! others stay, the exit depends on the inputs.

use crate::ir::{BlockId, MethodId, Terminator};
use crate::state::pc::InputDependentExits;
use crate::state::{Entry, FrameId, ProgramPoint, State};
use crate::transition::{Machine, Successor, Via};

/// An iteration of a loop, by its head, or a frame of a recursive group.
type IterationKey = (FrameId, Option<BlockId>);

/// The exits that a step takes.
pub struct Exits {
    from: ProgramPoint,
    /// The iterations and the frame around the step that some of its paths leave while others stay.
    input_dependent: Vec<IterationKey>,
}

impl Exits {
    /// The exits that the successors of an entry take when it runs.
    pub fn of(machine: &Machine<'_>, entry: &Entry, successors: &[Successor]) -> Self {
        let from = entry.point;
        if successors.len() < 2 {
            return Self { from, input_dependent: Vec::new() };
        }
        let mut input_dependent = iterations(machine, from);
        input_dependent.retain(|&key| {
            let stays = |successor: &Successor| stays(machine, key, from, successor);
            successors.iter().any(stays) && !successors.iter().all(stays)
        });
        Self { from, input_dependent }
    }

    /// Notes, in `noted`, the iterations and frames in which a successor stays while other paths of the step leave.
    pub fn note(
        &self,
        machine: &Machine<'_>,
        state: &mut State,
        successor: &Successor,
        noted: &mut InputDependentExits,
    ) {
        for &key in self.input_dependent.iter().filter(|key| stays(machine, **key, self.from, successor)) {
            noted.insert(key.0, key.1);
        }
        let frame = machine.contexts.frame(self.from.frame);
        let Some(call) = frame.caller.filter(|call| call.frame == successor.point.frame) else { return };
        noted.leave(self.from.frame);
        let caller = &machine.program.methods[machine.contexts.frame(call.frame).method];
        if matches!(caller.blocks[call.block].term, Terminator::Call { next, .. } if next == successor.point.block) {
            return;
        }
        // An exception that leaves a call may also leave loops and recursion around the call. In the lockstep order it
        // does so before the other paths of the call continue.
        for key in iterations(machine, call) {
            if !is_in(machine, key, successor.point) {
                state.pc.part(&machine.contexts, key.0, key.1);
            }
        }
    }
}

/// Notes that an entry has been parked at a point: the other entries leave the iterations and recursive frames around it
/// without it. So they wait for it at the next iteration or frame, where they merge, and do not run all deterministic ones
/// alone.
pub fn wait(machine: &Machine<'_>, state: &mut State, point: ProgramPoint) {
    if state.pc.waiting() == 0 {
        return;
    }
    let mut around = Some(point);
    while let Some(point) = around {
        for (frame, head) in iterations(machine, point) {
            state.pc.part(&machine.contexts, frame, head);
        }
        around = machine.contexts.frame(point.frame).caller;
    }
}

/// Notes that paths wait at a point until their thread is chosen. The scheduler then decides how often the iterations and
/// recursive frames around it recur, as an input might.
pub fn depend_on_turns(machine: &Machine<'_>, input_dependent: &mut InputDependentExits, point: ProgramPoint) {
    let mut around = Some(point);
    while let Some(point) = around {
        iterations(machine, point).into_iter().for_each(|(frame, head)| input_dependent.insert(frame, head));
        around = machine.contexts.frame(point.frame).caller;
    }
}

/// The loops, and the recursive frame, that can repeat from a point.
fn iterations(machine: &Machine<'_>, at: ProgramPoint) -> Vec<IterationKey> {
    let heads = &machine.program.methods[machine.contexts.frame(at.frame).method].shape.wto.heads[at.block];
    let loops = heads.iter().map(|head| (at.frame, Some(*head)));
    let frame = Some((at.frame, None)).filter(|key| is_in(machine, *key, at));
    loops.chain(frame).collect()
}

/// Whether a point in the frame of an iteration is in its loop; for a recursive frame, whether a call into its group can
/// still be reached from the point.
fn is_in(machine: &Machine<'_>, (frame, head): IterationKey, at: ProgramPoint) -> bool {
    let id = machine.contexts.frame(frame).method;
    let method = &machine.program.methods[id];
    match head {
        Some(head) => method.shape.wto.heads[at.block].contains(&head),
        None => machine.program.groups[method.group].recurring.contains(&(id, at.block)),
    }
}

/// Whether a successor of a step from `from` stays in an iteration or frame around it.
fn stays(machine: &Machine<'_>, key: IterationKey, from: ProgramPoint, successor: &Successor) -> bool {
    match successor.via {
        Via::Deeper => true,
        Via::Edge | Via::Known(_) => successor.point.frame == key.0 && is_in(machine, key, successor.point),
        Via::Call if key.1.is_some() => true,
        Via::Call => {
            let method_of = |frame| machine.contexts.frame(frame).method;
            let (caller, callee): (MethodId, MethodId) = (method_of(from.frame), method_of(successor.point.frame));
            let methods = &machine.program.methods;
            // The call itself continues the recursion, or something after it does.
            let after = match methods[caller].blocks[from.block].term {
                Terminator::Call { next, .. } => is_in(machine, key, ProgramPoint { block: next, ..from }),
                _ => false,
            };
            methods[caller].group == methods[callee].group || after
        }
    }
}
