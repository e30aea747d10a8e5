//! The graph of a method without the edges that close its loops.

use super::NoOpinion;
use crate::closure::closure;
use crate::index::IndexVec;
use crate::ir::{BlockId, CheckId, InstrKind, Kind, Method, Program, Terminator, predecessors};
use std::collections::{BTreeMap, BTreeSet};

/// A graph without the edges that close its loops.
pub(super) struct Graph {
    /// The positions of the blocks in an order along all other edges; `None` for unreachable blocks.
    position: IndexVec<BlockId, Option<usize>>,
    /// The edges that close loops.
    closing: BTreeSet<(BlockId, BlockId)>,
    /// The loops by their heads.
    pub loops: BTreeMap<BlockId, Loop>,
}

/// A loop.
pub(super) struct Loop {
    pub blocks: BTreeSet<BlockId>,
    /// The `invariant` and `decreases` clauses that are checked where an iteration begins.
    pub clauses: BTreeSet<CheckId>,
    /// The blocks that check them, and those in between.
    pub checking: BTreeSet<BlockId>,
    /// The last instruction that checks one.
    last: Option<(BlockId, usize)>,
}

impl Graph {
    pub fn of(program: &Program, method: &Method) -> Result<Self, NoOpinion> {
        let successors = method.successors();
        let (order, closing) = order(&successors, method.entry);
        let mut position: IndexVec<BlockId, Option<usize>> = method.blocks.ids().map(|_| None).collect();
        order.iter().enumerate().for_each(|(place, &block)| position[block] = Some(place));
        let before = predecessors(&successors);
        let mut blocks: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
        let is_reached = |block: &BlockId| position[*block].is_some();
        for &(from, head) in &closing {
            let body = blocks.entry(head).or_insert_with(|| BTreeSet::from([head]));
            body.extend(closure([from], |block| {
                let leads_on = move |_: &BlockId| block != head;
                before[block].iter().copied().filter(is_reached).filter(leads_on)
            }));
            if body.contains(&method.entry) && head != method.entry {
                return Err(NoOpinion::Graph);
            }
        }
        let innermost = |block: &BlockId| {
            let around = blocks.iter().filter(|(_, body)| body.contains(block));
            around.min_by_key(|(_, body)| body.len()).map(|(head, _)| *head)
        };
        let loops = blocks.iter().map(|(&head, body)| {
            let own: BTreeSet<BlockId> = body.iter().copied().filter(|b| innermost(b) == Some(head)).collect();
            // A condition that calls a method may be between the two kinds.
            let kinds = [&[Kind::Invariant, Kind::Decreases][..], &[Kind::Invariant]];
            let mut checked = kinds.into_iter().map(|kinds| {
                let found = checking(program, method, (head, &own), &before, kinds);
                found.filter(|(_, checking, last)| only_evaluates(method, checking, *last))
            });
            let (clauses, checking, last) = checked
                .find_map(|found| found)
                .map_or_else(Default::default, |(clauses, checking, last)| (clauses, checking, Some(last)));
            (head, Loop { blocks: body.clone(), clauses, checking, last })
        });
        let loops = loops.collect();
        Ok(Self { position, closing, loops })
    }

    /// The position of a block in the order.
    pub fn position(&self, block: BlockId) -> Result<usize, NoOpinion> {
        self.position[block].ok_or(NoOpinion::Graph)
    }

    /// Whether an edge closes a loop.
    pub fn closes(&self, from: BlockId, to: BlockId) -> bool {
        self.closing.contains(&(from, to))
    }

    /// Whether an arrival at the head of its loop checks a clause.
    pub fn checks_at_head(&self, check: CheckId) -> bool {
        self.loops.values().any(|of| of.clauses.contains(&check))
    }
}

impl Loop {
    /// The index of the last instruction that checks one of the clauses, if it is in this block.
    pub fn last_in(&self, block: BlockId) -> Option<usize> {
        self.last.filter(|(last, _)| *last == block).map(|(_, last)| last)
    }
}

