//! The static initialiser: one method that gives every static field its first value, in the order of the text.

use super::builder::{Builder, RETURN};
use super::context::Context;
use crate::index::IndexVec;
use crate::ir::{self, InstrKind, Local, Method, MethodKind, StaticId};
use crate::oox::check::hir::{Expr, ExprKind};

/// Lowers the initialisers. There is at least one static field.
pub(super) fn initialiser(cx: &mut Context<'_>) -> Method {
    let hir = cx.hir;
    let first = &hir.statics[StaticId(0)];
    let mut locals = IndexVec::new();
    let mut shifts = Vec::new();
    for field in hir.statics.iter() {
        shifts.push(locals.len() as u32);
        for local in field.init_locals.iter() {
            locals.push(Local { name: local.name.clone(), ty: Some(local.ty.clone()) });
        }
    }
    let lowered = Method::bare("static", first.class, MethodKind::Initialiser, first.span);
    let id = cx.program.methods.next_id();
    let mut builder = Builder::new(cx, id, locals, first.span);
    // An initialiser that runs code may see fields whose own initialiser has not run.
    let defaults_first = hir.statics.iter().any(|s| s.init.as_ref().is_some_and(|e| !is_constant(e)));
    for (id, field) in hir.statics.iter_enumerated().filter(|_| defaults_first) {
        builder.at(field.span);
        let value = ir::Expr::default_of(&field.ty);
        builder.emit(InstrKind::StoreStatic { field: id, value }, field.span);
    }
    for ((id, field), shift) in hir.statics.iter_enumerated().zip(shifts) {
        if defaults_first && field.init.is_none() {
            continue;
        }
        builder.at(field.span);
        builder.shift = shift;
        let value = field.init.as_ref().map_or_else(|| ir::Expr::default_of(&field.ty), |init| builder.pure(init));
        builder.emit(InstrKind::StoreStatic { field: id, value }, field.span);
    }
    builder.goto(RETURN);
    builder.finish(lowered)
}

/// Literals and operators that cannot throw.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) => true,
        ExprKind::Unary(_, a) => is_constant(a),
        ExprKind::Binary(op, a, b) => !op.divides() && is_constant(a) && is_constant(b),
        _ => false,
    }
}
