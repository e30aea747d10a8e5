//! Operators, and the conversions that a value undergoes on its way to a place.
//!
//! | operators | operands | result |
//! |---|---|---|
//! | `+ - * /`, prefix `-` | numeric | the operands' type where they agree, else `float` if one is, else `int` |
//! | `%` | `int`, `uint` | likewise |
//! | `< <= > >=` | numeric | `bool` |
//! | `== !=` | numeric; equal types; references that can be the same one, or null | `bool` |
//! | `&& \|\| ==> !` | `bool` | `bool` |
//!
//! A value goes to a place of its own type, of a supertype, or, when it is `null`, of any reference type. An integer
//! literal also goes to `uint` and, with a sign or without, to `float`. Nothing else converts.

use super::body::Body;
use super::codes;
use super::hir::{Expr, ExprKind};
use super::reporter::error;
use super::world::MaybeType;
use crate::ir::{BinaryOp, Const, Type, UnaryOp};
use crate::oox::parse::ast;
use crate::source::{Diagnostic, Span};

/// The operands that an operator takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Arithmetic,
    Remainder,
    Order,
    Equality,
    Logic,
}

fn family(op: BinaryOp) -> Family {
    match op {
        BinaryOp::Implies | BinaryOp::And | BinaryOp::Or => Family::Logic,
        BinaryOp::Eq | BinaryOp::Ne => Family::Equality,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Family::Order,
        BinaryOp::Rem | BinaryOp::RemTrunc => Family::Remainder,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => Family::Arithmetic,
        BinaryOp::Div | BinaryOp::DivTrunc | BinaryOp::FloatDiv => Family::Arithmetic,
    }
}

impl Family {
    fn takes(self, ty: &Type) -> bool {
        match self {
            Family::Arithmetic | Family::Order => ty.is_numeric(),
            Family::Remainder => matches!(ty, Type::Int | Type::Uint),
            Family::Logic => *ty == Type::Bool,
            Family::Equality => true,
        }
    }

    fn wants(self) -> &'static str {
        match self {
            Family::Arithmetic | Family::Order => "numbers",
            Family::Remainder => "integers",
            Family::Logic => "operands of type `bool`",
            Family::Equality => "operands of one type",
        }
    }
}

