//! Fields and method headers of all classes.

use super::codes;
use super::hir::{Field, Method, Static};
use super::reporter::{Reporter, error};
use super::world::{MaybeType, Member, Ret, Signature, World};
use crate::index::{Idx, IndexVec};
use crate::ir::{ClassId, MethodId, MethodKind, Type};
use crate::oox::parse::ast;
use crate::source::Span;
use indexmap::map::Entry;
use rustc_hash::FxHashMap;

/// Enters the members of all classes, then adds inherited fields. Fields, static fields and methods are numbered in the order
/// of the text. `order` has supertypes first.
pub(super) fn enter(world: &mut World, program: &ast::Program, order: &[ClassId], out: &mut Reporter) {
    for (index, class) in program.classes.iter().enumerate() {
        let id = ClassId::new(index);
        for field in &class.fields {
            enter_field(world, id, field, out);
        }
        let mut seen = FxHashMap::default();
        for method in &class.methods {
            enter_method(world, id, class, method, &mut seen, out);
        }
    }
    for &class in order {
        inherit_fields(world, class, out);
    }
}

/// The type of a place; `Null` where its own type is wrong. No checked program has such a place.
pub(super) fn placeholder(ty: &MaybeType) -> Type {
    ty.clone().unwrap_or(Type::Null)
}

fn enter_field(world: &mut World, class: ClassId, field: &ast::Field, out: &mut Reporter) {
    super::reserved(&field.name, out);
    let ty = world.resolve(&field.ty, out);
    let (name, span) = (field.name.name.clone(), field.name.span);
    let member = match field.is_static {
        true => {
            world.static_types.push(ty.clone());
            let (init, init_locals) = (None, IndexVec::new());
            let ty = placeholder(&ty);
            Member::Static(world.hir.statics.push(Static { name, class, ty, span, init, init_locals }))
        }
        false => {
            world.field_types.push(ty.clone());
            Member::Field(world.hir.fields.push(Field { name, ty: placeholder(&ty), span }))
        }
    };
    let info = &mut world.infos[class];
    match info.fields.entry(field.name.name.clone()) {
        Entry::Vacant(entry) => {
            entry.insert(member);
        }
        Entry::Occupied(entry) => {
            let first = *entry.get();
            out.report(
                error(codes::DUPLICATE_FIELD, span, format!("duplicate field `{}`", field.name.name))
                    .label("declared again here")
                    .related(world.member_span(first), "first declared here"),
            );
        }
    }
}

/// The methods of a class so far: kind (constructor or not), name and parameters.
type Seen = FxHashMap<(bool, String, Vec<Type>), (MethodId, Span)>;

fn enter_method(
    world: &mut World,
    class: ClassId,
    declared: &ast::Class,
    method: &ast::Method,
    seen: &mut Seen,
    out: &mut Reporter,
) {
    super::reserved(&method.name, out);
    let params: Vec<MaybeType> = method.params.iter().map(|p| world.resolve(&p.ty, out)).collect();
    let result = method.result.as_ref().map(|t| world.resolve(t, out));
    let is_constructor = method.kind == MethodKind::Constructor;
    let is_abstract = method.body.is_none();
    let id = world.hir.methods.push(Method {
        name: method.name.name.clone(),
        class,
        span: method.name.span,
        kind: method.kind,
        result: result.as_ref().map(placeholder),
        locals: IndexVec::new(),
        params: Vec::new(),
        this: None,
        retval: None,
        clauses: Vec::new(),
        olds: Vec::new(),
        frame: None,
        measure: None,
        body: None,
        falls_off: false,
        end: method.body.as_ref().map_or(method.span, |b| b.close),
    });
    if is_abstract && declared.kind == ast::ClassKind::Concrete {
        let name = &world.hir.classes[class].name;
        out.report(
            error(
                codes::ABSTRACT_METHOD,
                method.name.span,
                format!("abstract method in `{name}`, which is not abstract"),
            )
            .help(format!("write `abstract class {name}`, or give the method a body"))
            .fix(format!("Make `{name}` abstract"), declared.span.before(), "abstract "),
        );
    }
    let known: Option<Vec<Type>> = params.iter().cloned().collect();
    world.signatures.push(Signature { params, ret: result.map_or(Ret::Void, Ret::Value), is_abstract });
    if let Some(known) = known
        && let Some((first, span)) =
            seen.insert((is_constructor, method.name.name.clone(), known), (id, method.name.span))
    {
        let what = if is_constructor { "constructor" } else { "method" };
        out.report(
            error(
                codes::DUPLICATE_METHOD,
                method.name.span,
                format!("duplicate {what} `{}`", world.signature_name(first)),
            )
            .label("declared again here, with the same parameter types")
            .related(span, "first declared here"),
        );
        return;
    }
    let info = &mut world.infos[class];
    if is_constructor {
        info.constructors.push(id);
        return;
    }
    info.methods.entry(method.name.name.clone()).or_default().push(id);
}

/// Lists all fields of a class and reports those that an inherited one forbids.
fn inherit_fields(world: &mut World, class: ClassId, out: &mut Reporter) {
    let Some(parent) = world.hir.classes[class].superclass else {
        world.hir.classes[class].fields = own_fields(world, class).collect();
        return;
    };
    for (name, own) in &world.infos[class].fields {
        if let Some(inherited) = world.member(parent, name) {
            out.report(
                error(codes::REDECLARED_FIELD, world.member_span(*own), format!("field `{name}` is inherited already"))
                    .label("redeclared here")
                    .related(world.member_span(inherited), "inherited from here"),
            );
        }
    }
    let mut fields = world.hir.classes[parent].fields.clone();
    fields.extend(own_fields(world, class));
    world.hir.classes[class].fields = fields;
}

fn own_fields(world: &World, class: ClassId) -> impl Iterator<Item = crate::ir::FieldId> {
    world.infos[class].fields.values().filter_map(|member| match member {
        Member::Field(f) => Some(*f),
        Member::Static(_) => None,
    })
}
