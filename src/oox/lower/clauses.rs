//! Methods: the contract around the body.
//!
//! ```text
//! entry:  requires clauses in order ─ olds, frame ─ body ┬─ ensures clauses in order ─ modifies ─ Return
//!                                                        └─ (exception in `thrown`) exceptional clauses in order
//!                                                           ─ modifies ─ Unwind
//! ```
//!
//! Clauses that are not checked are left out, but for `requires`: they are assumed of the inputs. Then calls begin behind
//! them. An `exceptional` clause that is not checked still allows exceptions.
//!
//! An exception while a clause is evaluated goes to a block of its own that ends in `ClauseThrew`. It is received in
//! another local than `thrown`, because that one is in flight while `exceptional` clauses are evaluated.

use super::builder::{Builder, RETURN, UNWIND};
use super::context::Context;
use crate::config::Property;
use crate::ir::{
    BinaryOp, BlockId, CheckId, ClauseKind, Const, Expr, Handler, InstrKind, Kind, Local, Method, MethodId, MethodKind,
    SiteKind, Terminator,
};
use crate::oox::check::hir::{self, ExprKind};
use crate::source::Span;

/// Lowers a method.
pub(super) fn method(cx: &mut Context<'_>, id: MethodId) -> Method {
    let hir = cx.hir;
    let source = &hir.methods[id];
    let locals = source.locals.iter().map(|l| Local { name: l.name.clone(), ty: Some(l.ty.clone()) }).collect();
    let has = |kind| source.clauses.iter().any(|c| c.kind == kind);
    let dialect = cx.dialect;
    let checked = |kind: ClauseKind| has(kind) && dialect.checks(kind.violation().property(None));
    let frame = source.frame.as_ref().filter(|_| dialect.checks(Property::Modifies));
    let is_measured = source.measure.is_some() && dialect.checks(Property::Decreases);
    let olds: &[_] = match is_measured || checked(ClauseKind::Ensures) || checked(ClauseKind::Exceptional) {
        true => &source.olds,
        false => &[],
    };
    let retval = if source.result.is_some() { source.retval } else { None };
    let lowered = Method {
        result: source.result.clone(),
        formals: source.this.into_iter().chain(source.params.iter().copied()).collect(),
        retval,
        has_exceptional: has(ClauseKind::Exceptional),
        is_framed: frame.is_some(),
        is_measured,
        ..Method::bare(&source.name, source.class, source.kind, source.span)
    };
    let mut lowered = match source.kind {
        MethodKind::Constructor if !hir.classes[source.class].is_abstract => {
            Method { makes: Some(cx.site(id, source.span, SiteKind::Object(source.class))), ..lowered }
        }
        _ => lowered,
    };
    let mut builder = Builder::new(cx, id, locals, source.span);
    let Some(body) = &source.body else {
        let Builder { locals, thrown, .. } = builder;
        return Method { locals, thrown, ..lowered };
    };
    builder.this = source.this;
    builder.retval = match source.kind {
        MethodKind::Constructor => source.retval.zip(source.this),
        _ => source.retval.zip(source.retval),
    };
    builder.clauses(source, ClauseKind::Requires);
    let after_requires = builder.next_block();
    builder.exactly(|builder| builder.remember(olds));
    let frame = frame.map(|frame| builder.exactly(|builder| builder.frame(frame)));
    let checks = |kind| checked(kind) || frame.is_some();
    builder.normal_exit = if checks(ClauseKind::Ensures) { builder.new_block() } else { RETURN };
    let exceptional_exit = if checks(ClauseKind::Exceptional) { builder.new_block() } else { UNWIND };
    let begin = builder.body(source, body, exceptional_exit);
    if has(ClauseKind::Requires) || !olds.is_empty() || frame.is_some() {
        lowered.body = begin;
    }
    if has(ClauseKind::Requires) && !checked(ClauseKind::Requires) {
        lowered.called = if olds.is_empty() && frame.is_none() { begin } else { after_requires };
    }
    lowered.ensures = checked(ClauseKind::Ensures).then_some(builder.normal_exit);
    for (kind, start, exit) in
        [(ClauseKind::Ensures, builder.normal_exit, RETURN), (ClauseKind::Exceptional, exceptional_exit, UNWIND)]
    {
        if checks(kind) {
            builder.switch(start);
            if checked(kind) {
                builder.clauses(source, kind);
            }
            if let Some(frame) = &frame {
                builder.check_frame(frame);
            }
            builder.goto(exit);
        }
    }
    builder.finish(lowered)
}

impl<'a> Builder<'_, 'a> {
    /// The body. Returns its first block.
    fn body(&mut self, source: &'a hir::Method, body: &'a [hir::Stmt], exceptional_exit: BlockId) -> BlockId {
        self.handler = Handler { block: exceptional_exit, slot: self.thrown };
        let start = self.next_block();
        self.count_tail_calls(body);
        self.stmts(body);
        self.at(source.end);
        if source.result.is_some()
            && let Some((_, retval)) = self.retval
        {
            self.assign(retval, Expr::Const(Const::Missing), source.end);
        }
        self.goto(self.normal_exit);
        self.handler = Handler { block: UNWIND, slot: self.thrown };
        start
    }

    /// The clauses of one kind, in the order of the text.
    fn clauses(&mut self, source: &'a hir::Method, kind: ClauseKind) {
        for clause in source.clauses.iter().filter(|c| c.kind == kind) {
            self.clause(clause);
        }
    }

    /// A clause that holds a formula. Returns its first block.
    pub(super) fn clause(&mut self, clause: &'a hir::Clause) -> (BlockId, CheckId) {
        self.checked_clause(clause.kind.violation(), clause.span, |builder, check| {
            let instr = |cond| InstrKind::Clause { cond, check };
            if clause.kind == ClauseKind::Requires {
                // At the root it is one assumption: the solver is asked whether some input satisfies the whole.
                let cond = builder.pure(&clause.cond);
                builder.emit(instr(cond), clause.span);
            } else {
                builder.checked(&clause.cond, clause.span, instr);
            }
        })
    }

    /// The blocks of a clause. Exceptions go to a block of their own. Returns the first block, and the check.
    pub(super) fn checked_clause(
        &mut self,
        kind: Kind,
        span: Span,
        emit: impl FnOnce(&mut Self, CheckId),
    ) -> (BlockId, CheckId) {
        self.at(span);
        let check = self.cx.check(kind, span, self.method);
        let outside = self.handler;
        let threw = self.new_block();
        self.handler = Handler { block: threw, slot: self.slot };
        let start = self.next_block();
        self.clause = Some(check);
        self.exactly(|builder| emit(builder, check));
        self.clause = None;
        self.handler = outside;
        let after = self.new_block();
        self.goto(after);
        self.switch(threw);
        self.emit(InstrKind::ClauseThrew { check, slot: self.slot }, span);
        self.end(Terminator::Stop, span);
        self.switch(after);
        (start, check)
    }

    /// A checked condition: conjunct by conjunct, quantifiers as they are.
    pub(super) fn checked(&mut self, cond: &'a hir::Expr, span: Span, instr: impl Fn(Expr) -> InstrKind + Copy) {
        let cond = match &cond.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => {
                self.checked(a, span, instr);
                return self.checked(b, span, instr);
            }
            ExprKind::Quant(_) => self.whole(cond),
            _ => self.pure(cond),
        };
        self.emit(instr(cond), span);
    }
}
