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
mod proposals;
mod record;
mod reporter;
mod scope;
mod settings;
mod stmt;
mod symbols;
#[cfg(test)]
mod tests;
mod widths;
mod world;

use crate::config::Dialect;
use crate::front::proposals::Proposal;
use crate::front::symbols::Symbols;
use crate::index::{Idx, IndexVec};
use crate::ir::{ClassId, LocalId, MethodId, StaticId, Texts};
use crate::oox::parse::ast;
use crate::source::{Diagnostic, Sources};
use hir::{Expr, Hir, Local, Method};
use reporter::{Reporter, error};
use std::collections::BTreeMap;
use world::World;

/// The result of checking.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The checked program; nothing when there are errors.
    pub hir: Option<Hir>,
    /// Errors and warnings in the order of the text, those about options first.
    pub diagnostics: Vec<Diagnostic>,
}

/// Resolves and types a whole program. Only `lenient`, `set` and `int_width` of the dialect matter. Recurses as deep as the tree.
pub fn check(program: &ast::Program, source: &Sources, dialect: &Dialect) -> Checked {
    let mut out = Reporter::new(dialect.lenient);
    let parts = run(program, source, dialect, &mut out);
    let hir = (!out.has_errors()).then(|| parts.assemble());
    Checked { hir, diagnostics: out.finish() }
}

/// The symbols of a program, which may have errors; `diagnostics` are those of the parser.
pub fn symbols(
    program: &ast::Program,
    source: &Sources,
    dialect: &Dialect,
    mut diagnostics: Vec<Diagnostic>,
) -> Symbols {
    let mut out = Reporter::new(dialect.lenient);
    let world = run(program, source, dialect, &mut out).world;
    let names = std::mem::take(&mut out.names);
    diagnostics.extend(out.finish());
    symbols::symbols(program, source, &world, &names, diagnostics)
}

/// What can be written in place of `marker`, a name that occurs once in the text, if it is known what it could mean.
pub fn proposals(program: &ast::Program, source: &Sources, dialect: &Dialect, marker: &str) -> Option<Vec<Proposal>> {
    let mut out = Reporter::new(dialect.lenient);
    out.names.marker = Some(marker.to_owned());
    let world = run(program, source, dialect, &mut out).world;
    out.names.site.map(|site| site.proposals(program, &world, source))
}

/// The parts of a program. What has errors is missing from them.
struct Parts {
    world: World,
    texts: Texts,
    initialisers: Vec<(Option<Expr>, IndexVec<LocalId, Local>)>,
    methods: IndexVec<MethodId, Method>,
    /// The initialisers that options replace.
    replaced: BTreeMap<StaticId, Expr>,
}

/// Checks a program.
fn run(program: &ast::Program, source: &Sources, dialect: &Dialect, out: &mut Reporter) -> Parts {
    let mut world = World::default();
    let order = hierarchy::enter(&mut world, program, out);
    members::enter(&mut world, program, &order, out);
    overriding::check(&mut world, &order, out);

    let mut texts = Texts::default();
    settings::of_classes(dialect, out);
    let replaced = settings::values(&world, dialect, &mut texts, out);
    let (lenient, int_width) = (dialect.lenient, dialect.int_width);
    let mut cx = body::Context { world: &world, source, lenient, int_width, out, texts: &mut texts };
    let initialisers = initialisers(&mut cx, program);
    let methods = (world.hir.methods.ids())
        .zip(program.classes.iter().flat_map(|c| &c.methods))
        .map(|(id, method)| body::method(&mut cx, id, method))
        .collect();

    Parts { world, texts, initialisers, methods, replaced }
}

impl Parts {
    /// The program, if there are no errors.
    fn assemble(self) -> Hir {
        let Parts { world, texts, initialisers, methods, replaced } = self;
        let mut hir = world.hir;
        hir.texts = texts;
        hir.methods = methods;
        for (field, (init, locals)) in hir.statics.iter_mut().zip(initialisers) {
            (field.init, field.init_locals) = (init, locals);
        }
        for (id, value) in replaced {
            let field = &mut hir.statics[id];
            let span = field.init.as_ref().map_or(field.span, |i| i.span);
            (field.init, field.init_locals) = (Some(Expr { span, ..value }), IndexVec::new());
        }
        hir
    }
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
