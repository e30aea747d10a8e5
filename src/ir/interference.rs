//! Which steps of threads may interfere with each other: an analysis of the whole program by variable, all objects taken
//! together.
//!
//! A step *touches* the parts of the heap and the static fields that it reads and writes, and the monitors that it takes or
//! releases. Two steps of different threads that touch nothing in common, or only read it, can be exchanged: neither sees the
//! other, and neither makes the other wait. So can steps on different objects. This analysis does not tell objects apart; the
//! engine does when it runs the steps.

use super::callgraph::{called, virtual_targets};
use super::variable::Variable;
use super::{Block, BlockId, Expr, Instr, InstrKind, Method, MethodId, Program, ThreadOp};
use crate::index::{Idx, IndexVec};

/// What steps touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touches {
    reads: Bits,
    writes: Bits,
    /// Whether they take or release a monitor.
    monitors: bool,
}

impl Touches {
    /// Whether steps that touch this cannot be exchanged with steps that touch `other`, as far as this analysis knows.
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

/// A set of variables by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn join(&mut self, other: &Bits) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
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
        let targets = virtual_targets(&program.classes, program.methods.len());
        let callees = |block: &Block| -> Vec<MethodId> {
            block.callees().flat_map(|callee| called(callee, &targets)).copied().collect()
        };
        let mut methods: IndexVec<MethodId, Touches> = program.methods.iter().map(|m| analysis.own(m)).collect();
        // Callees come first; all members of a group can do what one of them can.
        for group in program.groups.iter() {
            let mut all = Touches::default();
            for &member in &group.methods {
                all.join(&methods[member]);
                let callees = program.methods[member].blocks.iter().flat_map(callees);
                callees.for_each(|callee| all.join(&methods[callee]));
            }
            group.methods.iter().for_each(|&member| methods[member] = all.clone());
        }
        for method in program.methods.iter() {
            let mut from: IndexVec<BlockId, Touches> = method
                .blocks
                .iter()
                .map(|block| {
                    let mut touches = analysis.block(block);
                    callees(block).into_iter().for_each(|callee| touches.join(&methods[callee]));
                    touches
                })
                .collect();
            let order = method.shape.wto.order();
            let mut changes = true;
            while changes {
                changes = false;
                for &id in order.iter().rev() {
                    let block = &method.blocks[id];
                    let mut all = from[id].clone();
                    block.term.targets().into_iter().for_each(|next| all.join(&from[next]));
                    all.join(&from[block.handler.block]);
                    changes |= all != from[id];
                    from[id] = all;
                }
            }
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
        match &instr.kind {
            InstrKind::Assign { value: expr, .. }
            | InstrKind::Assert { cond: expr, .. }
            | InstrKind::Assume { cond: expr }
            | InstrKind::Cover { cond: expr, .. }
            | InstrKind::Clause { cond: expr, .. } => self.expr(expr, &mut touches.reads),
            InstrKind::StoreField { field, .. } => touches.writes.insert(self.number(Variable::Field(*field))),
            InstrKind::StoreElem { .. } => touches.writes.insert(self.number(Variable::Cell)),
            InstrKind::StoreStatic { field, .. } => touches.writes.insert(self.number(Variable::Static(*field))),
            // It compares whatever the call, and the threads that it has forked, have written.
            InstrKind::Modifies { .. } => (0..=self.fields).for_each(|number| touches.reads.insert(number)),
            InstrKind::Thread(ThreadOp::Lock(_) | ThreadOp::Unlock(_)) => touches.monitors = true,
            InstrKind::CheckNull { .. }
            | InstrKind::CheckStore { .. }
            | InstrKind::Havoc { .. }
            | InstrKind::NewObject { .. }
            | InstrKind::NewArray { .. }
            | InstrKind::ClauseThrew { .. }
            | InstrKind::CheckMissing { .. }
            | InstrKind::Thread(ThreadOp::Fork { .. } | ThreadOp::Join) => {}
        }
        touches
    }

    /// The places that an expression reads, the bodies of quantified formulas included.
    fn expr(&self, expr: &Expr, reads: &mut Bits) {
        match expr {
            Expr::Static(field) => reads.insert(self.number(Variable::Static(*field))),
            Expr::Field(_, field) => reads.insert(self.number(Variable::Field(*field))),
            Expr::Elem(..) => reads.insert(self.number(Variable::Cell)),
            Expr::Quant(quant) => {
                reads.insert(self.number(Variable::Cell));
                self.expr(&quant.body, reads);
            }
            _ => {}
        }
        expr.operands().into_iter().for_each(|operand| self.expr(operand, reads));
    }

    fn number(&self, variable: Variable) -> usize {
        match variable {
            Variable::Cell => 0,
            Variable::Field(field) => 1 + field.index(),
            Variable::Static(field) => 1 + self.fields + field.index(),
            Variable::Local(..) => unreachable!("locals belong to one thread"),
        }
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
