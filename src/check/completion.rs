//! Whether a valued method can reach its closing brace.

use super::codes;
use super::reporter::Reporter;
use crate::frontend::ast::{Block, ExprKind, Stmt, StmtKind};
use crate::source::{Diagnostic, Phase, Span};

/// Warns when the body of a valued method can complete without `return`.
pub(super) fn warn(name: &str, span: Span, body: &Block, out: &mut Reporter) {
    if block(body) {
        out.report(
            Diagnostic::warning(Phase::Static, codes::FALLS_OFF, span, format!("`{name}` can end without `return`"))
                .related(body.close, "this point can be reached")
                .help("using the value of such a call is a violation of kind missing-return"),
        );
    }
}

/// Whether control can get past the block, as far as its shape tells.
fn block(block: &Block) -> bool {
    block.stmts.iter().all(completes)
}

fn completes(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(_) | StmtKind::Throw(_) | StmtKind::Break | StmtKind::Continue => false,
        StmtKind::Assume(e) => e.kind != ExprKind::Bool(false),
        StmtKind::Block(b) | StmtKind::Lock { body: b, .. } => block(b),
        StmtKind::If { then, other, .. } => completes(then) || other.as_ref().is_none_or(|o| completes(o)),
        StmtKind::While { cond, body, .. } => cond.kind != ExprKind::Bool(true) || breaks(body),
        StmtKind::Try { body, handler } => block(body) || block(handler),
        StmtKind::Empty
        | StmtKind::Declare { .. }
        | StmtKind::Assign { .. }
        | StmtKind::Call(_)
        | StmtKind::Assert(_)
        | StmtKind::Fork(_)
        | StmtKind::Join => true,
    }
}

/// Whether the statement holds a `break` of the loop around it.
fn breaks(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Break => true,
        StmtKind::Block(b) | StmtKind::Lock { body: b, .. } => b.stmts.iter().any(breaks),
        StmtKind::If { then, other, .. } => breaks(then) || other.as_ref().is_some_and(|o| breaks(o)),
        StmtKind::Try { body, handler } => body.stmts.iter().chain(&handler.stmts).any(breaks),
        _ => false,
    }
}
