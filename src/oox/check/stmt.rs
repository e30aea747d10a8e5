//! Statements.

use super::body::Body;
use super::codes;
use super::contract::LoopContract;
use super::expr::FieldOf;
use super::hir::{Expr, ExprKind, LValue, Loop, Stmt, StmtKind};
use super::members::placeholder;
use super::reporter::error;
use super::world::{MaybeType, Ret};
use crate::ir::{Const, MethodKind, Type};
use crate::oox::parse::ast;
use crate::source::Span;

impl Body<'_, '_> {
    /// Checks a statement. Nothing when it has errors, which have been reported.
    pub fn stmt(&mut self, stmt: &ast::Stmt) -> Option<Stmt> {
        let kind = match &stmt.kind {
            ast::StmtKind::Empty => StmtKind::Block(Vec::new()),
            ast::StmtKind::Block(b) => StmtKind::Block(self.block(b)),
            ast::StmtKind::Declare { ty, name, init } => return self.declaration(ty, name, init.as_ref(), stmt.span),
            ast::StmtKind::Assign { target, value } => self.assignment(target, value)?,
            ast::StmtKind::Call(call) => StmtKind::Call(self.call(call)?.0),
            ast::StmtKind::Assert(e) => StmtKind::Assert(self.formula(e, "an `assert`")?),
            ast::StmtKind::Assume(e) => StmtKind::Assume(self.formula(e, "an `assume`")?),
            ast::StmtKind::Cover(e) => StmtKind::Cover(self.formula(e, "a `cover`")?),
            ast::StmtKind::If { cond, then, other } => {
                let cond = self.condition(cond, "the condition of an `if`");
                let then = self.scoped(then);
                let other = other.as_ref().map(|o| self.scoped(o));
                let other = match other {
                    Some(other) => Some(Box::new(other?)),
                    None => None,
                };
                StmtKind::If(cond?, Box::new(then?), other)
            }
            ast::StmtKind::While { cond, invariants, measures, body } => {
                let cond = self.condition(cond, "the condition of a `while`");
                let contract = self.loop_contract(invariants, measures);
                self.loops += 1;
                let body = self.scoped(body);
                self.loops -= 1;
                let LoopContract { olds, invariants, decreases } = contract?;
                StmtKind::While(Box::new(Loop { cond: cond?, olds, invariants, decreases, body: body? }))
            }
            ast::StmtKind::Break => self.in_loop("break", stmt.span).then_some(StmtKind::Break)?,
            ast::StmtKind::Continue => self.in_loop("continue", stmt.span).then_some(StmtKind::Continue)?,
            ast::StmtKind::Return(value) => StmtKind::Return(self.result(value.as_ref(), stmt.span)?),
            ast::StmtKind::Throw(text) => StmtKind::Throw(text.as_ref().map(|text| {
                let kind = ExprKind::Const(Const::String(self.cx.texts.intern(text)));
                Expr { kind, ty: Type::String, span: stmt.span }
            })),
            ast::StmtKind::Try { body, handler } => StmtKind::Try(self.block(body), self.block(handler)),
            ast::StmtKind::Lock { monitor, body } => {
                let monitor = self.monitor(monitor);
                let body = self.block(body);
                StmtKind::Lock(monitor?, body)
            }
            ast::StmtKind::Fork(call) => StmtKind::Fork(self.call(call)?.0),
            ast::StmtKind::Join => StmtKind::Join,
        };
        Some(Stmt { kind, span: stmt.span })
    }

    fn block(&mut self, block: &ast::Block) -> Vec<Stmt> {
        self.scopes.push();
        let stmts = block.stmts.iter().filter_map(|s| self.stmt(s)).collect();
        self.scopes.pop();
        stmts
    }

    /// A branch or loop body: a block even without braces.
    fn scoped(&mut self, stmt: &ast::Stmt) -> Option<Stmt> {
        self.scopes.push();
        let checked = self.stmt(stmt);
        self.scopes.pop();
        checked
    }

    fn declaration(&mut self, ty: &ast::Type, name: &ast::Ident, init: Option<&ast::Expr>, span: Span) -> Option<Stmt> {
        let declared = self.cx.world.resolve(ty, self.cx.out);
        let Some(init) = init else {
            let local = self.declare(name, declared)?;
            return Some(self.default_of(local, span));
        };
        // The initialiser does not see the variable.
        let (declared, value) = match (self.cx.lenient, &declared) {
            (true, Some(ty)) => self.yielding(ty, init),
            _ => {
                let value = self.value_for(init, &declared, "the variable");
                (declared, value)
            }
        };
        let local = self.declare(name, declared);
        Some(Stmt { kind: StmtKind::Assign(LValue::Local(local?), value?), span })
    }

    /// Lenient mode: a declared type that contradicts the initialiser is replaced by the initialiser's type.
    fn yielding(&mut self, declared: &Type, init: &ast::Expr) -> (MaybeType, Option<Expr>) {
        let Some(value) = self.value(init, Some(declared)) else { return (Some(declared.clone()), None) };
        if value.ty == Type::Null || self.converts(&value, declared) {
            return (Some(declared.clone()), self.convert(value, declared, "the variable"));
        }
        let found = value.ty.clone();
        let diagnostic = self.mismatch(&value, declared, "the variable");
        let meaning = format!("the variable has type `{}`", self.cx.world.type_name(&found));
        self.cx.out.relaxable(diagnostic, &meaning);
        (Some(found), Some(value))
    }

