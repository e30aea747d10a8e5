//! Edges, definitions and uses: what the analyses need to know of instructions and blocks.

use super::{
    BinaryOp, Block, BlockId, Const, Expr, Instr, InstrKind, LocalId, Method, MethodKind, Terminator, ThreadOp, UnaryOp,
};
use crate::closure::closure;
use crate::ieee::{Op, Unary};
use crate::index::IndexVec;
use std::collections::BTreeSet;

/// For each block, the blocks that have an edge to it, in their order.
pub fn predecessors(succs: &IndexVec<BlockId, Vec<BlockId>>) -> IndexVec<BlockId, Vec<BlockId>> {
    let mut preds: IndexVec<BlockId, Vec<BlockId>> = succs.ids().map(|_| Vec::new()).collect();
    succs.iter_enumerated().for_each(|(from, to)| to.iter().for_each(|&to| preds[to].push(from)));
    preds
}

impl Expr {
    /// Whether the value is one elementary step that only an assignment may hold: a heap read, a static field, a cast,
    /// a quantifier, a division by anything but a non-zero constant, or a number that has to be known. The operands do not count.
    pub fn is_step(&self) -> bool {
        match self {
            Expr::Const(_)
            | Expr::Local(_)
            | Expr::Unary(..)
            | Expr::InstanceOf(..)
            | Expr::Wrap(..)
            | Expr::Bits(..)
            | Expr::Caught(..)
            | Expr::CausedBy(..)
            | Expr::FromInner(_)
            | Expr::Carried(_) => false,
            Expr::Ieee(op, _) => matches!(op, Op::Unary(Unary::Known, _)),
            Expr::Static(_) | Expr::Field(..) | Expr::Elem(..) | Expr::Len(_) | Expr::Cast(..) | Expr::Quant(_) => true,
            Expr::Binary(op, _, divisor) => op.divides() && !divisor.is_nonzero(),
        }
    }

    /// Whether no part is a step.
    pub fn is_pure(&self) -> bool {
        !self.is_step() && self.operands().into_iter().all(Expr::is_pure)
    }

    /// Whether this is a constant or a local.
    pub fn is_atom(&self) -> bool {
        matches!(self, Expr::Const(_) | Expr::Local(_))
    }

    /// Whether this is a constant number other than zero.
    pub fn is_nonzero(&self) -> bool {
        matches!(self, Expr::Const(Const::Num(n)) if !n.is_zero())
    }

    /// Calls `f` for every local that is read, binders of quantifiers excluded.
    pub fn for_each_local(&self, f: &mut impl FnMut(LocalId)) {
        self.visit_locals(&mut Vec::new(), f);
    }

    /// Whether `is` holds for all locals that are read, binders of quantifiers excluded.
    pub fn reads_only(&self, is: impl Fn(LocalId) -> bool) -> bool {
        let mut all = true;
        self.for_each_local(&mut |local| all &= is(local));
        all
    }

    fn visit_locals(&self, bound: &mut Vec<LocalId>, f: &mut impl FnMut(LocalId)) {
        match self {
            Expr::Local(local) if !bound.contains(local) => f(*local),
            Expr::Caught(slot, _) | Expr::CausedBy(slot, _) | Expr::FromInner(slot) | Expr::Carried(slot) => f(*slot),
            Expr::Quant(quant) => {
                quant.domain.visit_locals(bound, f);
                bound.extend([quant.elem, quant.index]);
                quant.body.visit_locals(bound, f);
                bound.truncate(bound.len() - 2);
            }
            _ => {
                for operand in self.operands() {
                    operand.visit_locals(bound, f);
                }
            }
        }
    }

    /// The negation, without a second `!`.
    pub fn negated(self) -> Expr {
        match self {
            Expr::Const(Const::Bool(value)) => Expr::bool(!value),
            Expr::Unary(UnaryOp::Not, inner) => *inner,
            other => Expr::Unary(UnaryOp::Not, Box::new(other)),
        }
    }
}

impl BinaryOp {
    /// Whether the operator throws where its right operand is zero.
    pub fn divides(self) -> bool {
        matches!(self, BinaryOp::Div | BinaryOp::FloatDiv | BinaryOp::Rem | BinaryOp::DivTrunc | BinaryOp::RemTrunc)
    }
}

