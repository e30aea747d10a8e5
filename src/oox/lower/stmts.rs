//! Statements; [`while`](super::loops) and [`lock`](super::locks) have files of their own.

use super::builder::{Builder, SharedCall};
use crate::ir::{self, Callee, Handler, InstrKind, Kind, LocalId, Terminator, ThreadOp};
use crate::oox::check::hir::{Call, Expr, ExprKind, LValue, Stmt, StmtKind, Target};
use crate::source::Span;

impl<'a> Builder<'_, 'a> {
    /// Statements in order.
    pub fn stmts(&mut self, stmts: &'a [Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    pub(super) fn stmt(&mut self, stmt: &'a Stmt) {
        if let StmtKind::Block(stmts) = &stmt.kind {
            return self.stmts(stmts);
        }
        self.at(stmt.span);
        match &stmt.kind {
            StmtKind::Block(stmts) => self.stmts(stmts),
            StmtKind::Assign(place, value) => self.store(place, value, stmt.span),
            StmtKind::Call(call) => self.call(call, None),
            StmtKind::Assert(_) if !self.cx.is_checked(Kind::Assert) => {}
            StmtKind::Assert(cond) => {
                let check = self.cx.check(Kind::Assert, stmt.span, self.method);
                self.exactly(|b| b.checked(cond, stmt.span, |cond| InstrKind::Assert { cond, check }));
            }
            StmtKind::Assume(cond) => {
                let cond = self.exactly(|b| b.pure(cond));
                self.emit(InstrKind::Assume { cond }, stmt.span);
            }
            StmtKind::Cover(cond) => {
                let cond = self.pure(cond);
                let cover = self.cx.cover(stmt.span, self.method);
                self.emit(InstrKind::Cover { cond, cover }, stmt.span);
            }
            StmtKind::If(cond, then, other) => {
                let (yes, no, join) = (self.new_block(), self.new_block(), self.new_block());
                self.branch(cond, yes, no);
                self.switch(yes);
                self.stmt(then);
                self.goto(join);
                self.switch(no);
                if let Some(other) = other {
                    self.stmt(other);
                }
                self.goto(join);
                self.switch(join);
            }
            StmtKind::While(l) => self.while_loop(l, stmt.span),
            StmtKind::Break | StmtKind::Continue => {
                let around = *self.loops.last().expect("the checker refuses `break` and `continue` outside a loop");
                let target = if matches!(stmt.kind, StmtKind::Break) { around.exit } else { around.head };
                self.unlock_down_to(around.locks, stmt.span);
                self.jump(target, stmt.span);
            }
            StmtKind::Return(value) => self.give_back(value.as_ref(), stmt.span),
            StmtKind::Throw(value) => {
                let value = value.as_ref().map(|value| self.pure(value));
                self.end(Terminator::Throw(value), stmt.span);
            }
            StmtKind::Try(body, catch) => {
                let (caught, join) = (self.new_block(), self.new_block());
                let outside = self.handler;
                self.handler = Handler { block: caught, slot: self.slot };
                self.next_block();
                self.stmts(body);
                self.handler = outside;
                self.goto(join);
                self.switch(caught);
                self.stmts(catch);
                self.goto(join);
                self.switch(join);
            }
            StmtKind::Lock(object, body) => self.lock(object, body, stmt.span),
            StmtKind::Fork(call) => {
                if let Some((callee, args)) = self.callee(call) {
                    self.emit(InstrKind::Thread(ThreadOp::Fork { callee, args }), stmt.span);
                }
            }
            StmtKind::Join => self.emit(InstrKind::Thread(ThreadOp::Join), stmt.span),
        }
    }

    /// The right-hand side completely, then the target's operands, then its checks, then the store.
    fn store(&mut self, place: &'a LValue, value: &'a Expr, span: Span) {
        match place {
            LValue::Local(local) => {
                let dst = self.local(*local);
                self.eval_into(dst, value);
            }
            LValue::Static(field) => {
                let value = self.pure(value);
                self.emit(InstrKind::StoreStatic { field: *field, value }, span);
            }
            LValue::Field(object, field, place) => {
                let value = self.pure(value);
                let object = self.local_of(object);
                self.emit(InstrKind::StoreField { object, field: *field, value }, *place);
            }
            LValue::Elem(array, index, place) => {
                let value = self.pure(value);
                let array = self.local_of(array);
                let index = self.pure(index);
                self.emit(InstrKind::StoreElem { array, index, value }, *place);
            }
        }
    }

    fn give_back(&mut self, value: Option<&'a Expr>, span: Span) {
        match (value, self.retval) {
            (Some(value), Some((_, retval))) if Some(retval) != self.this => {
                if let ExprKind::Call(call) = &value.kind
                    && self.locks.is_empty()
                    && self.is_shared(call)
                {
                    return self.shared_call(call, retval);
                }
                self.eval_into(retval, value);
                self.unlock_down_to(0, span);
                self.goto(self.normal_exit);
            }
            // Lenient: a `void` method drops the value.
            (Some(value), _) => {
                self.pure(value);
                self.unlock_down_to(0, span);
                self.jump(self.normal_exit, span);
            }
            (None, _) => {
                self.unlock_down_to(0, span);
                self.jump(self.normal_exit, span);
            }
        }
    }

    /// Counts the `return` statements that call each method, to know which share a call.
    pub fn count_tail_calls(&mut self, stmts: &'a [Stmt]) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Block(inner) | StmtKind::Lock(_, inner) => self.count_tail_calls(inner),
                StmtKind::If(_, then, other) => {
                    self.count_tail_calls(std::slice::from_ref(then));
                    if let Some(other) = other {
                        self.count_tail_calls(std::slice::from_ref(other));
                    }
                }
                StmtKind::While(l) => self.count_tail_calls(std::slice::from_ref(&l.body)),
                StmtKind::Try(body, catch) => {
                    self.count_tail_calls(body);
                    self.count_tail_calls(catch);
                }
                StmtKind::Return(Some(Expr { kind: ExprKind::Call(call), .. })) => {
                    if let Some(callee) = self.target(call) {
                        *self.tail_calls.entry(callee).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
    }

    fn target(&self, call: &Call) -> Option<Callee> {
        match &call.target {
            Target::Static(method) | Target::Exact(_, method) => Some(Callee::Exact(*method)),
            Target::Virtual(_, method) => Some(self.cx.dispatched(*method)),
            Target::Unknown(_) => None,
        }
    }

    /// Whether several `return` statements call the method. Then they share one call, so that a method that ends in one of
    /// two recursive calls has one context per depth and not two. They share none where a value may be missing or a contract
    /// may be violated, because reports must tell the places apart. Recursive calls under a contract share one all the same,
    /// because they would be exponential.
    fn is_shared(&self, call: &Call) -> bool {
        self.target(call).is_some_and(|callee| {
            self.tail_calls.get(&callee).is_some_and(|&n| n > 1)
                && !self.cx.may_be_missing(callee)
                && (!self.cx.has_contract(callee) || self.cx.targets(&callee).contains(&self.method))
        })
    }

    /// Assigns the arguments to the shared call's and goes there.
    fn shared_call(&mut self, call: &'a Call, retval: LocalId) {
        let Some((callee, values)) = self.callee(call) else { return };
        self.check_recursion(callee, &values, call.span);
        let known = self.shared_calls.iter().position(|s| s.callee == callee && s.handler == self.handler);
        let shared = known.unwrap_or_else(|| {
            let args: Vec<LocalId> = self.types_of(callee.method()).iter().map(|t| self.temp(t)).collect();
            let here = (self.current, self.line);
            let block = self.new_block();
            self.switch(block);
            self.line = 0;
            let values = args.iter().map(|&a| ir::Expr::Local(a)).collect();
            let next = self.normal_exit;
            self.end(Terminator::Call { dst: Some(retval), callee, args: values, next }, call.span);
            (self.current, self.line) = here;
            self.shared_calls.push(SharedCall { callee, handler: self.handler, block, args });
            self.shared_calls.len() - 1
        });
        let (block, args) = (self.shared_calls[shared].block, self.shared_calls[shared].args.clone());
        for (arg, value) in args.into_iter().zip(values) {
            self.assign(arg, value, call.span);
        }
        self.jump(block, call.span);
    }
}
