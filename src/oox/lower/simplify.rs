//! The end of lowering a method: jumps to jumps and straight lines are removed, and the rest is
//! [assembled](Method::assemble).
//!
//! A loop whose body always leaves it has no iterations, and no head. Its clauses become assertions: they would be taken for those
//! of the loop around them.
//!
//! *Landmarks* stay blocks of their own: the head of a loop, the blocks in which its iterations begin, and those at which a
//! call, its body and `ensures` clauses begin. A bound is checked between the condition of a loop and its body, and a head without a
//! condition does nothing else.

use super::builder::{Draft, RETURN, UNWIND};
use crate::closure::closure;
use crate::index::IndexVec;
use crate::ir::{Block, BlockId, CheckId, InstrKind, Method, Terminator, Wto};
use rustc_hash::FxHashMap;

/// Completes a method with the graph of the drafts, of which some checks are clauses of loops with these heads.
pub(super) fn finish(
    method: Method,
    mut drafts: IndexVec<BlockId, Draft>,
    of_loops: &FxHashMap<CheckId, BlockId>,
) -> Method {
    let (wto, succs) = order(&drafts, &method);
    assert_once(&mut drafts, &wto, of_loops);
    let landmarks = landmarks(&drafts, &method, &wto, &succs);
    thread(&mut drafts, &method, &landmarks);
    let reached = reachable(&drafts, &method);
    merge(&mut drafts, &method, &reached, &landmarks);
    let blocks = drafts.iter().map(|draft| draft.block.clone()).collect();
    method.assemble(blocks, [RETURN, UNWIND]).initialised()
}

/// The order of the drafts that are reached, the exits last.
fn order(drafts: &IndexVec<BlockId, Draft>, method: &Method) -> (Wto, IndexVec<BlockId, Vec<BlockId>>) {
    let succs = drafts.iter().map(|d| d.block.successors(method)).collect();
    (Wto::compute(&succs, method.entry, &[RETURN, UNWIND]), succs)
}

/// Makes assertions of the clauses of loops that never repeat.
fn assert_once(drafts: &mut IndexVec<BlockId, Draft>, wto: &Wto, of_loops: &FxHashMap<CheckId, BlockId>) {
    for instr in drafts.iter_mut().flat_map(|draft| &mut draft.block.instrs) {
        if let InstrKind::Clause { cond, check } = &instr.kind
            && of_loops.get(check).is_some_and(|head| !wto.is_head(*head))
        {
            instr.kind = InstrKind::Assert { cond: cond.clone(), check: *check };
        }
    }
}

/// The blocks that stay for the sake of a loop or a contract.
fn landmarks(
    drafts: &IndexVec<BlockId, Draft>,
    method: &Method,
    wto: &Wto,
    succs: &IndexVec<BlockId, Vec<BlockId>>,
) -> IndexVec<BlockId, bool> {
    let begins = wto.iterations(succs, &drafts.iter().map(|d| &d.block).collect());
    let of_contract = |b| b == method.called || b == method.body || Some(b) == method.ensures;
    drafts.ids().map(|b| wto.is_head(b) || begins[b].is_some() || of_contract(b)).collect()
}

/// Redirects jumps to blocks that only jump. A branch keeps two different targets, so that it stays a branch.
fn thread(drafts: &mut IndexVec<BlockId, Draft>, method: &Method, landmarks: &IndexVec<BlockId, bool>) {
    let forward: IndexVec<BlockId, Option<BlockId>> = drafts
        .iter_enumerated()
        .map(|(id, d)| match d.block.term {
            Terminator::Goto(next)
                if d.block.instrs.is_empty() && !d.pinned && !landmarks[id] && id != method.entry =>
            {
                Some(next)
            }
            _ => None,
        })
        .collect();
    for draft in drafts.iter_mut() {
        let targets = draft.block.term.targets();
        for (i, target) in draft.block.term.targets_mut().into_iter().enumerate() {
            // Every cycle has the head of a loop, which is not forwarded: the walk ends.
            while let Some(next) = forward[*target] {
                if targets.iter().enumerate().any(|(j, &t)| j != i && t == next) {
                    break;
                }
                *target = next;
            }
        }
        while let Some(next) = forward[draft.block.handler.block] {
            draft.block.handler.block = next;
        }
    }
}

fn reachable(drafts: &IndexVec<BlockId, Draft>, method: &Method) -> IndexVec<BlockId, bool> {
    let reached = closure([method.entry], |block| drafts[block].block.successors(method));
    drafts.ids().map(|block| reached.contains(&block)).collect()
}

/// Appends a block to the only one that jumps to it, if their handlers permit.
fn merge(
    drafts: &mut IndexVec<BlockId, Draft>,
    method: &Method,
    reached: &IndexVec<BlockId, bool>,
    landmarks: &IndexVec<BlockId, bool>,
) {
    let mut preds: IndexVec<BlockId, u32> = drafts.ids().map(|_| 0).collect();
    for id in drafts.ids().filter(|&id| reached[id]) {
        for succ in drafts[id].block.successors(method) {
            preds[succ] += 1;
        }
    }
    let throws = |block: &Block| block.first_throw(method.this()).is_some();
    for id in drafts.ids().filter(|&id| reached[id]) {
        while let Terminator::Goto(next) = drafts[id].block.term {
            let (first, second) = (&drafts[id], &drafts[next]);
            let compatible =
                first.block.handler == second.block.handler || !throws(&first.block) || !throws(&second.block);
            if next == id
                || preds[next] != 1
                || [RETURN, UNWIND].contains(&next)
                || first.pinned
                || landmarks[next]
                || !compatible
            {
                break;
            }
            let handler = if throws(&first.block) { first.block.handler } else { second.block.handler };
            let pinned = second.pinned;
            let taken = std::mem::replace(&mut drafts[next].block, Block::nowhere(handler));
            preds[next] = 0;
            let draft = &mut drafts[id];
            draft.pinned = pinned;
            draft.block.instrs.extend(taken.instrs);
            draft.block = Block {
                handler,
                term: taken.term,
                span: taken.span,
                line: taken.line,
                ..std::mem::replace(&mut draft.block, Block::nowhere(handler))
            };
        }
    }
}
