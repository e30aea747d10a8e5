//! Live locals.
//!
//! One local at a time, backwards from its uses (A. Appel, *Modern compiler implementation*, 17.4), so that the cost is the
//! size of the answer: there are many temporaries, and few are live across blocks.
//!
//! An exception leaves a block in its middle. What is live at the handler is live before every instruction of the block
//! that may throw; a local that is assigned before the first of these is not live at the start of the block on that
//! account. An instruction that throws assigns nothing.

use super::{BlockId, LocalId, Method, Terminator};
use crate::index::IndexVec;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What liveness needs to know of a block.
#[derive(Default)]
struct Summary {
    /// Locals read before they are assigned.
    exposed: Vec<LocalId>,
    /// Where locals are assigned first, by instruction; a call's result counts with the terminator.
    defs: FxHashMap<LocalId, usize>,
    first_throw: Option<usize>,
}

/// The locals that are live at the start of each block, sorted. `retval` is read at the normal exit, `thrown` at the
/// exceptional one.
pub fn live_in(method: &Method) -> IndexVec<BlockId, Vec<LocalId>> {
    let summaries: IndexVec<BlockId, Summary> = method.blocks.ids().map(|b| summarise(method, b)).collect();
    let mut preds: IndexVec<BlockId, Vec<(BlockId, bool)>> = method.blocks.ids().map(|_| Vec::new()).collect();
    for (id, block) in method.blocks.iter_enumerated() {
        for target in block.term.targets() {
            preds[target].push((id, false));
        }
        if summaries[id].first_throw.is_some() {
            preds[block.handler.block].push((id, true));
        }
    }
    let mut uses: IndexVec<LocalId, Vec<BlockId>> = method.locals.ids().map(|_| Vec::new()).collect();
    for (id, summary) in summaries.iter_enumerated() {
        for &local in &summary.exposed {
            uses[local].push(id);
        }
    }
    let mut live: IndexVec<BlockId, Vec<LocalId>> = method.blocks.ids().map(|_| Vec::new()).collect();
    for (local, blocks) in uses.iter_enumerated() {
        let mut work = Vec::new();
        // Locals come in order, so that one already there is the last.
        let mut enter = |work: &mut Vec<BlockId>, block: BlockId| {
            if live[block].last() != Some(&local) {
                live[block].push(local);
                work.push(block);
            }
        };
        for &block in blocks {
            enter(&mut work, block);
        }
        while let Some(block) = work.pop() {
            for &(pred, exceptional) in &preds[block] {
                let summary = &summaries[pred];
                let assigned = summary.defs.get(&local);
                let killed = if exceptional {
                    method.blocks[pred].handler.slot == local
                        || assigned.is_some_and(|&at| Some(at) < summary.first_throw)
                } else {
                    assigned.is_some()
                };
                if !killed {
                    enter(&mut work, pred);
                }
            }
        }
    }
    live
}

/// The locals that are live before an instruction of a block, sorted; after the last one, before its terminator.
pub fn live_before(method: &Method, block: BlockId, instruction: usize) -> Vec<LocalId> {
    let info = &method.blocks[block];
    let mut live = live_after(method, block);
    info.term.for_each_use(&mut |local| _ = live.insert(local));
    match info.term {
        Terminator::Return => live.extend(method.retval),
        Terminator::Unwind => live.extend([method.thrown]),
        _ => {}
    }
    for instr in info.instrs[instruction..].iter().rev() {
        if let Some(dst) = instr.def() {
            live.remove(&dst);
        }
        if instr.may_throw(method.this()) {
            live.extend(caught(method, block));
        }
        instr.for_each_use(&mut |local| _ = live.insert(local));
    }
    live.into_iter().collect()
}

/// The locals that are live while the call at the end of a block runs; without a call, those that are live after the block.
pub fn live_after(method: &Method, block: BlockId) -> BTreeSet<LocalId> {
    let info = &method.blocks[block];
    let nexts = info.term.targets().into_iter().flat_map(|next| method.shape.live_in[next].iter().copied());
    let mut live: BTreeSet<LocalId> = nexts.collect();
    if let Terminator::Call { dst: Some(dst), .. } = info.term {
        live.remove(&dst);
    }
    if info.term.may_throw() {
        live.extend(caught(method, block));
    }
    live
}

/// The locals that are live where an exception of a block is caught, without the exception itself.
fn caught(method: &Method, block: BlockId) -> impl Iterator<Item = LocalId> + '_ {
    let handler = method.blocks[block].handler;
    method.shape.live_in[handler.block].iter().copied().filter(move |local| *local != handler.slot)
}

