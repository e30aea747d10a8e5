//! `&&`, `||`, `==>` and conditions.
//!
//! A connective stays an operator when its right operand neither throws nor calls nor allocates (such an operand may be
//! evaluated although the left one decides, because that has no visible effect). Otherwise it becomes control flow. Conditions
//! then jump directly. Where the value is needed it is computed in a local, and the only branches are those that decide whether
//! to evaluate the next operand: `x := p && o.f` branches on `p` alone.
//!
//! Chains of one connective are taken as a whole, so that `p && o.f && q` is `p`, then `o.f && q` in one piece.

use super::builder::Builder;
use crate::ir::{self, BinaryOp, BlockId, Const, LocalId, Terminator, UnaryOp};
use crate::oox::check::hir::{Expr, ExprKind};

/// A maximal chain of one connective, cut where an operand must not be evaluated before the others have decided.
type Segments<'a> = Vec<Vec<&'a Expr>>;

impl<'a> Builder<'_, 'a> {
    /// Ends the current block with jumps to `then` where the condition is true and to `other` where it is false.
    pub fn branch(&mut self, cond: &'a Expr, then: BlockId, other: BlockId) {
        match &cond.kind {
            ExprKind::Const(Const::Bool(value)) => return self.goto(if *value { then } else { other }),
            ExprKind::Unary(UnaryOp::Not, inner) => return self.branch(inner, other, then),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) if self.jumps(cond) => {
                let mut segments = self.segments(cond, *op);
                let last = segments.pop().expect("a chain has operands");
                for segment in segments {
                    self.decide(*op, &segment, then, other);
                }
                return self.branch_segment(*op, &last, then, other);
            }
            ExprKind::Binary(BinaryOp::Implies, left, right) if self.jumps(cond) => {
                let next = self.new_block();
                self.branch(left, next, then);
                self.switch(next);
                return self.branch(right, then, other);
            }
            _ => {}
        }
        let value = self.pure(cond);
        let term = match value {
            ir::Expr::Const(Const::Bool(value)) => Terminator::Goto(if value { then } else { other }),
            cond => Terminator::Branch { cond, then, other },
        };
        self.end(term, cond.span);
    }

    /// The value of a connective that jumps, into a local; written last, so that the operands may read it.
    pub fn jump_into(&mut self, dst: LocalId, expr: &'a Expr) {
        let ExprKind::Binary(op, left, right) = &expr.kind else {
            unreachable!("only connectives jump");
        };
        let (decided, join) = (self.new_block(), self.new_block());
        if *op == BinaryOp::Implies {
            let next = self.new_block();
            self.branch(left, next, decided);
            self.switch(next);
            self.eval_into(dst, right);
        } else {
            let mut segments = self.segments(expr, *op);
            let last = segments.pop().expect("a chain has operands");
            for segment in segments {
                self.decide(*op, &segment, decided, decided);
            }
            match last.as_slice() {
                [only] => self.eval_into(dst, only),
                operands => {
                    let value = self.conjoined(*op, operands);
                    self.assign(dst, value, expr.span);
                }
            }
        }
        self.goto(join);
        self.switch(decided);
        self.assign(dst, ir::Expr::bool(*op != BinaryOp::And), expr.span);
        self.goto(join);
        self.switch(join);
    }

    /// Goes on where a segment leaves the chain undecided; otherwise to `then` (of `||`) or `other` (of `&&`).
    fn decide(&mut self, op: BinaryOp, segment: &[&'a Expr], then: BlockId, other: BlockId) {
        let next = self.new_block();
        match op {
            BinaryOp::And => self.branch_segment(op, segment, next, other),
            _ => self.branch_segment(op, segment, then, next),
        }
        self.switch(next);
    }

    fn branch_segment(&mut self, op: BinaryOp, segment: &[&'a Expr], then: BlockId, other: BlockId) {
        if let [only] = segment {
            return self.branch(only, then, other);
        }
        let span = segment[0].span.to(segment[segment.len() - 1].span);
        let cond = self.conjoined(op, segment);
        self.end(Terminator::Branch { cond, then, other }, span);
    }

    /// Operands that may all be evaluated, under one connective.
    fn conjoined(&mut self, op: BinaryOp, operands: &[&'a Expr]) -> ir::Expr {
        let values = operands.iter().map(|e| self.pure(e));
        values.reduce(|left, right| ir::Expr::binary(op, left, right)).expect("a segment has operands")
    }

    fn segments(&mut self, expr: &'a Expr, op: BinaryOp) -> Segments<'a> {
        let mut operands = Vec::new();
        flatten(expr, op, &mut operands);
        let mut segments: Segments<'a> = Vec::new();
        let mut alone = true;
        for operand in operands {
            let jumps = self.jumps(operand);
            if alone || jumps || self.acts(operand) {
                segments.push(vec![operand]);
            } else {
                segments.last_mut().expect("the first operand opened one").push(operand);
            }
            alone = jumps;
        }
        segments
    }

    /// Whether the evaluation must not be hoisted over a decision: it can throw, call, allocate or
    /// overflow, or its value may be missing.
    pub fn acts(&mut self, expr: &Expr) -> bool {
        let key = (std::ptr::from_ref(expr) as usize, true);
        if let Some(&known) = self.memo.get(&key) {
            return known;
        }
        let acts = match &expr.kind {
            ExprKind::Const(_) | ExprKind::Static(_) => false,
            ExprKind::Local(local) => {
                self.may_name_missing(*local) || self.remembered.contains_key(&self.local(*local))
            }
            ExprKind::Field(object, _) => {
                !matches!(object.kind, ExprKind::Local(l) if Some(self.local(l)) == self.this)
            }
            _ if self.may_overflow(expr) => true,
            ExprKind::Unary(_, a) | ExprKind::InstanceOf(a, _) => self.acts(a),
            ExprKind::Cast(a, ty) => !self.cx.is_subtype(&a.ty, ty) || self.acts(a),
            ExprKind::Binary(op, a, b) => op.divides() && !is_nonzero(b) || self.acts(a) || self.acts(b),
            ExprKind::Then(a, b) => self.acts(a) || self.acts(b),
            ExprKind::Elem(..)
            | ExprKind::Len(_)
            | ExprKind::Call(_)
            | ExprKind::New(..)
            | ExprKind::NewArray(..)
            | ExprKind::Quant(_) => true,
        };
        self.memo.insert(key, acts);
        acts
    }

    /// Whether a connective (under negations) becomes control flow.
    pub fn jumps(&mut self, expr: &Expr) -> bool {
        let key = (std::ptr::from_ref(expr) as usize, false);
        if let Some(&known) = self.memo.get(&key) {
            return known;
        }
        let jumps = match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, a) => self.jumps(a),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, a, b) => {
                self.acts(b) || self.jumps(a) || self.jumps(b)
            }
            _ => false,
        };
        self.memo.insert(key, jumps);
        jumps
    }
}

/// A literal other than zero: division by it cannot throw.
pub(super) fn is_nonzero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(Const::Num(n)) => !n.is_zero(),
        ExprKind::Unary(UnaryOp::Neg, a) => is_nonzero(a),
        _ => false,
    }
}

fn flatten<'a>(expr: &'a Expr, op: BinaryOp, out: &mut Vec<&'a Expr>) {
    match &expr.kind {
        ExprKind::Binary(o, a, b) if *o == op => {
            flatten(a, op, out);
            flatten(b, op, out);
        }
        _ => out.push(expr),
    }
}
