//! Names and types: from the AST to the checked program.
//!
//! In this order, each phase over the whole file: classes and supertypes ([`hierarchy`]), fields and method headers
//! ([`members`]), overriding and dispatch ([`overriding`]), initialisers and bodies ([`body`] with [`contract`], [`frames`],
//! [`stmt`], [`expr`], [`operators`], [`calls`]). All errors of a file are found in one run. What has an error has no type, and
//! nothing is reported about what has no type, so that no error follows from another.

mod body;
mod calls;
mod codes;
mod completion;
mod contract;
mod expr;
mod frames;
mod hierarchy;
pub mod hir;
mod members;
mod operators;
mod overriding;
mod reporter;
mod scope;
mod settings;
mod stmt;
#[cfg(test)]
mod tests;
mod world;

use crate::config::Dialect;
use crate::index::{Idx, IndexVec};
use crate::ir::{ClassId, LocalId, StaticId, Texts};
use crate::oox::parse::ast;
use crate::source::{Diagnostic, Sources};
use hir::{Expr, Hir, Local};
use reporter::{Reporter, error};
use world::World;

/// The result of checking.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The checked program; nothing when there are errors.
    pub hir: Option<Hir>,
    /// Errors and warnings in the order of the text, those about options first.
    pub diagnostics: Vec<Diagnostic>,
}

/// Resolves and types a whole program. Only `lenient` and `set` of the dialect matter. Recurses as deep as the tree.
pub fn check(program: &ast::Program, source: &Sources, dialect: &Dialect) -> Checked {
    let mut out = Reporter::new(dialect.lenient);
    let mut world = World::default();
    let order = hierarchy::enter(&mut world, program, &mut out);
    members::enter(&mut world, program, &order, &mut out);
    overriding::check(&mut world, &order, &mut out);

    let mut texts = Texts::default();
    let replaced = settings::values(&world, &dialect.set, &mut texts, &mut out);
    let mut cx = body::Context { world: &world, source, lenient: dialect.lenient, out: &mut out, texts: &mut texts };
    let initialisers = initialisers(&mut cx, program);
    let methods: Vec<body::Checked> = (world.hir.methods.ids())
        .zip(program.classes.iter().flat_map(|c| &c.methods))
        .map(|(id, method)| body::method(&mut cx, id, method))
        .collect();

    let errors = out.has_errors();
    let diagnostics = out.finish();
    if errors {
        return Checked { hir: None, diagnostics };
    }
    let mut hir = world.hir;
    hir.texts = texts;
    for (header, checked) in hir.methods.iter_mut().zip(methods) {
        header.locals = checked.locals;
        header.params = checked.params;
        header.this = checked.this;
        header.retval = checked.retval;
        header.clauses = checked.clauses;
        header.olds = checked.olds;
        header.frame = checked.frame;
        header.body = checked.body;
        header.falls_off = checked.falls_off;
    }
    for (field, (init, locals)) in hir.statics.iter_mut().zip(initialisers) {
        (field.init, field.init_locals) = (init, locals);
    }
    for (id, value) in replaced {
        let field = &mut hir.statics[id];
        let span = field.init.as_ref().map_or(field.span, |i| i.span);
        (field.init, field.init_locals) = (Some(Expr { span, ..value }), IndexVec::new());
    }
    Checked { hir: Some(hir), diagnostics }
}

/// The initialisers of the static fields, in their order.
fn initialisers(cx: &mut body::Context<'_>, program: &ast::Program) -> Vec<(Option<Expr>, IndexVec<LocalId, Local>)> {
    let mut checked = Vec::new();
    for (index, class) in program.classes.iter().enumerate() {
        for field in class.fields.iter().filter(|f| f.is_static) {
            let ty = &cx.world.static_types[StaticId::new(checked.len())];
            checked.push(match &field.init {
                Some(init) => body::initialiser(cx, ClassId::new(index), init, ty),
                None => (None, IndexVec::new()),
            });
        }
    }
    checked
}

/// Reports a declaration of `this` or `retval`, and returns whether it is one.
fn reserved(name: &ast::Ident, out: &mut Reporter) -> bool {
    let reserved = name.name == "this" || name.name == "retval";
    if reserved {
        out.report(error(codes::RESERVED, name.span, format!("`{}` cannot be declared", name.name)));
    }
    reserved
}
