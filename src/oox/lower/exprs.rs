//! Expressions: elementary steps through temporaries, in the order of evaluation.
//!
//! Operands that are locals of the program are not copied: nothing that a later operand does can change them.

use super::builder::Builder;
use super::conditions::is_nonzero;
use crate::ir::{self, BinaryOp, Callee, Const, InstrKind, LocalId, MethodId, SiteKind, Terminator, Type, UnaryOp};
use crate::oox::check::hir::{Call, Expr, ExprKind, Quant, Target};
use crate::source::Span;
use std::sync::Arc;

impl<'a> Builder<'_, 'a> {
    /// Evaluates to a pure expression.
    pub fn pure(&mut self, expr: &'a Expr) -> ir::Expr {
        let value = self.whole(expr);
        if value.is_step() { ir::Expr::Local(self.keep(value, &expr.ty, expr.span)) } else { value }
    }

    /// Evaluates to a constant or a local.
    pub fn atom(&mut self, expr: &'a Expr) -> ir::Expr {
        let value = self.whole(expr);
        if value.is_atom() { value } else { ir::Expr::Local(self.keep(value, &expr.ty, expr.span)) }
    }

    /// Evaluates to a local.
    pub fn local_of(&mut self, expr: &'a Expr) -> LocalId {
        match self.whole(expr) {
            ir::Expr::Local(local) => local,
            value => self.keep(value, &expr.ty, expr.span),
        }
    }

    fn keep(&mut self, value: ir::Expr, ty: &Type, span: Span) -> LocalId {
        let temp = self.temp(ty);
        self.assign(temp, value, span);
        temp
    }

    /// Evaluates into a local, which is assigned last: the expression may read it, and keeps it where it throws.
    pub fn eval_into(&mut self, dst: LocalId, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Call(call) => self.call(call, Some(dst)),
            ExprKind::NewArray(innermost, sizes) => self.new_array_into(dst, innermost, sizes, expr.span),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, ..) if self.jumps(expr) => {
                self.jump_into(dst, expr);
            }
            _ => {
                let value = self.whole(expr);
                self.assign(dst, value, expr.span);
            }
        }
    }

    /// Evaluates to a pure expression, or to one step whose operands are evaluated.
    pub(super) fn whole(&mut self, expr: &'a Expr) -> ir::Expr {
        let value = self.unchecked(expr);
        if self.may_overflow(expr) { self.fitting(value, expr) } else { value }
    }

    /// The same where a result may have too many bits.
    fn unchecked(&mut self, expr: &'a Expr) -> ir::Expr {
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Static(_) => self.tree(expr),
            ExprKind::Local(local) => self.read(*local, expr.span),
            ExprKind::Field(object, field) => {
                let object = self.local_of(object);
                ir::Expr::Field(Box::new(ir::Expr::Local(object)), *field)
            }
            ExprKind::Elem(array, index) => {
                let array = self.local_of(array);
                let index = self.atom(index);
                ir::Expr::Elem(Box::new(ir::Expr::Local(array)), Box::new(index))
            }
            ExprKind::Len(array) => {
                let array = self.local_of(array);
                ir::Expr::Len(Box::new(ir::Expr::Local(array)))
            }
            ExprKind::Unary(op, a) => unary(*op, self.pure(a)),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, ..) if self.jumps(expr) => {
                let temp = self.temp(&Type::Bool);
                self.jump_into(temp, expr);
                ir::Expr::Local(temp)
            }
            ExprKind::Binary(op, a, b) if op.divides() && !is_nonzero(b) => {
                let (a, b) = (self.atom(a), self.atom(b));
                ir::Expr::binary(division(*op, &expr.ty), a, b)
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.pure(a), self.pure(b));
                ir::Expr::binary(division(*op, &expr.ty), a, b)
            }
            ExprKind::InstanceOf(a, ty) => ir::Expr::instance_of(self.pure(a), ty.clone()),
            ExprKind::Cast(a, ty) if self.cx.is_subtype(&a.ty, ty) => self.whole(a),
            ExprKind::Cast(a, ty) => ir::Expr::Cast(Box::new(self.atom(a)), ty.clone()),
            ExprKind::Call(call) => {
                let temp = self.temp(&expr.ty);
                self.call(call, Some(temp));
                ir::Expr::Local(temp)
            }
            ExprKind::New(class, constructor, args) => {
                let mut values: Vec<ir::Expr> = args.iter().map(|a| self.pure(a)).collect();
                let site = self.cx.site(self.method, expr.span, SiteKind::Object(*class));
                let object = self.temp(&expr.ty);
                self.emit(InstrKind::NewObject { dst: object, site }, expr.span);
                values.insert(0, ir::Expr::Local(object));
                self.enter(None, Callee::Exact(*constructor), values, expr.span);
                ir::Expr::Local(object)
            }
            ExprKind::NewArray(innermost, sizes) => {
                let temp = self.temp(&expr.ty);
                self.new_array_into(temp, innermost, sizes, expr.span);
                ir::Expr::Local(temp)
            }
            ExprKind::Quant(quant) => {
                let domain = self.local_of(&quant.domain);
                self.quantified(quant, ir::Expr::Local(domain), expr.span)
            }
            ExprKind::Then(first, second) => {
                self.pure(first);
                self.whole(second)
            }
        }
    }

    /// The expression as a tree, heap reads included: the body of a quantifier. It emits only the checks that `retval` and
    /// values of `old` are present, which come before the quantifier.
    fn tree(&mut self, expr: &'a Expr) -> ir::Expr {
        let boxed = |e| Box::new(e);
        match &expr.kind {
            ExprKind::Const(value) => ir::Expr::Const(value.clone()),
            ExprKind::Local(local) => self.read(*local, expr.span),
            ExprKind::Static(field) => ir::Expr::Static(*field),
            ExprKind::Field(a, field) => ir::Expr::Field(boxed(self.tree(a)), *field),
            ExprKind::Elem(a, index) => ir::Expr::Elem(boxed(self.tree(a)), boxed(self.tree(index))),
            ExprKind::Len(a) => ir::Expr::Len(boxed(self.tree(a))),
            ExprKind::Unary(op, a) => unary(*op, self.tree(a)),
            ExprKind::Binary(op, a, b) => ir::Expr::binary(division(*op, &expr.ty), self.tree(a), self.tree(b)),
            ExprKind::InstanceOf(a, ty) => ir::Expr::instance_of(self.tree(a), ty.clone()),
            ExprKind::Cast(a, ty) if self.cx.is_subtype(&a.ty, ty) => self.tree(a),
            ExprKind::Cast(a, ty) => ir::Expr::Cast(boxed(self.tree(a)), ty.clone()),
            ExprKind::Quant(quant) => {
                let domain = self.tree(&quant.domain);
                self.quantified(quant, domain, expr.span)
            }
            ExprKind::Then(first, second) => {
                // `x == x` is true and throws what `x` throws; the second is a truth value.
                let (first, second) = (self.tree(first), self.tree(second));
                let same = ir::Expr::binary(BinaryOp::Eq, first.clone(), first);
                ir::Expr::binary(BinaryOp::And, same, second)
            }
            ExprKind::Call(_) | ExprKind::New(..) | ExprKind::NewArray(..) => {
                unreachable!("the checker refuses calls and allocations in quantifiers")
            }
        }
    }

    fn quantified(&mut self, quant: &'a Quant, domain: ir::Expr, span: Span) -> ir::Expr {
        let body = self.tree(&quant.body);
        ir::Expr::Quant(Arc::new(ir::Quant {
            forall: quant.forall,
            domain,
            elem: self.local(quant.elem),
            index: self.local(quant.index),
            body,
            span,
        }))
    }

    /// Whether evaluating the local, in the clause that is lowered, may find the missing value.
    pub fn may_name_missing(&self, local: LocalId) -> bool {
        self.clause.is_some()
            && self.retval.is_some_and(|(name, _)| name == local)
            && self.method.0 < self.cx.hir.methods.len() as u32
            && self.cx.falls_off(self.method)
    }

    fn read(&mut self, local: LocalId, span: Span) -> ir::Expr {
        let value = self.local(local);
        if self.may_name_missing(local) && self.present_in != Some(self.current) {
            self.present_in = Some(self.current);
            self.emit(InstrKind::CheckMissing { value, check: self.clause }, span);
        }
        self.recall(value, span);
        ir::Expr::Local(value)
    }

    /// A call; its value goes to `dst`, where it is used.
    pub fn call(&mut self, call: &'a Call, dst: Option<LocalId>) {
        if let Some((callee, args)) = self.callee(call) {
            self.enter(dst, callee, args, call.span);
        }
    }

    /// Evaluates the receiver, checks it, evaluates the arguments. Nothing when there is no such method: then no path goes on.
    pub fn callee(&mut self, call: &'a Call) -> Option<(Callee, Vec<ir::Expr>)> {
        let mut args = Vec::with_capacity(call.args.len() + 1);
        let callee = match &call.target {
            Target::Static(method) => Callee::Exact(*method),
            Target::Virtual(receiver, method) => {
                args.push(self.receiver(receiver));
                self.cx.dispatched(*method)
            }
            Target::Exact(receiver, method) => {
                args.push(self.receiver(receiver));
                Callee::Exact(*method)
            }
            Target::Unknown(name) => {
                self.end(Terminator::UnknownMethod(name.clone()), call.span);
                return None;
            }
        };
        for arg in &call.args {
            args.push(self.pure(arg));
        }
        Some((callee, args))
    }

    fn receiver(&mut self, receiver: &'a Expr) -> ir::Expr {
        let reference = self.local_of(receiver);
        if Some(reference) != self.this {
            self.emit(InstrKind::CheckNull { reference }, receiver.span);
        }
        ir::Expr::Local(reference)
    }

    /// The call itself; goes on behind it.
    pub fn enter(&mut self, dst: Option<LocalId>, callee: Callee, args: Vec<ir::Expr>, span: Span) {
        self.check_recursion(callee, &args, span);
        let next = self.new_block();
        self.end(Terminator::Call { dst, callee, args, next }, span);
        self.switch(next);
        if let Some(value) = dst
            && self.cx.may_be_missing(callee)
        {
            self.emit(InstrKind::CheckMissing { value, check: None }, span);
        }
    }

    /// The types of the formals that a call of a method assigns.
    pub(super) fn types_of(&self, method: MethodId) -> Vec<Type> {
        let m = &self.cx.hir.methods[method];
        m.this.iter().chain(&m.params).map(|&l| m.locals[l].ty.clone()).collect()
    }
}

/// A prefix operator; signs of literals are part of the number.
fn unary(op: UnaryOp, operand: ir::Expr) -> ir::Expr {
    match (op, operand) {
        (UnaryOp::Neg, ir::Expr::Const(Const::Num(n))) => ir::Expr::Const(Const::Num(-&n)),
        (UnaryOp::Not, operand) => operand.negated(),
        (op, operand) => ir::Expr::Unary(op, Box::new(operand)),
    }
}

/// Division on floats is another operator.
fn division(op: BinaryOp, ty: &Type) -> BinaryOp {
    if op == BinaryOp::Div && *ty == Type::Float { BinaryOp::FloatDiv } else { op }
}
