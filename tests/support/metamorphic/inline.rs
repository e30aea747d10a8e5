//! Replaces a call by the body of its method, with fresh names for parameters and variables. The method is static and has no
//! contract. If it returns before its end, its body becomes a loop of one iteration, which `break` leaves.

use super::traced::{Edits, Piece, Traced, between, new};
use super::{Choices, Source, Subject};
use crate::walk::{self, Node, Role, end, extent};
use multise::Span;
use multise::internals::oox::ast::{
    BinaryOp, Block, Call, Expr, ExprKind, Method, MethodKind, Receiver, Stmt, StmtKind,
};
use std::collections::BTreeSet;

/// A method whose body can replace its calls.
struct Callee<'a> {
    method: &'a Method,
    body: &'a Block,
    /// Whether it returns before its end.
    returns_early: bool,
    /// Parameters and variables.
    locals: BTreeSet<&'a str>,
}

/// Inlines some calls that statements begin with. Nothing is evaluated before them that throws, or that they could change.
pub fn change(source: &Source<'_>, choices: &mut Choices) -> Option<Subject> {
    // In lenient programs the type of a variable depends on its initial value; and where a variable has the name of a class,
    // the statements before decide what the name means.
    let is_class = |name: &str| source.program.classes.iter().any(|class| class.name.name == name);
    // Measures are checked at calls, and at none of a method without a measure.
    let mut methods = source.program.classes.iter().flat_map(|class| &class.methods);
    if methods.any(|method| !method.measures.is_empty()) {
        return None;
    }
    if source.subject.options.config.dialect.lenient || source.variables.iter().any(|name| is_class(name)) {
        return None;
    }
    let callees: Vec<Callee<'_>> = source.methods().filter_map(|method| Callee::of(source, method)).collect();
    let search = Search { source, callees: &callees };
    let mut edits = Edits::default();
    let mut number = 0;
    for stmt in source.blocks().into_iter().flat_map(|block| &block.stmts) {
        let Some((call, place)) = search.first_call(stmt) else { continue };
        let Some(callee) = callees.iter().find(|callee| callee.is_called_by(source, call)) else { continue };
        let is_dropped = place == stmt.span;
        if !is_dropped && callee.method.result.is_none() || choices.one_in(5) {
            continue;
        }
        number += 1;
        let prefix = format!("{}{number}_", source.fresh);
        let mut pieces = Vec::new();
        if let StmtKind::Declare { ty, name, .. } = &stmt.kind {
            pieces.extend([Piece::Old(ty.span), new(" "), Piece::Old(name.span), new("; ")]);
        }
        pieces.push(new("{ "));
        pieces.extend(callee.pieces(source, call, &prefix));
        if !is_dropped {
            let start = match &stmt.kind {
                StmtKind::Declare { name, .. } => name.span.start,
                _ => stmt.span.start,
            };
            let (before, behind) = (between(start, place.start), between(place.end, end(stmt)));
            pieces.extend([Piece::Old(before), Piece::Name(prefix, place), Piece::Old(behind)]);
        }
        pieces.push(new(" }"));
        edits.replace(extent(stmt), pieces);
    }
    source.edited(edits)
}

/// The first part of an evaluation that is visible, or that a call could change.
enum First<'s> {
    /// A call that can be inlined, and its place. Its arguments belong to it.
    Call(&'s Call, Span),
    /// Constants and variables only.
    Nothing,
    Other,
}

/// Looks for a call that is evaluated first.
struct Search<'c> {
    source: &'c Source<'c>,
    callees: &'c [Callee<'c>],
}

impl Search<'_> {
    /// The call that a statement begins with, and its place: the whole statement if the result is dropped.
    fn first_call<'s>(&self, stmt: &'s Stmt) -> Option<(&'s Call, Span)> {
        let first = match &stmt.kind {
            StmtKind::Call(call) => self.of_call(call, stmt.span),
            StmtKind::Declare { init: Some(value), .. }
            | StmtKind::Assign { value, .. }
            | StmtKind::Return(Some(value))
            | StmtKind::If { cond: value, .. } => self.of(value),
            _ => First::Other,
        };
        match first {
            First::Call(call, place) => Some((call, place)),
            First::Nothing | First::Other => None,
        }
    }

    fn of<'s>(&self, expr: &'s Expr) -> First<'s> {
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::Char(_)
            | ExprKind::String(_)
            | ExprKind::Name(_) => First::Nothing,
            // The right operand may not be evaluated.
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, a, _) => self.of(a).or_itself(),
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, a, b) => self.of_all([&**a, b]).or_itself(),
            ExprKind::Binary(_, a, b) => self.of_all([&**a, b]),
            ExprKind::Unary(_, operand) | ExprKind::InstanceOf(operand, _) => self.of(operand),
            ExprKind::Cast(_, operand) | ExprKind::Len(operand) | ExprKind::Field(operand, _) => {
                self.of(operand).or_itself()
            }
            ExprKind::Elem(array, index) => self.of_all([&**array, index]).or_itself(),
            ExprKind::Call(call) => self.of_call(call, expr.span),
            ExprKind::New(_, args) => self.of_all(args).or_itself(),
            ExprKind::NewArray(_, sizes) => self.of_all(sizes).or_itself(),
            ExprKind::Quant(_) => First::Other,
        }
    }

    fn of_all<'s>(&self, operands: impl IntoIterator<Item = &'s Expr>) -> First<'s> {
        let firsts = operands.into_iter().map(|operand| self.of(operand));
        firsts.fold(First::Nothing, |first, next| if matches!(first, First::Nothing) { next } else { first })
    }

    fn of_call<'s>(&self, call: &'s Call, place: Span) -> First<'s> {
        if self.callees.iter().any(|callee| callee.is_called_by(self.source, call)) {
            return First::Call(call, place);
        }
        match &call.receiver {
            // The check of the object for null comes first.
            Receiver::Expr(receiver) if self.source.class_named(receiver).is_none() => self.of(receiver).or_itself(),
            Receiver::Super(_) => First::Other,
            Receiver::Implicit | Receiver::Expr(_) => self.of_all(&call.args).or_itself(),
        }
    }
}

