//! Inherited methods: what overrides what, what is missing, and dynamic dispatch.

use super::codes;
use super::reporter::{Reporter, error};
use super::world::World;
use crate::index::IndexVec;
use crate::ir::{ClassId, MethodId, MethodKind, Type};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A name with parameter types, numbered.
type SigId = u32;

/// The method that each signature means on a class.
type Table = IndexMap<SigId, MethodId, FxBuildHasher>;

/// Checks overriding in all classes (`order` has supertypes first) and fills their dispatch tables.
pub(super) fn check(world: &mut World, order: &[ClassId], out: &mut Reporter) {
    let sigs = signatures(world);
    let mut tables: IndexVec<ClassId, Table> = world.hir.classes.ids().map(|_| Table::default()).collect();
    for &class in order {
        tables[class] = table(world, class, &sigs, &tables, out);
        if !world.hir.classes[class].is_abstract {
            report_missing(world, class, &tables, out);
        }
        dispatch(world, class, &sigs, &tables[class]);
    }
}

/// Numbers the signatures of all methods; constructors, duplicates and methods with a wrong parameter have none.
fn signatures(world: &World) -> IndexVec<MethodId, Option<SigId>> {
    let mut ids: FxHashMap<(&str, Vec<Type>), SigId> = FxHashMap::default();
    let mut sigs: IndexVec<MethodId, Option<SigId>> = world.hir.methods.ids().map(|_| None).collect();
    for info in world.infos.iter() {
        for (name, method) in info.methods.iter().flat_map(|(n, methods)| methods.iter().map(move |m| (n, *m))) {
            if let Some(params) = world.signatures[method].params.iter().cloned().collect::<Option<Vec<_>>>() {
                let next = ids.len() as SigId;
                sigs[method] = Some(*ids.entry((name, params)).or_insert(next));
            }
        }
    }
    sigs
}

/// The table of a class, from those of its supertypes and its own methods.
fn table(
    world: &World,
    class: ClassId,
    sigs: &IndexVec<MethodId, Option<SigId>>,
    tables: &IndexVec<ClassId, Table>,
    out: &mut Reporter,
) -> Table {
    let own = world.infos[class].methods.values().flatten();
    let own: Table = own.filter_map(|m| sigs[*m].map(|sig| (sig, *m))).collect();
    let mut table = Table::default();
    for parent in super::hierarchy::parents(world, class) {
        for (&sig, &inherited) in &tables[parent] {
            if let Some(&method) = own.get(&sig) {
                report_override(world, method, inherited, out);
            }
            let chosen = match (own.get(&sig), table.get(&sig)) {
                (Some(&method), _) => method,
                (None, Some(&other)) => choose(world, class, other, inherited, out),
                (None, None) => inherited,
            };
            table.insert(sig, chosen);
        }
    }
    table.extend(own);
    table
}

/// Of two inherited methods with one signature: the one that implements the other, or else has the narrower result.
fn choose(world: &World, class: ClassId, first: MethodId, second: MethodId, out: &mut Reporter) -> MethodId {
    let (a, b) = (&world.signatures[first], &world.signatures[second]);
    let class_of = |m: MethodId| world.hir.methods[m].class;
    if first == second || world.is_subclass(class_of(first), class_of(second)) {
        return first;
    }
    if world.is_subclass(class_of(second), class_of(first)) {
        return second;
    }
    let kinds_agree = world.hir.methods[first].kind == world.hir.methods[second].kind;
    if kinds_agree && world.narrows(&a.ret, &b.ret) && (!a.is_abstract || b.is_abstract) {
        return first;
    }
    if kinds_agree && world.narrows(&b.ret, &a.ret) && a.is_abstract {
        return second;
    }
    let at = &world.hir.classes[class];
    let message = format!("`{}` inherits two methods `{}` that do not agree", at.name, world.signature_name(first));
    out.report(
        error(codes::BAD_OVERRIDE, at.span, message)
            .related(world.hir.methods[first].span, "one is declared here")
            .related(world.hir.methods[second].span, "the other one here")
            .help("the results must be equal, or that of the body the narrower one, and none may be static"),
    );
    first
}

/// Reports an own method that may not replace the inherited one of its signature.
fn report_override(world: &World, method: MethodId, inherited: MethodId, out: &mut Reporter) {
    let (new, old) = (&world.hir.methods[method], &world.hir.methods[inherited]);
    let (new_static, old_static) = (new.kind == MethodKind::Static, old.kind == MethodKind::Static);
    let name = world.signature_name(method);
    let message = match (new_static, old_static) {
        // A static method only hides another one; nothing is dispatched.
        (true, true) => return,
        (true, false) => format!("static method `{name}` cannot override an instance method"),
        (false, true) => format!("instance method `{name}` cannot override a static method"),
        (false, false) if world.narrows(&world.signatures[method].ret, &world.signatures[inherited].ret) => return,
        (false, false) => format!("the result of `{name}` is not that of the method that it overrides"),
    };
    let mut diagnostic =
        error(codes::BAD_OVERRIDE, new.span, message).related(old.span, "the inherited method is declared here");
    if new_static == old_static {
        diagnostic = diagnostic.help("the result must be the same type or, for references, a narrower one");
    }
    out.report(diagnostic);
}

/// Reports the abstract methods of a class that is not abstract, except those that its superclass lacks already or that it
/// declares itself.
fn report_missing(world: &World, class: ClassId, tables: &IndexVec<ClassId, Table>, out: &mut Reporter) {
    let at = &world.hir.classes[class];
    let reported = |sig: &SigId| {
        at.superclass.is_some_and(|s| {
            !world.hir.classes[s].is_abstract && tables[s].get(sig).is_some_and(|m| world.signatures[*m].is_abstract)
        })
    };
    let missing: Vec<MethodId> = tables[class]
        .iter()
        .filter(|(sig, m)| world.signatures[**m].is_abstract && world.hir.methods[**m].class != class && !reported(sig))
        .map(|(_, m)| *m)
        .collect();
    if missing.is_empty() {
        return;
    }
    let names: Vec<_> = missing.iter().map(|m| format!("`{}`", world.signature_name(*m))).collect();
    let message = format!("`{}` is not abstract and does not implement {}", at.name, names.join(", "));
    let mut diagnostic = error(codes::MISSING_METHOD, at.span, message);
    for method in missing {
        diagnostic = diagnostic.related(world.hir.methods[method].span, "required here");
    }
    out.report(diagnostic.help("implement what is missing, or declare the class `abstract`"));
}

/// For every instance method of a supertype, the body that runs on an object of the class.
fn dispatch(world: &mut World, class: ClassId, sigs: &IndexVec<MethodId, Option<SigId>>, table: &Table) {
    let mut dispatch = FxHashMap::default();
    for ancestor in &world.hir.classes[class].ancestors {
        for method in world.infos[*ancestor].methods.values().flatten() {
            if world.hir.methods[*method].kind == MethodKind::Instance
                && let Some(target) = sigs[*method].and_then(|sig| table.get(&sig))
                && !world.signatures[*target].is_abstract
            {
                dispatch.insert(*method, *target);
            }
        }
    }
    world.hir.classes[class].dispatch = dispatch;
}
