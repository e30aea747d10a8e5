//! `while (c) B` becomes `{ if (c) { B while (c) B } }`, in braces because an `else` may follow. Loops with clauses stay as
//! they are, because the clauses hold for the first iteration too. So do loops with a `break` or `continue` in their body.

use super::negate::in_braces;
use super::traced::{Edits, Piece, between, new};
use super::{Choices, Source, Subject};
use crate::walk::{Node, extent};
use multise::internals::oox::ast::{Block, Stmt, StmtKind};

/// Unrolls the first iteration of some loops.
pub fn change(source: &Source<'_>, choices: &mut Choices) -> Option<Subject> {
    let mut edits = Edits::default();
    source.walk(|node| {
        if let Node::Stmt(stmt) = node
            && let StmtKind::While { cond, invariants, measures, body } = &stmt.kind
            && invariants.is_empty()
            && measures.is_empty()
            && !jumps(body)
            && !choices.one_in(4)
        {
            let mut pieces = vec![new("{ if ("), Piece::Old(cond.span), new(") { ")];
            pieces.extend(in_braces(body));
            let head = between(stmt.span.start, body.span.start);
            pieces.extend([new(" "), Piece::Old(head), Piece::Old(extent(body)), new(" } }")]);
            edits.replace(extent(stmt), pieces);
        }
    });
    source.edited(edits)
}

/// Whether `break` or `continue` leaves the body of a loop.
fn jumps(stmt: &Stmt) -> bool {
    let in_block = |block: &Block| block.stmts.iter().any(jumps);
    match &stmt.kind {
        StmtKind::Break | StmtKind::Continue => true,
        StmtKind::Block(block) => in_block(block),
        StmtKind::If { then, other, .. } => jumps(then) || other.as_ref().is_some_and(|other| jumps(other)),
        StmtKind::Try { body, handler } => in_block(body) || in_block(handler),
        StmtKind::Lock { body, .. } => in_block(body),
        // A `break` or `continue` in an inner loop belongs to that loop.
        StmtKind::While { .. } => false,
        _ => false,
    }
}
