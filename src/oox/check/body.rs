//! What is checked inside one method or initialiser: its variables, contract and body.

use super::codes;
use super::completion;
use super::contract::Memory;
use super::hir::{Expr, ExprKind, LValue, Local, Method, Old, Stmt, StmtKind};
use super::members::placeholder;
use super::proposals::Before;
use super::record::{Declared, Entity};
use super::reporter::{Reporter, error, meant};
use super::scope::{Binding, Scopes};
use super::world::{MaybeType, Ret, World};
use crate::config::IntWidth;
use crate::index::IndexVec;
use crate::ir::{ClassId, Const, LocalId, MethodId, MethodKind, Texts, Type};
use crate::oox::parse::foreign::{self, Instead};
use crate::oox::parse::{ast, first_name};
use crate::source::{Sources, Span};
use std::collections::BTreeSet;

/// What all bodies share.
#[derive(Debug)]
pub(super) struct Context<'w> {
    /// The program without its bodies.
    pub world: &'w World,
    /// The text, for advice.
    pub source: &'w Sources,
    /// Whether the rules of lenient mode hold.
    pub lenient: bool,
    /// The width of integers, if they have one.
    pub int_width: Option<IntWidth>,
    /// Findings.
    pub out: &'w mut Reporter,
    /// Literals.
    pub texts: &'w mut Texts,
}

/// The checker of one method or initialiser.
#[derive(Debug)]
pub(super) struct Body<'c, 'w> {
    pub cx: &'c mut Context<'w>,
    /// The class that has the code.
    pub class: ClassId,
    /// The method that has it; `None` in the initialiser of a static field.
    pub method: Option<MethodId>,
    pub locals: IndexVec<LocalId, Local>,
    pub scopes: Scopes,
    /// How many loops are around the statement.
    pub loops: usize,
    /// The construct that allows no calls, when inside one.
    pub formula: Option<&'static str>,
    /// What clauses remember, where `old` can be.
    pub memory: Option<Memory>,
    /// Whether this is the operand of an `old`.
    pub in_old: bool,
    /// What has no value yet when `old` is evaluated: binders of the quantifiers around, and the result.
    pub unremembered: Vec<LocalId>,
    /// Lenient mode: variables that are used after their block. They start with the default of their type, because
    /// the block may not have been entered.
    pub revived: BTreeSet<LocalId>,
    /// Literals that may have too many bits.
    pub large: Vec<Span>,
}

/// Checks the initialiser of a static field of a type.
pub(super) fn initialiser(
    cx: &mut Context<'_>,
    class: ClassId,
    init: &ast::Expr,
    ty: &MaybeType,
) -> (Option<Expr>, IndexVec<LocalId, Local>) {
    let mut body = Body::new(cx, class, None);
    let value = body.value_for(init, ty, "the static field");
    body.report_large();
    (value, body.locals)
}

/// Checks the contract and the body of a method. Returns it with everything that its header has not.
pub(super) fn method(cx: &mut Context<'_>, id: MethodId, method: &ast::Method) -> Method {
    let header = &cx.world.hir.methods[id];
    let signature = &cx.world.signatures[id];
    let mut body = Body::new(cx, header.class, Some(id));
    let class_type = Type::Class(header.class);
    let this = (header.kind != MethodKind::Static).then(|| body.add_local("this", class_type.clone(), header.span));
    if let Some(local) = this {
        let ty = Some(class_type.clone());
        body.scopes.bind("this", Binding { local, ty, span: header.span });
    }
    // All parameters first, so that they are numbered in their order even after errors.
    let params: Vec<LocalId> = (method.params.iter().zip(&signature.params))
        .map(|(p, ty)| body.add_local(&p.name.name, placeholder(ty), p.name.span))
        .collect();
    for ((param, ty), &local) in method.params.iter().zip(&signature.params).zip(&params) {
        body.bind_parameter(&param.name, ty, local);
    }
    let retval_type = match (&signature.ret, header.kind) {
        (_, MethodKind::Constructor) => Some(Some(class_type)),
        (Ret::Value(ty), _) => Some(ty.clone()),
        (Ret::Void, _) => None,
    };
    let retval = retval_type.as_ref().map(|ty| body.add_local("retval", placeholder(ty), header.span));
    let (clauses, mut olds) = body.contract(&method.clauses, retval.zip(retval_type));
    let frame = body.frame(&method.frames);
    let measure = body.recursion_measure(&method.measures);
    olds.extend(measure.iter().map(|measure| Old { local: measure.at_entry, value: measure.value.clone() }));
    let stmts = method.body.as_ref().map(|b| body.method_body(b));
    body.report_large();
    let locals = body.locals;
    let falls_off = match (&method.body, &signature.ret) {
        (Some(b), Ret::Value(_)) => completion::falls_off(&header.name, header.span, b, cx.out),
        _ => false,
    };
    let header = header.clone();
    Method { locals, params, this, retval, clauses, olds, frame, measure, body: stmts, falls_off, ..header }
}