fn summarise(method: &Method, block: BlockId) -> Summary {
    let block = &method.blocks[block];
    let mut summary = Summary { first_throw: block.first_throw(method.this()), ..Summary::default() };
    let Summary { exposed, defs, .. } = &mut summary;
    for (at, instr) in block.instrs.iter().enumerate() {
        instr.for_each_use(&mut |local| {
            if !defs.contains_key(&local) {
                exposed.push(local);
            }
        });
        if let Some(dst) = instr.def() {
            defs.entry(dst).or_insert(at);
        }
    }
    let mut read = |local| {
        if !defs.contains_key(&local) {
            exposed.push(local);
        }
    };
    block.term.for_each_use(&mut read);
    match block.term {
        Terminator::Return => method.retval.into_iter().for_each(read),
        Terminator::Unwind => read(method.thrown),
        Terminator::Call { dst: Some(dst), .. } => {
            defs.entry(dst).or_insert(block.instrs.len());
        }
        _ => {}
    }
    exposed.sort_unstable();
    exposed.dedup();
    summary
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Block, ClassId, Const, Expr, FieldId, Handler, Instr, InstrKind, Local, MethodKind, Type};
    use crate::num::Num;
    use crate::source::Span;
    use proptest::prelude::*;

    const LOCALS: u32 = 5;
    const BLOCKS: u32 = 5;
    /// The last two blocks are the exits.
    const RETURN: BlockId = BlockId(BLOCKS);

    fn local() -> impl Strategy<Value = LocalId> {
        (0..LOCALS).prop_map(LocalId)
    }

    fn instr() -> impl Strategy<Value = InstrKind> {
        let field = |o| Expr::Field(Box::new(Expr::Local(o)), FieldId(0));
        prop_oneof![
            (local(), local()).prop_map(|(dst, a)| InstrKind::Assign { dst, value: Expr::Local(a) }),
            local().prop_map(|dst| InstrKind::Assign { dst, value: Expr::Const(Const::Num(Num::ONE)) }),
            (local(), local()).prop_map(move |(dst, o)| InstrKind::Assign { dst, value: field(o) }),
            local().prop_map(|reference| InstrKind::CheckNull { reference }),
        ]
    }

    fn block() -> impl Strategy<Value = Block> {
        let term = prop_oneof![
            (0..=BLOCKS).prop_map(|b| Terminator::Goto(BlockId(b))),
            (local(), 0..=BLOCKS, 0..=BLOCKS).prop_map(|(c, t, o)| Terminator::Branch {
                cond: Expr::Local(c),
                then: BlockId(t),
                other: BlockId(o)
            }),
            (local(), local(), 0..=BLOCKS).prop_map(|(dst, a, next)| Terminator::Call {
                dst: Some(dst),
                callee: crate::ir::Callee::Exact(crate::ir::MethodId(0)),
                args: vec![Expr::Local(a)],
                next: BlockId(next)
            }),
            proptest::option::of(local()).prop_map(|l| Terminator::Throw(l.map(Expr::Local))),
        ];
        (proptest::collection::vec(instr(), 0..4), term, 0..=BLOCKS + 1, local()).prop_map(|(kinds, term, to, slot)| {
            let instrs = kinds.into_iter().map(|kind| Instr { kind, span: Span::default(), line: 1 }).collect();
            plain(instrs, term, Handler { block: BlockId(to), slot })
        })
    }

    fn plain(instrs: Vec<Instr>, term: Terminator, handler: Handler) -> Block {
        Block { instrs, term, span: Span::default(), line: 1, handler }
    }

    fn method(mut blocks: Vec<Block>) -> Method {
        let unwind = Handler { block: BlockId(BLOCKS + 1), slot: LocalId(1) };
        blocks.push(plain(vec![], Terminator::Return, unwind));
        blocks.push(plain(vec![], Terminator::Unwind, unwind));
        Method {
            result: Some(Type::Int),
            locals: (0..LOCALS).map(|_| Local { name: String::new(), ty: None }).collect(),
            retval: Some(LocalId(0)),
            thrown: LocalId(1),
            blocks: blocks.into_iter().collect(),
            ..Method::bare("m", ClassId(0), MethodKind::Static, Span::default())
        }
    }

    /// The definition, instruction by instruction: some path from before instruction `at` of the block reads the local
    /// before it assigns it.
    fn is_live(m: &Method, block: BlockId, at: usize, local: LocalId, seen: &mut Vec<(BlockId, usize)>) -> bool {
        if seen.contains(&(block, at)) {
            return false;
        }
        seen.push((block, at));
        let b = &m.blocks[block];
        let mut reads = false;
        let mut next = Vec::new();
        let throws;
        let assigned;
        if let Some(instr) = b.instrs.get(at) {
            instr.for_each_use(&mut |l| reads |= l == local);
            throws = instr.may_throw(m.this());
            assigned = instr.def();
            next.push((block, at + 1));
        } else {
            b.term.for_each_use(&mut |l| reads |= l == local);
            throws = b.term.may_throw();
            assigned = if let Terminator::Call { dst, .. } = b.term { dst } else { None };
            next.extend(b.term.targets().into_iter().map(|t| (t, 0)));
            reads |= block == RETURN && Some(local) == m.retval;
            reads |= block.0 == RETURN.0 + 1 && local == m.thrown;
        }
        reads
            || throws && b.handler.slot != local && is_live(m, b.handler.block, 0, local, seen)
            || assigned != Some(local) && next.into_iter().any(|(b, i)| is_live(m, b, i, local, seen))
    }

    proptest! {
        #[test]
        fn liveness_is_that_of_the_definition(blocks in proptest::collection::vec(block(), BLOCKS as usize)) {
            let m = method(blocks);
            let live = live_in(&m);
            for block in m.blocks.ids() {
                let expected: Vec<LocalId> =
                    m.locals.ids().filter(|&l| is_live(&m, block, 0, l, &mut Vec::new())).collect();
                prop_assert_eq!(&live[block], &expected, "{:?}", block);
            }
        }
    }
}
