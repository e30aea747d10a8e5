//! The facts about a control-flow graph, put together.

use super::dominance::immediate_post_dominators;
use super::liveness::live_in;
use super::{Block, BlockId, InstrKind, Method, Shape, Terminator, Wto};
use crate::index::IndexVec;

impl Shape {
    /// The facts about a method's graph. Every block but the two exits must be reachable.
    pub fn compute(method: &Method) -> Shape {
        let exits: Vec<BlockId> = method.return_block().into_iter().chain(method.unwind_block()).collect();
        if exits.is_empty() {
            return Shape::default();
        }
        let succs = method.successors();
        let wto = Wto::compute(&succs, method.entry, &exits);
        let ipdom = immediate_post_dominators(&succs);
        let diamonds = diamonds(method, &wto, &ipdom);
        let begins = wto.iterations(&succs, &method.blocks.iter().collect());
        Shape { wto, begins, ipdom, live_in: live_in(method), diamonds }
    }
}

/// Which branches are [diamonds](Shape::diamonds). Branches are decided in the order of falling positions. So a branch inside
/// the region of another one is decided before it, and the walk along a side jumps over it.
fn diamonds(method: &Method, wto: &Wto, ipdom: &IndexVec<BlockId, Option<BlockId>>) -> IndexVec<BlockId, bool> {
    let mut diamonds: IndexVec<BlockId, bool> = method.blocks.ids().map(|_| false).collect();
    for branch in wto.order().into_iter().rev() {
        let (Terminator::Branch { then, other, .. }, Some(meet)) = (&method.blocks[branch].term, ipdom[branch]) else {
            continue;
        };
        diamonds[branch] = [*then, *other].into_iter().all(|side| {
            let (mut before, mut at) = (branch, side);
            while at != meet {
                // A backward edge closes a loop; a block with other heads is in a loop that the branch is not in, or vice versa.
                if wto.position[at] <= wto.position[before]
                    || wto.heads[at] != wto.heads[branch]
                    || !is_calm(&method.blocks[at], method)
                {
                    return false;
                }
                before = at;
                at = match (&method.blocks[at].term, ipdom[at]) {
                    (Terminator::Goto(next), _) => *next,
                    (Terminator::Branch { .. }, Some(join)) if diamonds[at] => join,
                    _ => return false,
                };
            }
            wto.position[meet] > wto.position[before]
        });
    }
    diamonds
}

/// No call, allocation, throw, check or assumption.
fn is_calm(block: &Block, method: &Method) -> bool {
    block.first_throw(method.this()).is_none()
        && block.instrs.iter().all(|i| {
            matches!(
                i.kind,
                InstrKind::Assign { .. }
                    | InstrKind::CheckNull { .. }
                    | InstrKind::StoreField { .. }
                    | InstrKind::StoreStatic { .. }
            )
        })
}