impl<'c, 'w> Body<'c, 'w> {
    fn new(cx: &'c mut Context<'w>, class: ClassId, method: Option<MethodId>) -> Self {
        Self {
            cx,
            class,
            method,
            locals: IndexVec::new(),
            scopes: Scopes::new(),
            loops: 0,
            formula: None,
            memory: None,
            in_old: false,
            unremembered: Vec::new(),
            revived: BTreeSet::new(),
            large: Vec::new(),
        }
    }

    fn bind_parameter(&mut self, name: &ast::Ident, ty: &MaybeType, local: LocalId) {
        if super::reserved(name, self.cx.out) {
            return;
        }
        let mut ty = ty.clone();
        if let Some(first) = self.scopes.find(&name.name) {
            let first = first.span;
            self.cx.out.report(
                error(codes::SHADOWING, name.span, format!("two parameters are called `{}`", name.name))
                    .related(first, "first declared here"),
            );
            ty = None;
        }
        self.bind(name, local, ty);
    }

    fn method_body(&mut self, block: &ast::Block) -> Vec<Stmt> {
        let mut stmts = Vec::with_capacity(block.stmts.len());
        let mut rest = block.stmts.iter();
        let is_constructor = self.method.is_some_and(|m| self.cx.world.hir.methods[m].kind == MethodKind::Constructor);
        if is_constructor {
            // Parameters and body are one scope for names, so that the call sees what a first statement would see.
            match block.stmts.first() {
                Some(ast::Stmt { kind: ast::StmtKind::Call(call), span }) if super::calls::is_super_call(call) => {
                    rest.next();
                    stmts.extend(self.super_call(call).map(|c| Stmt { kind: StmtKind::Call(c), span: *span }));
                }
                _ => stmts.extend(self.implied_super_call()),
            }
        }
        stmts.extend(rest.filter_map(|s| self.stmt(s)));
        let revived = std::mem::take(&mut self.revived);
        stmts.splice(0..0, revived.into_iter().map(|l| self.default_of(l, self.locals[l].span)));
        stmts
    }

    /// The assignment of the default of its type to a variable, at a place.
    pub fn default_of(&self, local: LocalId, span: Span) -> Stmt {
        let ty = self.locals[local].ty.clone();
        let kind = ExprKind::Const(Const::default_of(&ty));
        Stmt { kind: StmtKind::Assign(LValue::Local(local), Expr { kind, ty, span }), span }
    }

    /// A new local, not bound to its name.
    pub fn add_local(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        self.cx.out.names.variables.push(Declared { name: span, ty: ty.clone() });
        self.locals.push(Local { name: name.to_owned(), ty, span })
    }

    /// Makes a name mean a variable in the innermost scope.
    pub fn bind(&mut self, name: &ast::Ident, local: LocalId, ty: MaybeType) {
        self.refer(&name.name, name.span, local);
        self.scopes.bind(&name.name, Binding { local, ty, span: name.span });
    }

    /// Notes that a name means a variable.
    fn refer(&mut self, name: &str, span: Span, local: LocalId) {
        let entity = match (name, self.method) {
            ("this", _) => Entity::This(self.class),
            ("retval", Some(method)) => Entity::Result(method),
            _ => Entity::Variable(self.locals[local].span),
        };
        self.cx.out.names.refer(span, entity);
    }

    /// Declares a variable in the innermost scope. Nothing when the declaration is wrong. Its name is then bound without a
    /// type, so that no other error follows.
    pub fn declare(&mut self, name: &ast::Ident, ty: MaybeType) -> Option<LocalId> {
        if super::reserved(name, self.cx.out) {
            return None;
        }
        if let Some(old) = self.scopes.find(&name.name).cloned() {
            return self.redeclare(name, ty, &old);
        }
        // Lenient mode: the variable of an ended block lives on, unless the type shows that this is another one.
        let ended = self.scopes.find_ended(&name.name).filter(|b| self.cx.lenient && b.ty.is_some() && b.ty == ty);
        let local = match ended {
            Some(ended) => ended.local,
            None => self.add_local(&name.name, placeholder(&ty), name.span),
        };
        self.bind(name, local, ty.clone());
        ty.map(|_| local)
    }