impl Instr {
    /// The local that is assigned.
    pub fn def(&self) -> Option<LocalId> {
        match self.kind {
            InstrKind::Assign { dst, .. }
            | InstrKind::Havoc { dst, .. }
            | InstrKind::NewObject { dst, .. }
            | InstrKind::NewArray { dst, .. } => Some(dst),
            _ => None,
        }
    }

    /// Calls `f` for every local that is read.
    pub fn for_each_use(&self, f: &mut impl FnMut(LocalId)) {
        match &self.kind {
            InstrKind::CheckNull { reference: local }
            | InstrKind::StoreField { object: local, .. }
            | InstrKind::StoreElem { array: local, .. }
            | InstrKind::ClauseThrew { slot: local, .. }
            | InstrKind::CheckMissing { value: local, .. }
            | InstrKind::Thread(ThreadOp::Lock(local) | ThreadOp::Unlock(local)) => f(*local),
            InstrKind::CheckStore { array, value } => {
                f(*array);
                f(*value);
            }
            InstrKind::Modifies { locations, .. } => locations.iter().flat_map(|l| l.locals()).for_each(&mut *f),
            _ => {}
        }
        self.kind.exprs().for_each(|expr| expr.for_each_local(f));
    }
}

impl InstrKind {
    /// The expressions that are evaluated, in order.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let (first, second, args): (Option<&Expr>, Option<&Expr>, &[Expr]) = match self {
            InstrKind::Assign { value: expr, .. }
            | InstrKind::StoreField { value: expr, .. }
            | InstrKind::StoreStatic { value: expr, .. }
            | InstrKind::NewArray { length: expr, .. }
            | InstrKind::Assert { cond: expr, .. }
            | InstrKind::Assume { cond: expr }
            | InstrKind::Cover { cond: expr, .. }
            | InstrKind::Clause { cond: expr, .. } => (Some(expr), None, &[]),
            InstrKind::StoreElem { index, value, .. } => (Some(index), Some(value), &[]),
            InstrKind::Thread(ThreadOp::Fork { args, .. }) => (None, None, args),
            InstrKind::CheckNull { .. }
            | InstrKind::CheckStore { .. }
            | InstrKind::CheckMissing { .. }
            | InstrKind::ClauseThrew { .. }
            | InstrKind::Havoc { .. }
            | InstrKind::NewObject { .. }
            | InstrKind::Modifies { .. }
            | InstrKind::Thread(ThreadOp::Lock(_) | ThreadOp::Unlock(_) | ThreadOp::Join) => (None, None, &[]),
        };
        first.into_iter().chain(second).chain(args)
    }
}

impl Terminator {
    /// Where control goes on without an exception, in the order of the fields.
    pub fn targets(&self) -> Vec<BlockId> {
        match self {
            Terminator::Goto(next) | Terminator::Call { next, .. } => vec![*next],
            Terminator::Branch { then, other, .. } => vec![*then, *other],
            _ => Vec::new(),
        }
    }

    /// The same, for change.
    pub fn targets_mut(&mut self) -> Vec<&mut BlockId> {
        match self {
            Terminator::Goto(next) | Terminator::Call { next, .. } => vec![next],
            Terminator::Branch { then, other, .. } => vec![then, other],
            _ => Vec::new(),
        }
    }

    /// The expressions that are evaluated, in order.
    pub fn exprs(&self) -> &[Expr] {
        match self {
            Terminator::Branch { cond: expr, .. } | Terminator::Throw(Some(expr)) => std::slice::from_ref(expr),
            Terminator::Call { args, .. } => args,
            _ => &[],
        }
    }

    /// Calls `f` for every local that is read, those that the exits read excluded.
    pub fn for_each_use(&self, f: &mut impl FnMut(LocalId)) {
        if let Terminator::Rethrow(slot, carried) = self {
            [Some(*slot), *carried].into_iter().flatten().for_each(&mut *f);
        }
        self.exprs().iter().for_each(|expr| expr.for_each_local(f));
    }

    /// Whether an exception can leave the block here.
    pub fn may_throw(&self) -> bool {
        matches!(self, Terminator::Call { .. } | Terminator::Throw(_) | Terminator::Rethrow(..))
    }
}

impl Block {
    /// The number of the first instruction that may throw, the terminator counted as one more. `this` is the receiver
    /// of the method: never null.
    pub fn first_throw(&self, this: Option<LocalId>) -> Option<usize> {
        let instr = self.instrs.iter().position(|i| i.may_throw(this));
        instr.or(self.term.may_throw().then_some(self.instrs.len()))
    }
}

