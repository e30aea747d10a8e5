//! `while` and its contract.
//!
//! ```text
//!         olds of the invariants; known := false
//! head:   invariants in order ─ condition ┬─ check measure >= 0, check !known || measure < previous,
//!   ▲                                     │  previous := measure; known := true ─ body ─┐
//!   │                                     └─ exit                                       │
//!   └───────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! The head, which `continue` and the end of the body jump to, is the first block of the first invariant (without
//! invariants, of the condition). `break` and exceptions pass no check. The previous measure is a local of the loop, as are
//! the [olds](super::olds): they begin anew whenever the loop is entered. The clauses of a loop that never comes back to its head
//! become assertions when the method is [finished](super::simplify).

use super::builder::{Builder, Loop};
use crate::ir::{BinaryOp, CheckId, Expr, InstrKind, Kind, Local, LocalId, Type};
use crate::oox::check::hir::{self, Decreases, ExprKind};
use crate::source::Span;

/// The locals that remember the last measure.
struct Measure<'a> {
    clause: &'a Decreases,
    previous: LocalId,
    known: LocalId,
}

impl<'a> Builder<'_, 'a> {
    /// A loop.
    pub(super) fn while_loop(&mut self, source: &'a hir::Loop, span: Span) {
        let decreases = source.decreases.as_ref().filter(|_| self.cx.is_checked(Kind::Decreases));
        let (invariants, olds): (&[_], &[_]) = match self.cx.is_checked(Kind::Invariant) {
            true => (&source.invariants, &source.olds),
            false => (&[], &[]),
        };
        self.exactly(|builder| builder.remember(olds));
        let measure = decreases.map(|d| self.no_measure(d));
        let (mut head, mut checks) = (None, Vec::new());
        for invariant in invariants {
            let (first, check) = self.clause(invariant);
            head.get_or_insert(first);
            checks.push(check);
        }
        let head = head.unwrap_or_else(|| self.next_block());
        self.at(span);
        let (start, exit) = (self.new_block(), self.new_block());
        // A constant condition is nothing but a jump, to be kept for its line.
        self.blocks[self.current].pinned = matches!(source.cond.kind, ExprKind::Const(_));
        self.branch(&source.cond, start, exit);
        self.loops.push(Loop { exit, head, locks: self.locks.len() });
        self.switch(start);
        checks.extend(measure.map(|measure| self.check_measure(&measure)));
        self.of_loops.extend(checks.into_iter().map(|check| (check, head)));
        self.stmt(&source.body);
        self.goto(head);
        self.loops.pop();
        self.switch(exit);
    }

    /// The locals of a measure, none of which is known before the loop.
    fn no_measure(&mut self, clause: &'a Decreases) -> Measure<'a> {
        self.at(clause.span);
        let name = self.cx.source.in_one_line(clause.span);
        let ty = Some(self.stored(&Type::Int));
        let previous = self.locals.push(Local { name, ty });
        let known = self.temp(&Type::Bool);
        self.assign(previous, Expr::default_of(&Type::Int), clause.span);
        self.assign(known, Expr::bool(false), clause.span);
        Measure { clause, previous, known }
    }

    /// Checks that the measure is not negative, and smaller than the last one.
    fn check_measure(&mut self, measure: &Measure<'a>) -> CheckId {
        let Measure { clause, previous, known } = *measure;
        let span = clause.span;
        let (_, check) = self.checked_clause(Kind::Decreases, span, |builder, check| {
            let value = builder.temp(&Type::Int);
            builder.eval_into(value, &clause.measure);
            let at_least_zero = Expr::binary(BinaryOp::Ge, Expr::Local(value), Expr::int(0));
            builder.emit(InstrKind::Clause { cond: at_least_zero, check }, span);
            let first = Expr::Local(known).negated();
            let smaller = Expr::binary(BinaryOp::Lt, Expr::Local(value), Expr::Local(previous));
            builder.emit(InstrKind::Clause { cond: Expr::binary(BinaryOp::Or, first, smaller), check }, span);
            builder.assign(previous, Expr::Local(value), span);
            builder.assign(known, Expr::bool(true), span);
        });
        check
    }
}