    fn assignment(&mut self, target: &ast::Expr, value: &ast::Expr) -> Option<StmtKind> {
        if let ast::ExprKind::Name(name) = &target.kind {
            return self.assign_variable(name, target.span, value);
        }
        let place = match &target.kind {
            ast::ExprKind::Field(object, field) => self.field(object, field).map(|found| match found {
                (FieldOf::Object(object, field), ty) => (LValue::Field(object, field, target.span), ty),
                (FieldOf::Class(field), ty) => (LValue::Static(field), ty),
            }),
            ast::ExprKind::Elem(array, index) => {
                self.element(array, index).map(|(array, index, ty)| (LValue::Elem(array, index, target.span), ty))
            }
            _ => {
                self.cx.out.report(error(codes::OPERAND, target.span, "this cannot be assigned to"));
                None
            }
        };
        let (place, ty) = place.map_or((None, None), |(place, ty)| (Some(place), Some(ty)));
        let value = self.value_for(value, &ty, "the place");
        Some(StmtKind::Assign(place?, value?))
    }

    fn assign_variable(&mut self, name: &str, span: Span, value: &ast::Expr) -> Option<StmtKind> {
        if name == "this" || name == "retval" {
            self.value(value, None);
            self.cx.out.report(error(codes::RESERVED, span, format!("`{name}` cannot be assigned to")));
            return None;
        }
        if let Some(variable) = self.find_variable(name, span) {
            let value = self.value_for(value, &variable.ty, &format!("`{name}`"))?;
            return Some(StmtKind::Assign(LValue::Local(variable.local), value));
        }
        let is_member = self.cx.world.member(self.class, name).is_some() || self.cx.world.by_name.contains_key(name);
        if !self.cx.lenient || is_member {
            self.value(value, None);
            self.report_unknown(name, span, false);
            return None;
        }
        let name = ast::Ident { name: name.to_owned(), span };
        let Some(value) = self.value(value, None) else {
            self.declare(&name, None);
            return None;
        };
        let unknown = error(codes::UNKNOWN_VARIABLE, span, format!("unknown variable `{}`", name.name));
        if value.ty == Type::Null {
            self.cx.out.report(error(codes::UNTYPED, span, format!("the type of `{}` is not known", name.name)));
            self.declare(&name, None);
            return None;
        }
        let meaning = format!("this declares it with type `{}`", self.cx.world.type_name(&value.ty));
        self.cx.out.relaxable(unknown, &meaning);
        let local = self.declare(&name, Some(value.ty.clone()))?;
        Some(StmtKind::Assign(LValue::Local(local), value))
    }

    fn in_loop(&mut self, word: &str, span: Span) -> bool {
        if self.loops == 0 {
            self.cx.out.report(error(codes::OUTSIDE_LOOP, span, format!("`{word}` outside a loop")));
        }
        self.loops > 0
    }

    /// The operand of a `return`.
    fn result(&mut self, value: Option<&ast::Expr>, span: Span) -> Option<Option<Expr>> {
        let method = self.method.expect("statements stand in methods");
        let world = self.cx.world;
        let header = &world.hir.methods[method];
        match (&world.signatures[method].ret, value) {
            (Ret::Value(ty), Some(value)) => self.value_for(value, ty, "the result").map(Some),
            (Ret::Void, None) => Some(None),
            (Ret::Value(ty), None) => {
                let wanted = world.type_name(&placeholder(ty));
                self.cx.out.report(
                    error(codes::RETURN_NOTHING, span, format!("`return` without a value in `{}`", header.name))
                        .related(header.span, format!("its result has type `{wanted}`")),
                );
                None
            }
            (Ret::Void, Some(value)) => {
                let checked = self.value(value, None);
                let is_constructor = header.kind == MethodKind::Constructor;
                let what = if is_constructor { "constructor" } else { "`void` method" };
                let diagnostic = error(codes::RETURN_VALUE, value.span, format!("`return` of a value in a {what}"))
                    .related(header.span, "declared here");
                if is_constructor {
                    self.cx.out.report(diagnostic);
                    return None;
                }
                let relaxed = self.cx.out.relaxable(diagnostic, "the value is dropped");
                checked.filter(|_| relaxed).map(Some)
            }
        }
    }

    fn monitor(&mut self, monitor: &ast::Expr) -> Option<Expr> {
        let monitor = self.value(monitor, None)?;
        if matches!(monitor.ty, Type::Class(_) | Type::Array(_) | Type::Null) {
            return Some(monitor);
        }
        let ty = self.cx.world.type_name(&monitor.ty);
        self.cx.out.report(
            error(codes::OPERAND, monitor.span, format!("a value of type `{ty}` has no monitor"))
                .help("`lock` takes an object or an array"),
        );
        None
    }
}
