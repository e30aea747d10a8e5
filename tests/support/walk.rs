//! A walk over a syntax tree that visits every class, method, type, call, block, statement, expression and name. Every match is
//! exhaustive.

use multise::Span;
use multise::internals::oox::ast::{
    BaseType, Block, Call, Class, Expr, ExprKind, Ident, Location, Method, Program, Receiver, Stmt, StmtKind, Type,
};

/// A node that a walk visits; outer nodes come first.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    Class(&'a Class),
    Method(&'a Method),
    Type(&'a Type),
    Call(&'a Call),
    Block(&'a Block),
    Stmt(&'a Stmt),
    Expr(&'a Expr),
    /// A name with its place.
    Name(Role, &'a str, Span),
}

/// The role of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Class,
    Field,
    Method,
    /// A variable, or a class before a dot.
    Variable,
}

/// Visits everything in a program.
pub fn program<'a>(text: &str, program: &'a Program, visit: &mut dyn FnMut(Node<'a>)) {
    let mut walk = Walk { text, visit };
    program.classes.iter().for_each(|class| walk.class(class));
}

/// Visits everything in a method.
pub fn method<'a>(text: &str, method: &'a Method, visit: &mut dyn FnMut(Node<'a>)) {
    Walk { text, visit }.method(method);
}

/// Visits everything in a block.
pub fn block<'a>(text: &str, block: &'a Block, visit: &mut dyn FnMut(Node<'a>)) {
    Walk { text, visit }.block(block);
}

/// Visits everything in a statement.
pub fn stmt<'a>(text: &str, stmt: &'a Stmt, visit: &mut dyn FnMut(Node<'a>)) {
    Walk { text, visit }.stmt(stmt);
}

/// The end of a statement with all its parts.
pub fn end(stmt: &Stmt) -> u32 {
    match &stmt.kind {
        StmtKind::If { then, other, .. } => end(other.as_ref().unwrap_or(then)),
        StmtKind::While { body, .. } => end(body),
        StmtKind::Try { handler, .. } => handler.close.end,
        StmtKind::Lock { body, .. } => body.close.end,
        StmtKind::Empty
        | StmtKind::Block(_)
        | StmtKind::Declare { .. }
        | StmtKind::Assign { .. }
        | StmtKind::Call(_)
        | StmtKind::Assert(_)
        | StmtKind::Assume(_)
        | StmtKind::Cover(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::Throw(_)
        | StmtKind::Fork(_)
        | StmtKind::Join => stmt.span.end,
    }
}

/// The whole of a statement.
pub fn extent(stmt: &Stmt) -> Span {
    Span { end: end(stmt), ..stmt.span }
}

struct Walk<'t, 'v, 'a> {
    text: &'t str,
    visit: &'v mut dyn FnMut(Node<'a>),
}

impl<'a> Walk<'_, '_, 'a> {
    fn name(&mut self, role: Role, ident: &'a Ident) {
        (self.visit)(Node::Name(role, &ident.name, ident.span));
    }

    fn class(&mut self, class: &'a Class) {
        (self.visit)(Node::Class(class));
        self.name(Role::Class, &class.name);
        class.superclass.iter().chain(&class.interfaces).for_each(|name| self.name(Role::Class, name));
        for field in &class.fields {
            self.ty(&field.ty);
            self.name(Role::Field, &field.name);
            field.init.iter().for_each(|value| self.expr(value));
        }
        class.methods.iter().for_each(|method| self.method(method));
    }

    fn method(&mut self, method: &'a Method) {
        (self.visit)(Node::Method(method));
        method.result.iter().for_each(|ty| self.ty(ty));
        self.name(Role::Method, &method.name);
        for param in &method.params {
            self.ty(&param.ty);
            self.name(Role::Variable, &param.name);
        }
        method.clauses.iter().for_each(|clause| self.expr(&clause.cond));
        method.measures.iter().for_each(|clause| self.expr(&clause.measure));
        for location in method.frames.iter().flat_map(|frame| &frame.locations) {
            match location {
                Location::Place(place) | Location::Fields(place, _) | Location::Elements(place, _) => self.expr(place),
            }
        }
        method.body.iter().for_each(|body| self.block(body));
    }

    fn ty(&mut self, ty: &'a Type) {
        (self.visit)(Node::Type(ty));
        if let BaseType::Class(name) = &ty.base {
            let span = Span { end: ty.span.start + name.len() as u32, ..ty.span };
            (self.visit)(Node::Name(Role::Class, name, span));
        }
    }

    fn block(&mut self, block: &'a Block) {
        (self.visit)(Node::Block(block));
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        (self.visit)(Node::Stmt(stmt));
        match &stmt.kind {
            StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Throw(_) | StmtKind::Join => {}
            StmtKind::Block(block) => self.block(block),
            StmtKind::Declare { ty, name, init } => {
                self.ty(ty);
                self.name(Role::Variable, name);
                init.iter().for_each(|value| self.expr(value));
            }
            StmtKind::Assign { target, value } => {
                self.expr(target);
                self.expr(value);
            }
            StmtKind::Call(call) | StmtKind::Fork(call) => self.call(call),
            StmtKind::Assert(cond) | StmtKind::Assume(cond) | StmtKind::Cover(cond) => self.expr(cond),
            StmtKind::If { cond, then, other } => {
                self.expr(cond);
                self.stmt(then);
                other.iter().for_each(|other| self.stmt(other));
            }
            StmtKind::While { cond, invariants, measures, body } => {
                self.expr(cond);
                invariants.iter().for_each(|clause| self.expr(&clause.cond));
                measures.iter().for_each(|clause| self.expr(&clause.measure));
                self.stmt(body);
            }
            StmtKind::Return(value) => value.iter().for_each(|value| self.expr(value)),
            StmtKind::Try { body, handler } => {
                self.block(body);
                self.block(handler);
            }
            StmtKind::Lock { monitor, body } => {
                self.expr(monitor);
                self.block(body);
            }
        }
    }

    fn call(&mut self, call: &'a Call) {
        (self.visit)(Node::Call(call));
        match &call.receiver {
            Receiver::Implicit | Receiver::Super(_) => {}
            Receiver::Expr(receiver) => self.expr(receiver),
        }
        self.name(Role::Method, &call.name);
        call.args.iter().for_each(|arg| self.expr(arg));
    }

    fn expr(&mut self, expr: &'a Expr) {
        (self.visit)(Node::Expr(expr));
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::Char(_)
            | ExprKind::String(_) => {}
            ExprKind::Name(name) => {
                let start = self.behind_parentheses(expr.span);
                let span = Span { start, end: start + name.len() as u32, ..expr.span };
                (self.visit)(Node::Name(Role::Variable, name, span));
            }
            ExprKind::Field(object, field) => {
                self.expr(object);
                self.name(Role::Field, field);
            }
            ExprKind::Elem(a, b) | ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Len(operand) | ExprKind::Unary(_, operand) => self.expr(operand),
            ExprKind::InstanceOf(operand, ty) | ExprKind::Cast(ty, operand) => {
                self.ty(ty);
                self.expr(operand);
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::New(class, args) => {
                self.name(Role::Class, class);
                args.iter().for_each(|arg| self.expr(arg));
            }
            ExprKind::NewArray(ty, sizes) => {
                self.ty(ty);
                sizes.iter().for_each(|size| self.expr(size));
            }
            ExprKind::Quant(quant) => {
                self.name(Role::Variable, &quant.elem);
                self.name(Role::Variable, &quant.index);
                self.expr(&quant.domain);
                self.expr(&quant.body);
            }
        }
    }

    /// The beginning of an expression without the parentheses around it, which its span may include.
    fn behind_parentheses(&self, span: Span) -> u32 {
        let inside = &self.text[span.start as usize..span.end as usize];
        let mut rest = inside;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '(');
            let behind = match rest.get(..2) {
                Some("//") => rest.find('\n'),
                Some("/*") => rest.find("*/").map(|at| at + 2),
                _ => None,
            };
            match behind {
                Some(at) => rest = &rest[at..],
                None => return span.end - rest.len() as u32,
            }
        }
    }
}
