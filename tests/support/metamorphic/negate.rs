//! `if (c) A else B` becomes `if (!(c)) B else A`, or with the opposite comparison.

use super::traced::{Edits, Piece, between, new};
use super::{Choices, Source, Subject};
use crate::walk::{Node, extent};
use multise::internals::oox::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};

/// Negates some conditions.
pub fn change(source: &Source<'_>, choices: &mut Choices) -> Option<Subject> {
    let mut edits = Edits::default();
    source.walk(|node| {
        if let Node::Stmt(stmt) = node
            && let StmtKind::If { cond, then, other } = &stmt.kind
            && !choices.one_in(4)
        {
            let mut pieces = vec![new("if (")];
            pieces.extend(negation(cond, choices.one_in(2)));
            pieces.push(new(") "));
            pieces.extend(other.as_ref().map_or_else(|| vec![new("{ }")], |other| in_braces(other)));
            pieces.push(new(" else "));
            pieces.extend(in_braces(then));
            edits.replace(extent(stmt), pieces);
        }
    });
    source.edited(edits)
}

/// A branch as a block: its own `if` keeps its `else`.
pub fn in_braces(stmt: &Stmt) -> Vec<Piece> {
    let old = Piece::Old(extent(stmt));
    match stmt.kind {
        StmtKind::Block(_) => vec![old],
        _ => vec![new("{ "), old, new(" }")],
    }
}

fn negation(cond: &Expr, by_comparison: bool) -> Vec<Piece> {
    if by_comparison
        && let ExprKind::Binary(op, a, b) = &cond.kind
        && let Some(op) = opposite(*op)
    {
        return vec![Piece::Old(a.span), new(format!(" {} ", op.symbol())), Piece::Old(b.span)];
    }
    vec![new("!("), Piece::Old(between(cond.span.start, cond.span.end)), new(")")]
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Eq => Some(BinaryOp::Ne),
        BinaryOp::Ne => Some(BinaryOp::Eq),
        BinaryOp::Lt => Some(BinaryOp::Ge),
        BinaryOp::Le => Some(BinaryOp::Gt),
        BinaryOp::Gt => Some(BinaryOp::Le),
        BinaryOp::Ge => Some(BinaryOp::Lt),
        _ => None,
    }
}
