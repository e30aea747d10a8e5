//! `old(e)`: a local that is given the value of `e` when the method or loop is entered.
//!
//! ```text
//!   slot := missing; value := e; known := true         where the method or loop is entered
//!        └ (throws, into slot)  known := false
//!   if known then … value … else the clause threw slot       where a clause reads it
//! ```
//!
//! Where the evaluation of `e` throws, nothing happens yet: a clause that comes to read the value is then false with that
//! cause, just as if it had evaluated `e` there. So `x == null || x.f == old(x.f)` may be true of null. In the body
//! of a quantifier the value is checked before the quantifier. Where `e` cannot throw, only an assignment is left.

use super::builder::Builder;
use crate::ir::{Const, Expr, Handler, InstrKind, Local, LocalId, Terminator, Type};
use crate::oox::check::hir::Old;
use crate::source::Span;

/// The locals that hold whether the value of an `old` is present.
#[derive(Clone, Copy)]
pub(super) struct Remembered {
    /// Whether the evaluation threw nothing.
    known: LocalId,
    /// What it threw.
    slot: LocalId,
}

impl<'a> Builder<'_, 'a> {
    /// Evaluates what is remembered.
    pub(super) fn remember(&mut self, olds: &'a [Old]) {
        for old in olds {
            let span = old.value.span;
            self.at(span);
            let value = self.local(old.local);
            self.locals[value].ty = self.locals[value].ty.as_ref().map(|ty| self.stored(ty));
            if !self.acts(&old.value) {
                self.eval_into(value, &old.value);
                continue;
            }
            let slot = self.locals.push(Local { name: String::new(), ty: None });
            let known = self.temp(&Type::Bool);
            self.assign(slot, Expr::Const(Const::Missing), span);
            self.or_else(
                slot,
                |builder| {
                    builder.eval_into(value, &old.value);
                    builder.assign(known, Expr::bool(true), span);
                },
                |builder| {
                    builder.assign(known, Expr::bool(false), span);
                    builder.assign(value, Expr::default_of(&old.value.ty), span);
                },
            );
            self.remembered.insert(value, Remembered { known, slot });
        }
    }

    /// Emits `first`. Where that throws, the exception goes to `slot` and `other` runs. Goes on behind both.
    pub(super) fn or_else(&mut self, slot: LocalId, first: impl FnOnce(&mut Self), other: impl FnOnce(&mut Self)) {
        let (threw, next) = (self.new_block(), self.new_block());
        let outside = std::mem::replace(&mut self.handler, Handler { block: threw, slot });
        self.next_block();
        first(self);
        self.handler = outside;
        self.goto(next);
        self.switch(threw);
        self.in_no_line(|builder| {
            other(builder);
            builder.goto(next);
        });
        self.switch(next);
    }

    /// Goes on where the value is present. Elsewhere the clause that is lowered has thrown.
    pub(super) fn recall(&mut self, value: LocalId, span: Span) {
        let (Some(&Remembered { known, slot }), Some(check)) = (self.remembered.get(&value), self.clause) else {
            return;
        };
        if !self.recalled.insert((self.current, value)) {
            return;
        }
        let (next, threw) = (self.new_block(), self.new_block());
        self.end(Terminator::Branch { cond: Expr::Local(known), then: next, other: threw }, span);
        self.switch(threw);
        self.emit(InstrKind::ClauseThrew { check, slot }, span);
        self.end(Terminator::Stop, span);
        self.switch(next);
        self.recalled.insert((next, value));
    }
}
