//! Where a region ends: the immediate post-dominator of its branch.
//!
//! Exceptions are left out, because a path that throws leaves the region there: only blocks from which the normal exit can be
//! reached count. Between the branch and the join there is no loop: every block is in the same loops as the branch, edges go
//! forward in the weak topological order, and no block begins an iteration.

use super::Refusal;
use crate::closure::closure;
use crate::index::IndexVec;
use crate::ir::dominance::immediate_post_dominators;
use crate::ir::{BlockId, Method, predecessors};

/// The immediate post-dominators of a method, exceptions left out.
pub struct Joins(IndexVec<BlockId, Option<BlockId>>);

impl Joins {
    /// The post-dominators of a method.
    pub fn of(method: &Method) -> Self {
        let targets: IndexVec<BlockId, Vec<BlockId>> = method.blocks.iter().map(|b| b.term.targets()).collect();
        let preds = predecessors(&targets);
        let returns = closure(method.return_block(), |block| preds[block].iter().copied());
        let succs = targets.iter().map(|to| to.iter().copied().filter(|to| returns.contains(to)).collect()).collect();
        Self(immediate_post_dominators(&succs))
    }

    /// Where the region of a branch ends.
    pub fn join(&self, method: &Method, level: u8, branch: BlockId) -> Result<BlockId, Refusal> {
        let join = self.0[branch].ok_or(Refusal::Join)?;
        // In a method without a result its end is a join like any other block.
        if Some(join) == method.return_block() && method.retval.is_some() && level < super::returns::LEVEL {
            return Err(Refusal::EarlyReturn);
        }
        Ok(join)
    }
}

/// Whether an edge of a region stays clear of loops.
pub fn is_forward(method: &Method, from: BlockId, to: BlockId) -> bool {
    let shape = &method.shape;
    shape.wto.heads[to] == shape.wto.heads[from]
        && shape.wto.position[to] > shape.wto.position[from]
        && shape.begins[to].is_none()
}
