//! Which paths leave the iterations and recursive frames around a step, so that the bounds know what is deterministic.
//!
//! Paths leave a loop along an edge out of its component of the weak topological order. They leave a frame of a recursive
//! group, for this purpose, where they can reach no call into the group any more; and they may leave it where a way out of the
//! method passes all such calls by. If some paths of a step are nearer to leaving than others, the exit depends on the inputs.

use crate::ir::{BlockId, MethodId, Terminator};
use crate::state::pc::InputDependentExits;
use crate::state::{Entry, FrameId, ProgramPoint, State};
use crate::transition::{Machine, Successor, Via};

/// An iteration of a loop, by its head, or a frame of a recursive group.
type IterationKey = (FrameId, Option<BlockId>);

/// Whether paths stay in an iteration or frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stay {
    /// They leave it.
    No,
    /// They can leave it, and can stay.
    Perhaps,
    /// They cannot leave it before the next iteration or frame, but for exceptions.
    Surely,
}

/// The exits that a step takes.
pub struct Exits {
    from: ProgramPoint,
    /// The iterations and the frame around the step in which its paths stay more and less surely, with the least of this.
    input_dependent: Vec<(IterationKey, Stay)>,
}

impl Exits {
    /// The exits that the successors of an entry take when it runs.
    pub fn of(machine: &Machine<'_>, entry: &Entry, successors: &[Successor]) -> Self {
        let from = entry.point;
        if successors.len() < 2 {
            return Self { from, input_dependent: Vec::new() };
        }
        let depends = |key: IterationKey| {
            let all = successors.iter().map(|successor| stays(machine, key, from, successor));
            let least = all.clone().min()?;
            (all.max() > Some(least)).then_some((key, least))
        };
        Self { from, input_dependent: iterations(machine, from).into_iter().filter_map(depends).collect() }
    }

    /// Notes, in `noted`, the iterations and frames in which a successor stays while other paths of the step leave, or may.
    pub fn note(
        &self,
        machine: &Machine<'_>,
        state: &mut State,
        successor: &Successor,
        noted: &mut InputDependentExits,
    ) {
        for &(key, least) in &self.input_dependent {
            if stays(machine, key, self.from, successor) > least {
                noted.insert(key.0, key.1);
            }
        }
        let frame = machine.contexts.frame(self.from.frame);
        let Some(call) = frame.caller.filter(|call| call.frame == successor.point.frame) else { return };
        noted.leave(self.from.frame);
        if matches!(machine.block_at(call).term, Terminator::Call { next, .. } if next == successor.point.block) {
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
    for (frame, head) in around(machine, point) {
        state.pc.part(&machine.contexts, frame, head);
    }
}

/// Notes that paths of an entry have ended in a step: they have left all iterations and recursive frames around it, in which its
/// other paths and the other entries stay.
pub fn end(machine: &Machine<'_>, state: &mut State, entry: &mut Entry) {
    wait(machine, state, entry.point);
    part_around(machine, &mut entry.input_dependent, entry.point);
}

/// Notes that paths at a point are parted from others in all iterations and recursive frames around it: others have ended there;
/// or they wait until their thread is chosen, and the scheduler decides how often these recur, as an input might.
pub fn part_around(machine: &Machine<'_>, input_dependent: &mut InputDependentExits, point: ProgramPoint) {
    around(machine, point).for_each(|(frame, head)| input_dependent.insert(frame, head));
}

/// The iterations and recursive frames around a point, also those of its callers.
fn around(machine: &Machine<'_>, point: ProgramPoint) -> impl Iterator<Item = IterationKey> {
    machine.contexts.around(point).flat_map(|point| iterations(machine, point))
}

/// The loops, and the recursive frame, that can repeat from a point.
fn iterations(machine: &Machine<'_>, at: ProgramPoint) -> Vec<IterationKey> {
    let heads = &machine.method_of(at.frame).shape.wto.heads[at.block];
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

/// Whether paths at a point stay in an iteration or frame.
fn stays_at(machine: &Machine<'_>, key: IterationKey, at: ProgramPoint) -> Stay {
    let id = machine.contexts.frame(key.0).method;
    let group = &machine.program.groups[machine.program.methods[id].group];
    match key.1 {
        _ if !is_in(machine, key, at) => Stay::No,
        None if !group.certain.contains(&(id, at.block)) => Stay::Perhaps,
        _ => Stay::Surely,
    }
}

/// Whether a successor of a step from `from` stays in an iteration or frame around it.
fn stays(machine: &Machine<'_>, key: IterationKey, from: ProgramPoint, successor: &Successor) -> Stay {
    match successor.via {
        Via::Deeper => Stay::Surely,
        Via::Edge | Via::Known(_) if successor.point.frame == key.0 => stays_at(machine, key, successor.point),
        Via::Edge | Via::Known(_) => Stay::No,
        Via::Call if key.1.is_some() => Stay::Surely,
        Via::Call => {
            let method_of = |frame| machine.contexts.frame(frame).method;
            let (caller, callee): (MethodId, MethodId) = (method_of(from.frame), method_of(successor.point.frame));
            let methods = &machine.program.methods;
            // The call itself continues the recursion, or something after it does.
            match methods[caller].blocks[from.block].term {
                _ if methods[caller].group == methods[callee].group => Stay::Surely,
                Terminator::Call { next, .. } => stays_at(machine, key, ProgramPoint { block: next, ..from }),
                _ => Stay::No,
            }
        }
    }
}
