//! `decreases(t)` of a method: checked at its recursive calls of methods that have a measure too.
//!
//! ```text
//! formals of the callee := arguments ─ new := its measure ─ assert new >= 0, assert new < own measure at entry ─ the call
//! ```
//!
//! A measure is evaluated over copies of the arguments. The own one is remembered like an [old value](super::olds). What a
//! dispatched call checks depends on the class of the receiver. If a measure cannot be evaluated, the check is false with that
//! cause.

use super::builder::Builder;
use crate::index::Idx;
use crate::ir::{BinaryOp, Callee, Expr, InstrKind, Kind, Local, LocalId, MethodId, Terminator, Type};
use crate::oox::check::hir::Measure;
use crate::source::Span;

impl<'a> Builder<'_, 'a> {
    /// Checks what a call with these arguments may run.
    pub(super) fn check_recursion(&mut self, callee: Callee, args: &[Expr], span: Span) {
        match callee {
            Callee::Exact(called) => self.check_call(called, args, span),
            Callee::Virtual(method) => {
                let mut targets = self.cx.targets(&callee).iter();
                if targets.any(|&target| self.cx.measures(self.method, target).is_some()) {
                    self.check_dispatched(method, args, span);
                }
            }
        }
    }

    fn check_dispatched(&mut self, method: MethodId, args: &[Expr], span: Span) {
        let next = self.new_block();
        for (class, called) in self.cx.receivers(method) {
            let (then, other) = (self.new_block(), self.new_block());
            let cond = Expr::instance_of(args[0].clone(), Type::Class(class));
            self.end(Terminator::Branch { cond, then, other }, span);
            self.switch(then);
            self.check_call(called, args, span);
            self.goto(next);
            self.switch(other);
        }
        self.goto(next);
        self.switch(next);
    }

    fn check_call(&mut self, called: MethodId, args: &[Expr], span: Span) {
        let Some((own, new)) = self.cx.measures(self.method, called) else { return };
        let statement = (self.span, self.line);
        self.checked_clause(Kind::Decreases, span, |builder, check| {
            let value = builder.measure_of_call(called, new, args, span);
            let own = builder.local(own.at_entry);
            builder.recall(own, span);
            for (op, bound) in [(BinaryOp::Ge, Expr::int(0)), (BinaryOp::Lt, Expr::Local(own))] {
                let cond = Expr::binary(op, Expr::Local(value), bound);
                builder.emit(InstrKind::Assert { cond, check }, span);
            }
        });
        (self.span, self.line) = statement;
    }

    /// The measure of a method that is called with these arguments.
    fn measure_of_call(&mut self, called: MethodId, measure: &'a Measure, args: &[Expr], span: Span) -> LocalId {
        let first = self.locals.len() as u32;
        for ty in self.types_of(called) {
            self.locals.push(Local { name: String::new(), ty: Some(ty) });
        }
        for (at, arg) in args.iter().enumerate() {
            self.assign(LocalId(first + LocalId::new(at).0), arg.clone(), span);
        }
        let value = self.temp(&Type::Int);
        // The formals of a method are its first locals.
        let (shift, this, retval) = (self.shift, self.this.take(), self.retval.take());
        self.shift = first;
        let evaluated = self.pure(&measure.value);
        (self.shift, self.this, self.retval) = (shift, this, retval);
        self.assign(value, evaluated, span);
        value
    }
}
