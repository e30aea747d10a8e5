//! What a run can cover: basic blocks, the sides of branches and the targets of dispatched calls.

use super::{Block, BlockId, Callee, Method, MethodId, MethodKind, Program, Terminator};
use std::ops::RangeInclusive;

/// Something that a run can cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// The start of a block.
    Block(MethodId, BlockId),
    /// A way on from the end of a block that has several.
    Branch(MethodId, BlockId, Side),
}

/// A way on from the end of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Where the condition is true.
    Then,
    /// Where it is false.
    Else,
    /// Into this target of a dispatched call.
    Callee(MethodId),
}

impl Goal {
    /// The ranges of goals in a method.
    pub fn of(method: MethodId) -> [RangeInclusive<Self>; 2] {
        let (first, last) = (BlockId(0), BlockId(u32::MAX));
        let branches = *Self::ways(method, first).start()..=*Self::ways(method, last).end();
        [Self::Block(method, first)..=Self::Block(method, last), branches]
    }

    /// The range of ways on from the end of a block.
    pub fn ways(method: MethodId, block: BlockId) -> RangeInclusive<Self> {
        let last = Side::Callee(MethodId(u32::MAX));
        Self::Branch(method, block, Side::Then)..=Self::Branch(method, block, last)
    }

    /// The method that contains it.
    pub fn method(self) -> MethodId {
        match self {
            Goal::Block(method, _) | Goal::Branch(method, ..) => method,
        }
    }

    /// The block at whose start or end it is.
    pub fn block(self) -> BlockId {
        match self {
            Goal::Block(_, block) | Goal::Branch(_, block, _) => block,
        }
    }
}

/// Whether lowering has added the whole block, so that a path can go on after an exception.
fn is_added(block: &Block) -> bool {
    let jumps = matches!(block.term, Terminator::Goto(_)) && block.line == 0;
    jumps && !block.instrs.is_empty() && block.instrs.iter().all(|i| i.line == 0)
}

/// The two ways on from a block of a method, where the program decides between two.
fn ways(method: &Method, block: BlockId) -> Option<[BlockId; 2]> {
    match method.blocks[block].term {
        Terminator::Branch { then, other, .. } if then != other && !method.blocks[other].has_thrown() => {
            Some([then, other])
        }
        _ => None,
    }
}

impl Program {
    /// All goals of these methods, in order. What lowering has added is left out: the exits, the static initialiser, and the
    /// blocks where the evaluation of a clause or of an `old` throws, or where an exception releases a monitor. A call has
    /// branches if it has several targets by class-hierarchy analysis.
    pub fn goals(&self, methods: impl IntoIterator<Item = MethodId>) -> Vec<Goal> {
        let targets = self.virtual_targets();
        let mut goals = Vec::new();
        for id in methods {
            let method = &self.methods[id];
            if method.kind == MethodKind::Initialiser {
                continue;
            }
            for (at, block) in method.blocks.iter_enumerated() {
                if block.has_thrown()
                    || is_added(block)
                    || matches!(block.term, Terminator::Return | Terminator::Unwind)
                {
                    continue;
                }
                goals.push(Goal::Block(id, at));
                if ways(method, at).is_some() {
                    goals.extend([Side::Then, Side::Else].map(|side| Goal::Branch(id, at, side)));
                }
                match &block.term {
                    Terminator::Call { callee: Callee::Virtual(called), .. } if targets[*called].len() > 1 => {
                        let side = |target: &MethodId| Goal::Branch(id, at, Side::Callee(*target));
                        goals.extend(targets[*called].iter().map(side));
                    }
                    _ => {}
                }
            }
        }
        goals
    }

    /// The side of a branch by which a run goes from the end of a block to another one of the same method.
    pub fn side(&self, method: MethodId, from: BlockId, to: BlockId) -> Option<Goal> {
        let [then, other] = ways(&self.methods[method], from)?;
        let side = if then == to { Side::Then } else { Side::Else };
        (then == to || other == to).then_some(Goal::Branch(method, from, side))
    }

    /// The goal that a dispatched call at the end of a block covers when it runs `target`.
    pub fn dispatch_side(&self, method: MethodId, from: BlockId, target: MethodId) -> Option<Goal> {
        match &self.methods[method].blocks[from].term {
            Terminator::Call { callee: Callee::Virtual(_), .. } => {
                Some(Goal::Branch(method, from, Side::Callee(target)))
            }
            _ => None,
        }
    }
}