    fn redeclare(&mut self, name: &ast::Ident, ty: MaybeType, old: &Binding) -> Option<LocalId> {
        let Some((new, known)) = ty.as_ref().zip(old.ty.as_ref()) else {
            self.bind(name, old.local, None);
            return None;
        };
        let again = error(codes::SHADOWING, name.span, format!("`{}` is declared already", name.name))
            .label("declared again here")
            .related(old.span, "first declared here");
        if self.cx.lenient && new != known && !self.scopes.is_innermost(&name.name) {
            self.cx.out.report(again.help(format!(
                "lenient mode keeps one variable per name; it cannot be `{}` and `{}` at once",
                self.cx.world.type_name(known),
                self.cx.world.type_name(new)
            )));
        } else if self.cx.out.relaxable(again, "the one variable of this name gets a new value") {
            if new == known {
                self.refer(&name.name, name.span, old.local);
                return Some(old.local);
            }
            let local = self.add_local(&name.name, new.clone(), name.span);
            self.bind(name, local, ty);
            return Some(local);
        }
        self.bind(name, old.local, None);
        None
    }

    /// The variable that a name means, if it means one: visible or, in lenient mode, left over from an ended block.
    pub fn find_variable(&mut self, name: &str, span: Span) -> Option<Binding> {
        self.note_site(name, || Before::Nothing);
        if let Some(binding) = self.scopes.find(name).cloned() {
            self.refer(name, span, binding.local);
            return Some(binding);
        }
        if !self.cx.lenient {
            return None;
        }
        let binding = self.scopes.find_ended(name)?.clone();
        self.refer(name, span, binding.local);
        if self.revived.insert(binding.local) {
            self.cx.out.relaxable(
                error(codes::UNKNOWN_VARIABLE, span, format!("`{name}` is used after the end of its block"))
                    .related(binding.span, "declared here"),
                "a variable stays visible up to the end of the method",
            );
        }
        Some(binding)
    }

    /// Reports a name that means no variable.
    pub fn report_unknown(&mut self, name: &str, span: Span, or_class: bool) {
        let world = self.cx.world;
        let member = world.member(self.class, name);
        // Without parentheses around it.
        let place = first_name(self.cx.source.file(span), span);
        let diagnostic = if name == "this" {
            let place = self.method.map_or("the initialiser of a static field", |_| "a static method");
            error(codes::NO_RECEIVER, span, format!("there is no `this` in {place}"))
        } else if name == "super" {
            error(codes::UNKNOWN_VARIABLE, span, "`super` stands only before the name of a called method")
                .help("an inherited field is a field of `this`")
        } else if name == "retval" {
            error(
                codes::RETVAL,
                span,
                "`retval` is the result and exists only in the `ensures` of a method that has one",
            )
        } else if !or_class && world.by_name.contains_key(name) {
            error(codes::CLASS_AS_VALUE, span, format!("`{name}` is a class, not a value"))
        } else if let Some(member) = member {
            let prefix = match member {
                super::world::Member::Field(_) => "this",
                super::world::Member::Static(s) => &world.hir.classes[world.hir.statics[s].class].name,
            };
            let written = format!("{prefix}.{name}");
            let unknown = error(codes::UNKNOWN_VARIABLE, span, format!("unknown variable `{name}`"))
                .related(world.member_span(member), "there is a field of this name")
                .help(format!("write `{written}` for the field"));
            match prefix != "this" || self.scopes.find("this").is_some() {
                true => unknown.fix(format!("Change to `{written}`"), place, written),
                false => unknown,
            }
        } else {
            let classes = world.hir.classes.iter().map(|c| c.name.as_str()).filter(|_| or_class);
            let near = self.cx.out.nearest(name, self.scopes.names().chain(classes));
            let what = if or_class { "variable or class" } else { "variable" };
            let mut diagnostic = error(codes::UNKNOWN_VARIABLE, span, format!("unknown {what} `{name}`"));
            if let Some(ended) = self.scopes.find_ended(name) {
                diagnostic =
                    diagnostic.related(ended.span, "a variable of this name was visible up to the end of its block");
            }
            meant(diagnostic, place, near, || {
                let exists = |word| match word {
                    Instead::Word(receiver @ ("this" | "retval")) => self.scopes.find(receiver).is_some(),
                    _ => true,
                };
                foreign::in_place_of_variable(name).filter(|&instead| exists(instead))
            })
        };
        self.cx.out.report(diagnostic);
    }
}
