//! Which methods may fall off their end.
//!
//! An over-approximation on the tree, known before anything is lowered: conditions other than `while (true)` may have
//! either value, and every `try` may throw.

use crate::check::hir::{Expr, ExprKind, Method, Stmt, StmtKind};

/// Whether a valued method may reach its closing brace.
pub(super) fn falls_off(method: &Method) -> bool {
    method.result.is_some() && method.body.as_ref().is_some_and(|body| sequence(body).completes)
}

/// How control may leave a statement, returns, exceptions and `continue` aside.
#[derive(Clone, Copy)]
struct Ways {
    completes: bool,
    breaks: bool,
}

const ENDS: Ways = Ways { completes: false, breaks: false };
const GOES_ON: Ways = Ways { completes: true, breaks: false };

impl Ways {
    fn or(self, other: Ways) -> Ways {
        Ways { completes: self.completes || other.completes, breaks: self.breaks || other.breaks }
    }
}

fn sequence(stmts: &[Stmt]) -> Ways {
    let mut ways = GOES_ON;
    for stmt in stmts {
        let next = statement(stmt);
        ways = Ways { completes: next.completes, breaks: ways.breaks || next.breaks };
        if !next.completes {
            break;
        }
    }
    ways
}

fn statement(stmt: &Stmt) -> Ways {
    match &stmt.kind {
        StmtKind::Block(stmts) | StmtKind::Lock(_, stmts) => sequence(stmts),
        StmtKind::If(_, then, other) => statement(then).or(other.as_deref().map_or(GOES_ON, statement)),
        StmtKind::While(l) => {
            let body = statement(&l.body);
            Ways { completes: !is_true(&l.cond) || body.breaks, breaks: false }
        }
        StmtKind::Break => Ways { completes: false, breaks: true },
        StmtKind::Continue | StmtKind::Return(_) | StmtKind::Throw(_) => ENDS,
        StmtKind::Try(body, catch) => sequence(body).or(sequence(catch)),
        StmtKind::Assign(..)
        | StmtKind::Call(_)
        | StmtKind::Assert(_)
        | StmtKind::Assume(_)
        | StmtKind::Fork(_)
        | StmtKind::Join => GOES_ON,
    }
}

fn is_true(cond: &Expr) -> bool {
    matches!(cond.kind, ExprKind::Bool(true))
}