impl First<'_> {
    /// The first part of operands and of an operation on them, which is visible.
    fn or_itself(self) -> Self {
        match self {
            First::Nothing => First::Other,
            first => first,
        }
    }
}

impl<'a> Callee<'a> {
    fn of(source: &Source<'_>, method: &'a Method) -> Option<Self> {
        let same_name = source.methods().filter(|it| it.name.name == method.name.name).count();
        let plain = method.clauses.is_empty() && method.frames.is_empty();
        let body = method.body.as_ref().filter(|_| method.kind == MethodKind::Static && plain && same_name == 1)?;
        let (mut returns, mut fits) = (0, true);
        let mut locals: BTreeSet<&str> = method.params.iter().map(|param| param.name.name.as_str()).collect();
        walk::block(source.text(), body, &mut |node| match node {
            Node::Stmt(stmt) => match &stmt.kind {
                StmtKind::Return(_) => returns += 1,
                StmtKind::Declare { name, .. } => _ = locals.insert(&name.name),
                // An implicit receiver means the class of the method.
                StmtKind::Call(call) | StmtKind::Fork(call) => fits &= call.receiver != Receiver::Implicit,
                // In an inner loop, `break` would leave this loop.
                StmtKind::While { body, .. } => walk::stmt(source.text(), body, &mut |inner| {
                    fits &= !matches!(inner, Node::Stmt(Stmt { kind: StmtKind::Return(_), .. }));
                }),
                _ => {}
            },
            Node::Expr(expr) => match &expr.kind {
                ExprKind::Call(call) => fits &= call.receiver != Receiver::Implicit,
                ExprKind::Quant(quant) => locals.extend([quant.elem.name.as_str(), quant.index.name.as_str()]),
                _ => {}
            },
            _ => {}
        });
        let ends_so = body.stmts.last().is_some_and(|last| matches!(last.kind, StmtKind::Return(_)));
        // A method that falls off its end has no result.
        fits &= method.result.is_none() || ends_so;
        fits.then_some(Self { method, body, returns_early: returns > usize::from(ends_so), locals })
    }

    fn is_called_by(&self, source: &Source<'_>, call: &Call) -> bool {
        let names_class = match &call.receiver {
            Receiver::Implicit => true,
            Receiver::Super(_) => false,
            Receiver::Expr(receiver) => source.class_named(receiver).is_some(),
        };
        names_class && call.name.name == self.method.name.name && call.args.len() == self.method.params.len()
    }

    /// Parameters, body, and a variable for the result, whose name is the prefix.
    fn pieces(&self, source: &Source<'_>, call: &Call, prefix: &str) -> Vec<Piece> {
        let slice = |span| source.subject.text.slice(span);
        let mut pieces = Vec::new();
        for (param, arg) in self.method.params.iter().zip(&call.args) {
            let ty = slice(param.ty.span);
            pieces.extend([new(format!("{ty} {prefix}{} := ", param.name.name)), Piece::Old(arg.span), new("; ")]);
        }
        if let Some(ty) = &self.method.result {
            pieces.push(new(format!("{} {prefix}; ", slice(ty.span))));
        }
        let body = Piece::Made(self.inside(source, prefix));
        match self.returns_early {
            true => pieces.extend([new("while (true) { "), body, new(" break; } ")]),
            false => pieces.extend([body, new(" ")]),
        }
        pieces
    }

    /// The body with other names for its variables. It assigns the result to the variable whose name is the prefix.
    fn inside(&self, source: &Source<'_>, prefix: &str) -> Traced {
        let mut edits = Edits::default();
        let leave = if self.returns_early { "break; " } else { "" };
        walk::block(source.text(), self.body, &mut |node| match node {
            Node::Name(Role::Variable, name, span) if self.locals.contains(name) => {
                edits.replace(span, vec![Piece::Name(format!("{prefix}{name}"), span)]);
            }
            Node::Stmt(Stmt { kind: StmtKind::Return(Some(result)), span }) => {
                let result = [new(format!("{{ {prefix} := ")), Piece::Old(result.span), new(format!("; {leave}}}"))];
                edits.replace(*span, result.into());
            }
            Node::Stmt(Stmt { kind: StmtKind::Return(None), span }) => {
                edits.replace(*span, vec![new(format!("{{ {leave}}}"))]);
            }
            _ => {}
        });
        edits.part(&source.subject.text, between(self.body.open.end, self.body.close.start))
    }
}
