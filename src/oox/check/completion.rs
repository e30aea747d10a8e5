//! Which methods may fall off their end.
//!
//! An over-approximation on the tree: conditions other than `while (true)` and `assume false` may have either value, and
//! every `try` may throw.

use super::codes;
use super::reporter::Reporter;
use crate::oox::parse::ast::{Block, ExprKind, Stmt, StmtKind};
use crate::source::{Diagnostic, Phase, Span};

/// Whether the body of a valued method may reach its closing brace. Warns if it does.
pub(super) fn falls_off(name: &str, span: Span, body: &Block, out: &mut Reporter) -> bool {
    let completes = block(body).completes;
    if completes {
        out.report(
            Diagnostic::warning(Phase::Static, codes::FALLS_OFF, span, format!("`{name}` can end without `return`"))
                .related(body.close, "this point can be reached")
                .help("using the value of such a call is a violation of kind missing-return"),
        );
    }
    completes
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

fn block(block: &Block) -> Ways {
    let mut ways = GOES_ON;
    for stmt in &block.stmts {
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
        StmtKind::Block(b) | StmtKind::Lock { body: b, .. } => block(b),
        StmtKind::If { then, other, .. } => statement(then).or(other.as_deref().map_or(GOES_ON, statement)),
        StmtKind::While { cond, body, .. } => {
            let is_endless = cond.kind == ExprKind::Bool(true);
            Ways { completes: !is_endless || statement(body).breaks, breaks: false }
        }
        StmtKind::Break => Ways { completes: false, breaks: true },
        StmtKind::Continue | StmtKind::Return(_) | StmtKind::Throw(_) => ENDS,
        StmtKind::Assume(e) if e.kind == ExprKind::Bool(false) => ENDS,
        StmtKind::Try { body, handler } => block(body).or(block(handler)),
        StmtKind::Empty
        | StmtKind::Declare { .. }
        | StmtKind::Assign { .. }
        | StmtKind::Call(_)
        | StmtKind::Assert(_)
        | StmtKind::Assume(_)
        | StmtKind::Cover(_)
        | StmtKind::Fork(_)
        | StmtKind::Join => GOES_ON,
    }
}
