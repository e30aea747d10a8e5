//! Where integers have a width: a check behind each operation of the code whose result may have more bits.
//!
//! ```text
//!   t := a + b;  assert least <= t;  assert t <= most        of kind `overflow`, at the operation
//! ```
//!
//! With `--overflow wrap`, the last bits of the result are taken instead ([`ir::Expr::Wrap`]).
//!
//! So a variable never holds a number that is too large, and neither the engine nor proofs need to know why. An overflow is no
//! exception: no `catch` runs. Assertions, assumptions and clauses compute with integers of any size, and have no such checks.
//! What they store for later has the type [`Type::Integer`].

use super::builder::Builder;
use super::conditions::is_nonzero;
use crate::ir::{self, BinaryOp, Const, InstrKind, Kind, Type, UnaryOp, Width};
use crate::oox::check::hir::{Expr, ExprKind};
use crate::source::Span;

impl<'a> Builder<'_, 'a> {
    /// Emits a part that computes with integers of any size.
    pub(super) fn exactly<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let outside = std::mem::replace(&mut self.exact, true);
        let result = part(self);
        self.exact = outside;
        result
    }

    /// The type of a local that stores the value of a clause.
    pub(super) fn stored(&self, ty: &Type) -> Type {
        match ty {
            Type::Int | Type::Uint if self.cx.program.ints.is_some() => Type::Integer,
            other => other.clone(),
        }
    }

    /// Whether the result of the outermost operation may have more bits than an integer.
    pub(super) fn may_overflow(&self, expr: &Expr) -> bool {
        let is_minus_one = |e: &Expr| matches!(&e.kind, ExprKind::Unary(UnaryOp::Neg, _));
        let is_operation = match &expr.kind {
            // The checker refuses literals that are too large.
            ExprKind::Unary(UnaryOp::Neg, a) => !matches!(a.kind, ExprKind::Const(_)),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => true,
            ExprKind::Binary(BinaryOp::Div, _, divisor) => !is_nonzero(divisor) || is_minus_one(divisor),
            _ => false,
        };
        let is_seen = self.cx.program.ints.is_some() && (self.cx.wraps() || self.cx.is_checked(Kind::Overflow));
        is_operation && !self.exact && is_seen && matches!(expr.ty, Type::Int | Type::Uint)
    }

    /// A step, in a local of its own.
    fn stored_in_temp(&mut self, value: ir::Expr, span: Span) -> ir::Expr {
        let result = self.temp(&Type::Int);
        self.assign(result, value, span);
        ir::Expr::Local(result)
    }

    /// The result of an operation, where it has the bits of an integer.
    pub(super) fn fitting(&mut self, value: ir::Expr, expr: &'a Expr) -> ir::Expr {
        let Some(width) = self.cx.program.ints else { return value };
        if self.cx.wraps() {
            let value = if value.is_step() { self.stored_in_temp(value, expr.span) } else { value };
            return ir::Expr::Wrap(Width::signed(width.bits() as u8), Box::new(value));
        }
        let result = self.stored_in_temp(value, expr.span);
        let check = self.cx.check(Kind::Overflow, expr.span, self.method);
        for (op, bound) in [(BinaryOp::Ge, width.least()), (BinaryOp::Le, width.most())] {
            let cond = ir::Expr::binary(op, result.clone(), ir::Expr::Const(Const::Num(bound)));
            self.emit(InstrKind::Assert { cond, check }, expr.span);
        }
        result
    }
}
