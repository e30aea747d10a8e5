//! Literals that have more bits than an integer, where integers have a width.
//!
//! A literal is reported at the end of its method: only then it is known that no sign is before it, and that it is no
//! `float`. Formulas compute with integers of any size, and may have any literals.

use super::body::Body;
use super::codes;
use super::hir::{Expr, ExprKind};
use super::reporter::error;
use crate::ir::{Const, UnaryOp};
use crate::num::Num;
use crate::source::Span;

impl Body<'_, '_> {
    /// Notes a literal that may be too large.
    pub fn note_integer(&mut self, n: &Num, span: Span) {
        let is_large = self.cx.int_width.is_some_and(|width| !width.has(n));
        if is_large && self.formula.is_none() {
            self.large.push(span);
        }
    }

    /// Forgets a literal before which there is a sign, if the two fit.
    pub fn note_sign(&mut self, operand: &Expr) {
        if let (Some(width), ExprKind::Const(Const::Num(n))) = (self.cx.int_width, &operand.kind)
            && width.has(&-n)
        {
            self.large.retain(|span| *span != operand.span);
        }
    }

    /// Forgets a literal that is a `float`.
    pub fn note_float(&mut self, literal: &Expr) {
        match &literal.kind {
            ExprKind::Unary(UnaryOp::Neg, operand) => self.note_float(operand),
            _ => self.large.retain(|span| *span != literal.span),
        }
    }

    /// Reports the literals that are too large.
    pub fn report_large(&mut self) {
        let Some(width) = self.cx.int_width else { return };
        for span in std::mem::take(&mut self.large) {
            let (bits, least, most) = (width.bits(), width.least(), width.most());
            let wrong =
                error(codes::LITERAL_WIDTH, span, format!("an integer of {bits} bits is from {least} to {most}"));
            self.cx.out.report(wrong.label("too large").help("--int-width sets the number of bits"));
        }
    }
}
