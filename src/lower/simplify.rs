//! The end of lowering a method: jumps to jumps, unreachable blocks and straight lines are removed, blocks are numbered
//! in the weak topological order, and the facts about the graph are computed.
//!
//! The blocks that a loop is known by, its head and those in which its iterations begin, stay blocks of their own: a bound
//! is checked between the condition of a loop and its body, and a head without a condition has nothing else to do.

use super::builder::{Draft, RETURN, UNWIND};
use crate::index::{Idx, IndexVec};
use crate::ir::{Block, BlockId, Expr, Handler, Instr, InstrKind, Method, Shape, Terminator, Wto};

/// Completes a method with the graph of the drafts.
pub(super) fn finish(method: Method, mut drafts: IndexVec<BlockId, Draft>) -> Method {
    let landmarks = landmarks(&drafts, &method);
    thread(&mut drafts, &method, &landmarks);
    let reached = reachable(&drafts, &method);
    merge(&mut drafts, &method, &reached, &landmarks);
    let mut method = number(method, drafts);
    initialise(&mut method);
    method.shape = Shape::compute(&method);
    method
}

/// The order of the drafts that are reached, the exits last.
fn order(drafts: &IndexVec<BlockId, Draft>, method: &Method) -> (Wto, IndexVec<BlockId, Vec<BlockId>>) {
    let succs = drafts.iter().map(|d| successors(&d.block, method)).collect();
    (Wto::compute(&succs, method.entry, &[RETURN, UNWIND]), succs)
}

/// The blocks that a loop is known by.
fn landmarks(drafts: &IndexVec<BlockId, Draft>, method: &Method) -> IndexVec<BlockId, bool> {
    let (wto, succs) = order(drafts, method);
    let begins = wto.iterations(&succs, &drafts.iter().map(|d| &d.block).collect());
    drafts.ids().map(|b| wto.is_head(b) || begins[b].is_some()).collect()
}

/// Lets jumps to blocks that only jump go on directly. A branch keeps two different targets, so that it stays one.
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

fn successors(block: &Block, method: &Method) -> Vec<BlockId> {
    let mut succs = block.term.targets();
    if block.first_throw(method.this()).is_some() {
        succs.push(block.handler.block);
    }
    succs
}

fn reachable(drafts: &IndexVec<BlockId, Draft>, method: &Method) -> IndexVec<BlockId, bool> {
    let mut reached: IndexVec<BlockId, bool> = drafts.ids().map(|_| false).collect();
    let mut work = vec![method.entry];
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut reached[block], true) {
            work.extend(successors(&drafts[block].block, method));
        }
    }
    reached
}

/// Appends a block to the only one that jumps to it, handlers permitting.
fn merge(
    drafts: &mut IndexVec<BlockId, Draft>,
    method: &Method,
    reached: &IndexVec<BlockId, bool>,
    landmarks: &IndexVec<BlockId, bool>,
) {
    let mut preds: IndexVec<BlockId, u32> = drafts.ids().map(|_| 0).collect();
    for id in drafts.ids().filter(|&id| reached[id]) {
        for succ in successors(&drafts[id].block, method) {
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
            let taken = std::mem::replace(&mut drafts[next].block, empty(handler));
            preds[next] = 0;
            let draft = &mut drafts[id];
            draft.pinned = pinned;
            draft.block.instrs.extend(taken.instrs);
            draft.block = Block {
                handler,
                term: taken.term,
                span: taken.span,
                line: taken.line,
                ..std::mem::replace(&mut draft.block, empty(handler))
            };
        }
    }
}

fn empty(handler: Handler) -> Block {
    Block { instrs: Vec::new(), term: Terminator::Stop, span: Default::default(), line: 0, handler }
}

/// Drops what is unreachable, the exits excepted, and numbers the blocks in the weak topological order.
fn number(mut method: Method, mut drafts: IndexVec<BlockId, Draft>) -> Method {
    let (wto, _) = order(&drafts, &method);
    let mut order: Vec<BlockId> = drafts.ids().filter(|&b| wto.position[b] != u32::MAX).collect();
    order.sort_by_key(|&b| wto.position[b]);
    let place = |block: BlockId| BlockId::new(wto.position[block] as usize);
    let unwinding = Handler { block: place(UNWIND), slot: method.thrown };
    for old in order {
        let mut block = std::mem::replace(&mut drafts[old].block, empty(unwinding));
        for target in block.term.targets_mut() {
            *target = place(*target);
        }
        block.handler = match block.first_throw(method.this()) {
            Some(_) => Handler { block: place(block.handler.block), ..block.handler },
            None => unwinding,
        };
        method.blocks.push(block);
    }
    method.entry = place(method.entry);
    method
}

/// Gives the default of their type to locals that a path may read before it assigns them, which lenient programs do.
fn initialise(method: &mut Method) {
    let live = crate::ir::liveness::live_in(method);
    let (line, span) = match method.blocks[method.entry].instrs.first() {
        Some(first) => (first.line, first.span),
        None => (method.blocks[method.entry].line, method.blocks[method.entry].span),
    };
    let unassigned = live[method.entry].iter().filter(|l| !method.formals.contains(l));
    let instrs: Vec<Instr> = unassigned
        .filter_map(|&dst| {
            let ty = method.locals[dst].ty.as_ref()?;
            let value = Expr::default_of(ty);
            Some(Instr { kind: InstrKind::Assign { dst, value }, span, line })
        })
        .collect();
    method.blocks[method.entry].instrs.splice(0..0, instrs);
}