/// The reachable blocks, each before its successors along all edges but the closing ones, and the closing edges.
fn order(successors: &IndexVec<BlockId, Vec<BlockId>>, entry: BlockId) -> (Vec<BlockId>, BTreeSet<(BlockId, BlockId)>) {
    let (mut open, mut done) = (BTreeSet::from([entry]), BTreeSet::new());
    let (mut order, mut closing) = (Vec::new(), BTreeSet::new());
    let mut stack = vec![(entry, 0)];
    while let Some((block, next)) = stack.last_mut() {
        let block = *block;
        match successors[block].get(*next) {
            Some(&to) => {
                *next += 1;
                if open.contains(&to) {
                    closing.insert((block, to));
                } else if !done.contains(&to) {
                    open.insert(to);
                    stack.push((to, 0));
                }
            }
            None => {
                open.remove(&block);
                done.insert(block);
                order.push(block);
                stack.pop();
            }
        }
    }
    order.reverse();
    (order, closing)
}

type Checking = (BTreeSet<CheckId>, BTreeSet<BlockId>, (BlockId, usize));

/// The clauses of some kinds of a loop, the blocks between its head and them, and the instruction that checks the last.
fn checking(
    program: &Program,
    method: &Method,
    (head, own): (BlockId, &BTreeSet<BlockId>),
    before: &IndexVec<BlockId, Vec<BlockId>>,
    kinds: &[Kind],
) -> Option<Checking> {
    let clause = |kind: &InstrKind| kind.clause().filter(|check| kinds.contains(&program.checks[*check].kind));
    let checks = |block: &BlockId| method.blocks[*block].instrs.iter().filter_map(|i| clause(&i.kind)).next().is_some();
    let clauses = |block: BlockId| method.blocks[block].instrs.iter().filter_map(|i| clause(&i.kind));
    let mut found: BTreeSet<BlockId> = own.iter().copied().filter(checks).collect();
    let all: BTreeSet<CheckId> = found.iter().flat_map(|&block| clauses(block)).collect();
    // A block for a clause whose evaluation threw is outside the loop: no path leads back from it.
    found.extend(method.blocks.ids().filter(|&block| clauses(block).any(|check| all.contains(&check))));
    let found =
        closure(found, |block| before[block].iter().copied().filter(move |from| block != head && own.contains(from)));
    // Every path from the head passes the block with the last clause, or has left before. So that block comes last.
    let place = |block: &BlockId| {
        let instrs = method.blocks[*block].instrs.iter().enumerate();
        let is_clause = |kind: &InstrKind| matches!(kind, InstrKind::Clause { .. }) && clause(kind).is_some();
        instrs.filter(|(_, instr)| is_clause(&instr.kind)).map(|(place, _)| place).next_back()
    };
    let leads_on = |block: &BlockId| {
        let next = method.blocks[*block].term.targets();
        next.iter().any(|to| *to != head && found.contains(to))
    };
    let mut ends = own.iter().filter(|block| !leads_on(block)).filter_map(|block| Some((*block, place(block)?)));
    match (ends.next(), ends.next()) {
        (Some(last), None) => Some((all, found, last)),
        _ => None,
    }
}

/// Whether blocks only evaluate expressions, up to an instruction.
fn only_evaluates(method: &Method, blocks: &BTreeSet<BlockId>, last: (BlockId, usize)) -> bool {
    blocks.iter().all(|&id| {
        let block = &method.blocks[id];
        let count = if id == last.0 { last.1 + 1 } else { block.instrs.len() };
        let evaluates = |kind: &InstrKind| {
            matches!(
                kind,
                InstrKind::Assign { .. }
                    | InstrKind::CheckNull { .. }
                    | InstrKind::Clause { .. }
                    | InstrKind::ClauseThrew { .. }
            )
        };
        let goes_on = matches!(block.term, Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Stop);
        block.instrs[..count].iter().all(|instr| evaluates(&instr.kind)) && (id == last.0 || goes_on)
    })
}