impl Body<'_, '_> {
    /// `op operand`
    pub fn unary(&mut self, op: UnaryOp, operand: &ast::Expr, span: Span) -> Option<Expr> {
        let family = match op {
            UnaryOp::Neg => Family::Arithmetic,
            UnaryOp::Not => Family::Logic,
        };
        let operand = self.value(operand, None)?;
        if !self.takes(family, op.symbol(), &operand) {
            return None;
        }
        self.note_sign(&operand);
        let ty = operand.ty.clone();
        Some(Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, span })
    }

    /// `left op right`
    pub fn binary(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Expr> {
        let left = self.value(left, None);
        let right = self.value(right, None);
        let family = family(op);
        let mut operands_fit = true;
        for operand in [&left, &right].into_iter().flatten() {
            operands_fit &= self.takes(family, op.symbol(), operand);
        }
        let (left, right) = (left?, right?);
        if !operands_fit {
            return None;
        }
        if family == Family::Equality && !self.comparable(&left.ty, &right.ty) {
            return self.unrelated(op, left, right, span);
        }
        let ty = match family {
            Family::Arithmetic | Family::Remainder if left.ty == right.ty => left.ty.clone(),
            Family::Arithmetic | Family::Remainder if left.ty == Type::Float || right.ty == Type::Float => Type::Float,
            Family::Arithmetic | Family::Remainder => Type::Int,
            Family::Order | Family::Equality | Family::Logic => Type::Bool,
        };
        Some(Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span })
    }

    fn takes(&mut self, family: Family, symbol: &str, operand: &Expr) -> bool {
        let takes = family.takes(&operand.ty);
        if !takes {
            let mut wrong = error(codes::OPERAND, operand.span, format!("`{symbol}` takes {}", family.wants()));
            if family == Family::Order && matches!(operand.kind, ExprKind::Binary(..)) {
                wrong = wrong.help("a chain of comparisons is several: `0 <= x && x < n`");
            }
            self.report_type(wrong, &operand.ty);
        }
        takes
    }

    fn comparable(&self, a: &Type, b: &Type) -> bool {
        let world = self.cx.world;
        (a.is_numeric() && b.is_numeric()) || world.can_meet(a, b)
    }

    /// `==` between types without a common value: an error, or false (and `!=` true) in lenient mode.
    fn unrelated(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let world = self.cx.world;
        if world.is_doubtful(&left.ty) || world.is_doubtful(&right.ty) {
            return None;
        }
        let answer = op == BinaryOp::Ne;
        let (a, b) = (world.type_name(&left.ty), world.type_name(&right.ty));
        let diagnostic = error(codes::UNRELATED, span, format!("`{}` between `{a}` and `{b}`", op.symbol()))
            .label("these are never equal");
        if !self.cx.out.relaxable(diagnostic, &format!("this is `{answer}`")) {
            return None;
        }
        let node = |kind| Expr { kind, ty: Type::Bool, span };
        let answer = node(ExprKind::Const(Const::Bool(answer)));
        let then = node(ExprKind::Then(Box::new(right), Box::new(answer)));
        Some(node(ExprKind::Then(Box::new(left), Box::new(then))))
    }

    /// An expression whose value goes to a place of a type. `what` names the place.
    pub fn value_for(&mut self, e: &ast::Expr, ty: &MaybeType, what: &str) -> Option<Expr> {
        let value = self.value(e, ty.as_ref())?;
        self.convert(value, ty.as_ref()?, what)
    }

    /// Whether a value can go to a place of a type.
    pub fn converts(&self, value: &Expr, to: &Type) -> bool {
        self.cx.world.fits(&value.ty, to) || literal_fits(value, to)
    }

    /// The value converted to the type of a place; reports a mismatch.
    pub fn convert(&mut self, mut value: Expr, to: &Type, what: &str) -> Option<Expr> {
        if self.cx.world.fits(&value.ty, to) {
            return Some(value);
        }
        if literal_fits(&value, to) {
            if *to == Type::Float {
                self.note_float(&value);
            }
            retype(&mut value, to);
            return Some(value);
        }
        if !self.cx.world.is_doubtful(&value.ty) && !self.cx.world.is_doubtful(to) {
            let diagnostic = self.mismatch(&value, to, what);
            self.cx.out.report(diagnostic);
        }
        None
    }

    /// The error that a value does not go to a place of a type.
    pub fn mismatch(&self, value: &Expr, to: &Type, what: &str) -> Diagnostic {
        let world = self.cx.world;
        let (found, wanted) = (world.type_name(&value.ty), world.type_name(to));
        let text = self.cx.source.slice(value.span);
        let short = if text.len() < 30 && !text.contains('\n') { text } else { "…" };
        let mismatch = error(codes::MISMATCH, value.span, format!("{what} needs type `{wanted}`, not `{found}`"))
            .label(format!("this is of type `{found}`"));
        let (before, behind) = (value.span.before(), value.span.behind());
        match (&value.ty, to) {
            (Type::Int | Type::Uint, Type::Float) => {
                mismatch.help(format!("`{short} + 0.0` has type `float`")).fix("Add `0.0`", behind, " + 0.0")
            }
            (Type::Uint, Type::Int) => {
                mismatch.help(format!("`{short} + 0` has type `int`")).fix("Add `0`", behind, " + 0")
            }
            (Type::Class(_), Type::Class(_)) if world.can_meet(&value.ty, to) => {
                let throws = "has that type and throws when the object is of another";
                let cast = format!("({wanted}) ");
                mismatch.help(format!("a cast, `{cast}{short}`, {throws}")).fix(
                    format!("Cast to `{wanted}`"),
                    before,
                    cast,
                )
            }
            _ => mismatch,
        }
    }
}

/// Whether the value is an integer literal that a place of another numeric type takes.
pub(super) fn literal_fits(value: &Expr, to: &Type) -> bool {
    match (&value.kind, to) {
        (ExprKind::Const(Const::Num(_)), Type::Uint | Type::Float) => value.ty == Type::Int,
        (ExprKind::Unary(UnaryOp::Neg, operand), Type::Float) => literal_fits(operand, to),
        _ => false,
    }
}

/// Gives a literal another numeric type.
fn retype(literal: &mut Expr, ty: &Type) {
    let mut node = literal;
    loop {
        node.ty = ty.clone();
        match &mut node.kind {
            ExprKind::Unary(_, operand) => node = operand,
            _ => return,
        }
    }
}
