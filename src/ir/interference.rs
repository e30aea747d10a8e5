//! Which steps of threads may interfere with each other: an analysis of the whole program by variable, all objects taken
//! together.
//!
//! A step *touches* the parts of the heap and the static fields that it reads and writes, and the monitors that it takes or
//! releases. Two steps of different threads that touch nothing in common, or only read it, can be exchanged: neither sees the
//! other, and neither makes the other wait. So can steps on different objects. This analysis does not tell objects apart; the
//! engine does when it runs the steps.

use super::callgraph::called;
use super::variable::{Places, Variable};
use super::{Block, BlockId, FieldId, Instr, InstrKind, Method, MethodId, Program, ThreadOp};
use crate::index::{Idx, IndexVec};

/// What steps touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touches {
    reads: Places,
    writes: Places,
    /// Whether they take or release a monitor.
    monitors: bool,
}

impl Touches {
    /// Whether steps that touch this may be in conflict with steps that touch `other`: they cannot be exchanged.
    pub fn conflicts(&self, other: &Touches) -> bool {
        self.monitors && other.monitors
            || self.writes.meets(&other.reads)
            || self.writes.meets(&other.writes)
            || self.reads.meets(&other.writes)
    }

    /// Whether no other thread can see them, whatever it does.
    pub fn is_empty(&self) -> bool {
        !self.monitors && self.reads.is_empty() && self.writes.is_empty()
    }

    /// Adds what `other` has.
    pub fn join(&mut self, other: &Touches) {
        self.reads.join(&other.reads);
        self.writes.join(&other.writes);
        self.monitors |= other.monitors;
    }
}

/// What the steps of a program touch.
#[derive(Clone, Debug)]
pub struct Interference {
    /// For each block, what can be touched from its start until the method ends, by callees and forked threads too.
    from: IndexVec<MethodId, IndexVec<BlockId, Touches>>,
    fields: usize,
}

impl Interference {
    /// The analysis of a program.
    pub fn of(program: &Program) -> Self {
        let mut analysis = Self { from: IndexVec::new(), fields: program.fields.len() };
        let targets = program.virtual_targets();
        let callees = |block: &Block| -> Vec<MethodId> {
            block.callees().flat_map(|callee| called(callee, &targets)).copied().collect()
        };
        let own = program.methods.iter().map(|method| analysis.own(method)).collect();
        let methods = program.over_calls(own, Touches::join);
        for method in program.methods.iter() {
            let own = method.blocks.iter().map(|block| {
                let mut touches = analysis.block(block);
                callees(block).into_iter().for_each(|callee| touches.join(&methods[callee]));
                touches
            });
            let from = method.until_end(own.collect(), Touches::join);
            analysis.from.push(from);
        }
        analysis
    }

    /// What can be touched from the start of a block until its method ends.
    pub fn from(&self, method: MethodId, block: BlockId) -> &Touches {
        &self.from[method][block]
    }

    /// What an instruction touches.
    pub fn instr(&self, instr: &Instr) -> Touches {
        let mut touches = Touches::default();
        instr.kind.exprs().for_each(|expr| expr.reads(&mut touches.reads));
        instr.kind.writes().into_iter().for_each(|written| touches.writes.insert(written));
        match &instr.kind {
            // It compares whatever the call, and the threads that it has forked, have written.
            InstrKind::Modifies { .. } => {
                let fields = (0..self.fields).map(|field| Variable::Field(FieldId::new(field)));
                fields.chain([Variable::Cell]).for_each(|place| touches.reads.insert(place));
            }
            InstrKind::Thread(ThreadOp::Lock(_) | ThreadOp::Unlock(_)) => touches.monitors = true,
            _ => {}
        }
        touches
    }

    fn block(&self, block: &Block) -> Touches {
        let mut touches = Touches::default();
        block.instrs.iter().for_each(|instr| touches.join(&self.instr(instr)));
        touches
    }

    fn own(&self, method: &Method) -> Touches {
        let mut touches = Touches::default();
        method.blocks.iter().for_each(|block| touches.join(&self.block(block)));
        touches
    }
}
