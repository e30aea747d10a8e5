//! `lock`: a monitor is released on every way out of the body.
//!
//! ```text
//!   lock (v) { s }        ⇝      m := v; check m != null; lock m; s; unlock m
//!   leaving s by break, continue or return:  unlock m before the jump
//!   leaving s by an exception:               a block of its own: unlock m, then on to the handler outside
//! ```
//!
//! The monitor is that of the object which v denoted when the lock was taken: the local m is not assigned again. Releases
//! are in no line of the program.

use super::builder::Builder;
use crate::ir::{Handler, InstrKind, LocalId, ThreadOp};
use crate::oox::check::hir::{Expr, Stmt};
use crate::source::Span;

impl<'a> Builder<'_, 'a> {
    /// A lock.
    pub(super) fn lock(&mut self, object: &'a Expr, body: &'a [Stmt], span: Span) {
        let monitor = self.temp(&object.ty);
        self.eval_into(monitor, object);
        self.emit(InstrKind::CheckNull { reference: monitor }, object.span);
        self.emit(InstrKind::Thread(ThreadOp::Lock(monitor)), span);
        let outside = self.handler;
        let release = self.new_block();
        self.handler = Handler { block: release, slot: outside.slot };
        self.in_no_line(|builder| _ = builder.next_block());
        self.locks.push(monitor);
        self.stmts(body);
        self.unlock_down_to(self.locks.len() - 1, span);
        self.locks.pop();
        self.handler = outside;
        let next = self.new_block();
        self.goto(next);
        self.switch(release);
        self.in_no_line(|builder| {
            builder.unlock(monitor, span);
            builder.goto(outside.block);
        });
        self.switch(next);
    }

    /// Releases the monitors that are held beyond the first `kept`, the last first.
    pub(super) fn unlock_down_to(&mut self, kept: usize, span: Span) {
        let released: Vec<LocalId> = self.locks[kept..].iter().rev().copied().collect();
        self.in_no_line(|builder| released.into_iter().for_each(|monitor| builder.unlock(monitor, span)));
    }

    fn unlock(&mut self, monitor: LocalId, span: Span) {
        self.emit(InstrKind::Thread(ThreadOp::Unlock(monitor)), span);
    }

    /// Emits instructions that are in no line.
    pub(super) fn in_no_line(&mut self, emit: impl FnOnce(&mut Self)) {
        let line = std::mem::replace(&mut self.line, 0);
        emit(self);
        self.line = line;
    }
}
