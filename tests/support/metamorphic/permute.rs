//! Changes the order in which inputs and facts about them get their numbers: the parameters of the entry method are permuted,
//! and it begins with conditions that it has later anyway, the last first.

use super::traced::{Edits, Piece, between};
use super::{Choices, Source, Subject};
use crate::walk::{self, Node};
use multise::Span;
use multise::internals::oox::ast::{BinaryOp, Expr, ExprKind, Method, MethodKind, Param};
use std::fmt::Write;

/// How many of these conditions are added.
const FACTS: usize = 4;

/// Changes the order.
pub fn change(source: &Source<'_>, choices: &mut Choices) -> Option<Subject> {
    let entry = entry(source)?;
    let mut edits = Edits::default();
    // No call may pass arguments in the old order.
    if source.mentions(&entry.name.name) == 1 && entry.params.len() > 1 {
        let mut left: Vec<&Param> = entry.params.iter().rev().collect();
        if choices.one_in(2) {
            left.rotate_left(1);
        }
        for (old, new) in entry.params.iter().zip(left) {
            edits.replace(place(old), vec![Piece::Made(source.subject.text.part(place(new)))]);
        }
    }
    let body = entry.body.as_ref()?;
    let mut facts: Vec<&Expr> = Vec::new();
    walk::method(source.text(), entry, &mut |node| {
        if let Node::Expr(expr) = node
            && is_fact(expr, &entry.params)
            // Where integers have a width, an operation may overflow that an earlier condition excludes.
            && source.subject.options.config.dialect.int_width.is_none()
        {
            facts.push(expr);
        }
    });
    if !facts.is_empty() {
        let name = format!("{}0", source.fresh);
        let mut asked = format!(" int {name};");
        for fact in facts.iter().rev().take(FACTS) {
            let _ = write!(asked, " if ({}) {{ {name} := {name} + 1; }}", source.subject.text.slice(fact.span));
        }
        edits.insert(body.open.end, asked);
    }
    source.edited(edits)
}

/// The entry method, unless it is a constructor, which may have to begin with another constructor call.
fn entry<'a>(source: &'a Source<'_>) -> Option<&'a Method> {
    let (class, method) = source.subject.options.entry.split_once('.')?;
    let class = source.program.classes.iter().find(|it| it.name.name == class)?;
    class.methods.iter().find(|it| it.name.name == method && it.kind != MethodKind::Constructor)
}

fn place(param: &Param) -> Span {
    between(param.ty.span.start, param.name.span.end)
}

/// Whether an expression compares parameters and constants and cannot throw.
fn is_fact(expr: &Expr, params: &[Param]) -> bool {
    match &expr.kind {
        ExprKind::Binary(
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge,
            a,
            b,
        ) => is_term(a, params) && is_term(b, params),
        _ => false,
    }
}

fn is_term(expr: &Expr, params: &[Param]) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) | ExprKind::Null => true,
        ExprKind::Name(name) => params.iter().any(|param| param.name.name == *name),
        ExprKind::Unary(_, operand) => is_term(operand, params),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
            is_term(a, params) && is_term(b, params)
        }
        _ => false,
    }
}