impl Instr {
    /// Whether the instruction can throw. `this` is the receiver of the method: never null.
    pub fn may_throw(&self, this: Option<LocalId>) -> bool {
        match &self.kind {
            InstrKind::Assign { value: Expr::Field(object, _), .. } => {
                !matches!(**object, Expr::Local(o) if Some(o) == this)
            }
            InstrKind::Assign { value: Expr::Static(_), .. } => false,
            InstrKind::Assign { value, .. } => value.is_step(),
            InstrKind::CheckNull { reference: object } | InstrKind::StoreField { object, .. } => Some(*object) != this,
            InstrKind::StoreElem { .. } | InstrKind::CheckStore { .. } => true,
            InstrKind::NewArray { length, .. } => !matches!(length, Expr::Const(Const::Num(n)) if !n.is_negative()),
            InstrKind::Assert { cond, .. } | InstrKind::Clause { cond, .. } => cond.is_step(),
            InstrKind::StoreStatic { .. }
            | InstrKind::Havoc { .. }
            | InstrKind::NewObject { .. }
            | InstrKind::Assume { .. }
            | InstrKind::Cover { .. }
            | InstrKind::ClauseThrew { .. }
            | InstrKind::CheckMissing { .. }
            | InstrKind::Modifies { .. }
            | InstrKind::Thread(_) => false,
        }
    }
}

impl Method {
    /// The receiver: assigned by calls alone, never null.
    pub fn this(&self) -> Option<LocalId> {
        match self.kind {
            MethodKind::Instance | MethodKind::Constructor => self.formals.first().copied(),
            MethodKind::Static | MethodKind::Initialiser => None,
        }
    }

    /// The block that ends the frame normally; none in an abstract method.
    pub fn return_block(&self) -> Option<BlockId> {
        self.blocks.ids().rev().find(|&b| matches!(self.blocks[b].term, Terminator::Return))
    }

    /// The block that ends the frame with an exception; none in an abstract method.
    pub fn unwind_block(&self) -> Option<BlockId> {
        self.blocks.ids().rev().find(|&b| matches!(self.blocks[b].term, Terminator::Unwind))
    }

    /// The normal and the exceptional exit; the entry in the place of one that an abstract method does not have.
    pub fn exits(&self) -> [BlockId; 2] {
        [self.return_block(), self.unwind_block()].map(|exit| exit.unwrap_or(self.entry))
    }

    /// The successors of each block; the handler last, where the block may throw.
    pub fn successors(&self) -> IndexVec<BlockId, Vec<BlockId>> {
        self.blocks.iter().map(|block| block.successors(self)).collect()
    }

    /// What is done from each block on until the call ends, from what each block does.
    pub fn until_end<T: Clone + PartialEq>(
        &self,
        mut does: IndexVec<BlockId, T>,
        join: impl Fn(&mut T, &T),
    ) -> IndexVec<BlockId, T> {
        let order = self.shape.wto.order();
        let mut grows = true;
        while std::mem::take(&mut grows) {
            for &block in order.iter().rev() {
                let mut all = does[block].clone();
                self.blocks[block].successors(self).into_iter().for_each(|next| join(&mut all, &does[next]));
                grows |= all != does[block];
                does[block] = all;
            }
        }
        does
    }

    /// The blocks that calls can run: all but those that only run before an entry.
    pub fn called_blocks(&self) -> BTreeSet<BlockId> {
        let first = Some(self.called).filter(|_| !self.blocks.is_empty());
        closure(first, |block| self.blocks[block].successors(self))
    }

    /// Whether it has a loop.
    pub fn has_loops(&self) -> bool {
        self.shape.wto.heads.iter().any(|heads| !heads.is_empty())
    }

    /// Whether an instruction or a call gives a local a value.
    pub fn assigns(&self, local: LocalId) -> bool {
        self.blocks.iter().any(|block| {
            let called = matches!(block.term, Terminator::Call { dst: Some(dst), .. } if dst == local);
            called || block.instrs.iter().any(|instr| instr.def() == Some(local))
        })
    }

    /// The blocks that run from one on until another one begins.
    pub fn until(&self, from: BlockId, end: BlockId) -> BTreeSet<BlockId> {
        let is_before = |block: &BlockId| *block != end;
        closure(Some(from).filter(is_before), |block| self.blocks[block].successors(self).into_iter().filter(is_before))
    }
}
