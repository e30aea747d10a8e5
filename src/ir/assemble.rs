//! Builds a method from the blocks of its graph. Unreachable blocks are dropped, the others are numbered in the weak
//! topological order, and the facts about the graph are computed.

use super::{Block, BlockId, Expr, Handler, Instr, InstrKind, Method, Shape, Terminator, Wto};
use crate::index::{Idx, IndexVec};
use std::collections::BTreeMap;

impl Block {
    /// Where control can go on, the handler last where the block may throw.
    pub fn successors(&self, method: &Method) -> Vec<BlockId> {
        let mut succs = self.term.targets();
        if self.first_throw(method.this()).is_some() {
            succs.push(self.handler.block);
        }
        succs
    }
}

impl Method {
    /// Completes the method with a graph. `exits` are its normal and its exceptional exit. Nothing jumps to its
    /// [`entry`](Method::entry). Blocks are numbered anew.
    pub fn assemble(self, blocks: IndexVec<BlockId, Block>, exits: [BlockId; 2]) -> Method {
        self.assemble_placed(blocks, exits).0
    }

    /// The same, with the new number of each block that is reached.
    pub fn assemble_placed(
        mut self,
        mut blocks: IndexVec<BlockId, Block>,
        exits: [BlockId; 2],
    ) -> (Method, BTreeMap<BlockId, BlockId>) {
        let succs = blocks.iter().map(|block| block.successors(&self)).collect();
        let wto = Wto::compute(&succs, self.entry, &exits);
        let mut order: Vec<BlockId> = blocks.ids().filter(|&b| wto.position[b] != u32::MAX).collect();
        order.sort_by_key(|&b| wto.position[b]);
        let place = |block: BlockId| BlockId::new(wto.position[block] as usize);
        let placed = order.iter().map(|&old| (old, place(old))).collect();
        let unwinding = Handler { block: place(exits[1]), slot: self.thrown };
        for old in order {
            let mut block = std::mem::replace(&mut blocks[old], Block::nowhere(unwinding));
            for target in block.term.targets_mut() {
                *target = place(*target);
            }
            block.handler = match block.first_throw(self.this()) {
                Some(_) => Handler { block: place(block.handler.block), ..block.handler },
                None => unwinding,
            };
            self.blocks.push(block);
        }
        let reached = |b: &BlockId| wto.position[*b] != u32::MAX;
        self.body = if reached(&self.body) { place(self.body) } else { place(self.entry) };
        self.called = if reached(&self.called) { place(self.called) } else { place(self.entry) };
        self.ensures = self.ensures.filter(reached).map(place);
        self.entry = place(self.entry);
        self.shape = Shape::compute(&self);
        (self, placed)
    }

    /// The method with assignments of the default value to the locals that a path may read before it assigns them. Lenient
    /// programs have such paths.
    pub fn initialised(mut self) -> Method {
        let live = &self.shape.live_in[self.entry];
        let (line, span) = match self.blocks[self.entry].instrs.first() {
            Some(first) => (first.line, first.span),
            None => (self.blocks[self.entry].line, self.blocks[self.entry].span),
        };
        let unassigned = live.iter().filter(|l| !self.formals.contains(l));
        let instrs: Vec<Instr> = unassigned
            .filter_map(|&dst| {
                let ty = self.locals[dst].ty.as_ref()?;
                let value = Expr::default_of(ty);
                Some(Instr { kind: InstrKind::Assign { dst, value }, span, line })
            })
            .collect();
        if !instrs.is_empty() {
            self.blocks[self.entry].instrs.splice(0..0, instrs);
            self.shape = Shape::compute(&self);
        }
        self
    }
}

impl Block {
    /// A block without instructions that ends nowhere yet.
    pub fn nowhere(handler: Handler) -> Block {
        Block { instrs: Vec::new(), term: Terminator::Stop, span: Default::default(), line: 0, handler }
    }
}
