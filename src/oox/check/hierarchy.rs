//! Classes and their supertypes: names, kinds, cycles.

use super::codes;
use super::reporter::{Reporter, error};
use super::world::{ClassInfo, World};
use crate::index::{Idx, IndexVec};
use crate::ir::{Class, ClassId};
use crate::oox::parse::ast;
use rustc_hash::FxHashSet;

/// The most supertypes of a class, itself included. The tables of supertypes grow with the square of the depth.
const MOST_SUPERTYPES: usize = 2_000;

/// Enters all classes in the order of the text, with their supertypes. Returns them with supertypes before subtypes.
/// Supertypes that are unknown, of the wrong kind or part of a cycle are left out, and the class is `incomplete`.
pub(super) fn enter(world: &mut World, program: &ast::Program, out: &mut Reporter) -> Vec<ClassId> {
    for class in &program.classes {
        let id = world.hir.classes.push(Class {
            span: class.name.span,
            is_abstract: class.kind != ast::ClassKind::Concrete,
            ..Class::bare(&class.name.name, Vec::new())
        });
        let is_interface = class.kind == ast::ClassKind::Interface;
        world.infos.push(ClassInfo { is_interface, ..ClassInfo::default() });
        super::reserved(&class.name, out);
        match world.by_name.get(&class.name.name) {
            Some(&first) => {
                world.infos[id].incomplete = true;
                out.report(
                    error(codes::DUPLICATE_CLASS, class.name.span, format!("duplicate class `{}`", class.name.name))
                        .label("declared again here")
                        .related(world.hir.classes[first].span, "first declared here"),
                );
            }
            None => {
                world.by_name.insert(class.name.name.clone(), id);
            }
        }
    }
    for (index, class) in program.classes.iter().enumerate() {
        supertypes(world, ClassId::new(index), class, out);
    }
    let order = order(world, out);
    for &class in &order {
        let mut ancestors = vec![class];
        for parent in parents(world, class) {
            ancestors.extend(&world.hir.classes[parent].ancestors);
            world.infos[class].incomplete |= world.infos[parent].incomplete;
        }
        ancestors.sort_unstable();
        ancestors.dedup();
        if ancestors.len() > MOST_SUPERTYPES {
            let name = &world.hir.classes[class].name;
            let message = format!("`{name}` has more than {MOST_SUPERTYPES} supertypes");
            out.report(error(codes::SUPERTYPES, world.hir.classes[class].span, message));
            // Its subtypes are not reported too.
            ancestors = vec![class];
            world.infos[class].incomplete = true;
        }
        world.hir.classes[class].ancestors = ancestors;
    }
    order
}

/// Resolves the supertypes that a class names.
fn supertypes(world: &mut World, id: ClassId, class: &ast::Class, out: &mut Reporter) {
    let mut named = FxHashSet::default();
    let wanted = class.superclass.iter().map(|s| (s, false)).chain(class.interfaces.iter().map(|i| (i, true)));
    for (name, want_interface) in wanted {
        let Some(parent) = world.class(&name.name, name.span, out) else {
            world.infos[id].incomplete = true;
            continue;
        };
        let wrong = |message: String, help: &str| {
            error(codes::BAD_SUPERTYPE, name.span, message)
                .related(world.hir.classes[parent].span, "declared here")
                .help(help)
        };
        let problem = match (world.infos[parent].is_interface, want_interface) {
            (true, false) => Some(wrong(
                format!("`{}` is an interface; a class extends a class", name.name),
                "write `implements` for an interface",
            )),
            (false, true) if class.kind == ast::ClassKind::Interface => Some(wrong(
                format!("`{}` is a class; an interface extends interfaces only", name.name),
                "turn one into the other",
            )),
            (false, true) => Some(wrong(
                format!("`{}` is a class; a class implements interfaces only", name.name),
                "write `extends` for a class",
            )),
            _ if !named.insert(parent) => {
                Some(wrong(format!("`{}` is named twice among the supertypes", name.name), "leave one out"))
            }
            _ => None,
        };
        match problem {
            Some(problem) => {
                out.report(problem);
                world.infos[id].incomplete = true;
            }
            None if want_interface => world.infos[id].interfaces.push(parent),
            None => world.hir.classes[id].superclass = Some(parent),
        }
    }
}

/// The direct supertypes.
pub(super) fn parents(world: &World, class: ClassId) -> Vec<ClassId> {
    world.hir.classes[class].superclass.iter().chain(&world.infos[class].interfaces).copied().collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Depth-first search over the supertypes: a postorder, after every cycle has been reported and cut.
fn order(world: &mut World, out: &mut Reporter) -> Vec<ClassId> {
    let mut marks: IndexVec<ClassId, Mark> = world.hir.classes.ids().map(|_| Mark::New).collect();
    let mut order = Vec::with_capacity(world.hir.classes.len());
    for root in world.hir.classes.ids() {
        if marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        // The classes on the way, each with the supertypes that are still to be visited.
        let mut path = vec![(root, parents(world, root))];
        while let Some((class, waiting)) = path.last_mut() {
            let class = *class;
            let Some(parent) = waiting.pop() else {
                marks[class] = Mark::Done;
                order.push(class);
                path.pop();
                continue;
            };
            match marks[parent] {
                Mark::Done => {}
                Mark::New => {
                    marks[parent] = Mark::Open;
                    let waiting = parents(world, parent);
                    path.push((parent, waiting));
                }
                Mark::Open => {
                    let start = path.iter().position(|(c, _)| *c == parent).expect("an open class is on the path");
                    report_cycle(world, path[start..].iter().map(|(c, _)| *c).collect(), out);
                    world.infos[class].interfaces.retain(|i| *i != parent);
                    let superclass = &mut world.hir.classes[class].superclass;
                    *superclass = superclass.filter(|s| *s != parent);
                }
            }
        }
    }
    order
}

/// Reports a cycle at its first class in the text.
fn report_cycle(world: &mut World, mut cycle: Vec<ClassId>, out: &mut Reporter) {
    for &class in &cycle {
        world.infos[class].incomplete = true;
    }
    let first = cycle.iter().enumerate().min_by_key(|(_, c)| **c).map_or(0, |(i, _)| i);
    cycle.rotate_left(first);
    let classes = &world.hir.classes;
    let way: Vec<_> = cycle.iter().chain(&cycle[..1]).map(|c| format!("`{}`", classes[*c].name)).collect();
    let at = &classes[cycle[0]];
    let mut diagnostic =
        error(codes::CYCLE, at.span, format!("`{}` is its own supertype", at.name)).label(way.join(" → "));
    for class in &cycle[1..] {
        diagnostic = diagnostic.related(classes[*class].span, "part of the cycle");
    }
    out.report(diagnostic);
}
