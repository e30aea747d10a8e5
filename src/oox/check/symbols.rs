//! From what the checker has noted to the symbols of the text.

use super::record::{Entity, Record};
use super::world::{Member, World};
use crate::front::symbols::{Occurrence, Symbol, SymbolId, SymbolKind, Symbols};
use crate::index::{Idx, IndexVec};
use crate::ir::{ClassId, FieldId, MethodId, MethodKind, StaticId, Type};
use crate::oox::parse::{ast, first_name};
use crate::source::{Diagnostic, Sources, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// The symbols of a program.
pub(super) fn symbols(
    program: &ast::Program,
    source: &Sources,
    world: &World,
    names: &Record,
    diagnostics: Vec<Diagnostic>,
) -> Symbols {
    let mut table = Table { source, world, all: Vec::new() };
    table.members(program);
    table.variables(program, names);
    let mut all = table.all;
    // Predefined names come behind the class or method that gives them their meaning.
    all.sort_by_key(|entry| (entry.symbol.place, entry.symbol.kind));
    let ids: FxHashMap<Entity, SymbolId> =
        all.iter().enumerate().map(|(i, entry)| (entry.entity, SymbolId::new(i))).collect();
    let families = families(world);
    let mut symbols: IndexVec<SymbolId, Symbol> = IndexVec::new();
    let mut occurrences = Vec::new();
    for (id, Entry { entity, owner, symbol }) in all.into_iter().enumerate() {
        let id = SymbolId::new(id);
        if symbol.kind != SymbolKind::Predefined {
            occurrences.push(Occurrence { place: symbol.place, symbol: id, is_name: true });
        }
        let first = match entity {
            Entity::Method(method) => families[method],
            other => other,
        };
        let owner = owner.and_then(|class| ids.get(&Entity::Class(class)).copied());
        symbols.push(Symbol { owner, family: ids.get(&first).copied().unwrap_or(id), ..symbol });
    }
    for (span, entity) in &names.uses {
        let Some(&symbol) = ids.get(entity) else { continue };
        let name = &symbols[symbol].name;
        // Parentheses around a name belong to its span.
        let place = if source.slice(*span) == name { *span } else { first_name(source.file(*span), *span) };
        occurrences.push(Occurrence { place, symbol, is_name: source.slice(place) == name });
    }
    Symbols::new(symbols, occurrences, diagnostics)
}

struct Entry {
    entity: Entity,
    /// The class of a member.
    owner: Option<ClassId>,
    symbol: Symbol,
}

struct Table<'a> {
    source: &'a Sources,
    world: &'a World,
    all: Vec<Entry>,
}

impl Table<'_> {
    fn add(&mut self, entity: Entity, kind: SymbolKind, place: Span, range: Span, signature: String) -> &mut Entry {
        let name = self.source.slice(place).to_owned();
        let symbol = Symbol {
            title: name.clone(),
            name,
            kind,
            place,
            range,
            owner: None,
            signature,
            contract: Vec::new(),
            family: SymbolId::new(0),
        };
        self.all.push(Entry { entity, owner: None, symbol });
        self.all.last_mut().expect("it has just been added")
    }

    /// Classes and their members, which the checker has numbered in the order of the text.
    fn members(&mut self, program: &ast::Program) {
        let (mut fields, mut statics, mut methods) = (0, 0, 0);
        for (index, class) in program.classes.iter().enumerate() {
            let id = ClassId::new(index);
            let kind = match class.kind {
                ast::ClassKind::Interface => SymbolKind::Interface,
                ast::ClassKind::Concrete | ast::ClassKind::Abstract => SymbolKind::Class,
            };
            let range = class.span.to(class.close);
            self.add(Entity::Class(id), kind, class.name.span, range, self.source.in_one_line(class.span));
            for field in &class.fields {
                let (count, kind, word) = match field.is_static {
                    true => (&mut statics, SymbolKind::StaticField, "static "),
                    false => (&mut fields, SymbolKind::Field, ""),
                };
                let member = match field.is_static {
                    true => Member::Static(StaticId::new(*count)),
                    false => Member::Field(FieldId::new(*count)),
                };
                *count += 1;
                let signature = format!("{word}{} {}", self.source.slice(field.ty.span), field.name.name);
                self.add(Entity::Field(member), kind, field.name.span, field.span, signature).owner = Some(id);
            }
            for method in &class.methods {
                let number = MethodId::new(methods);
                methods += 1;
                self.method(id, number, method);
            }
        }
    }

    fn method(&mut self, class: ClassId, id: MethodId, method: &ast::Method) {
        let world = self.world;
        let (kind, alike) = match method.kind {
            MethodKind::Constructor => (SymbolKind::Constructor, world.infos[class].constructors.len()),
            _ => (SymbolKind::Method, world.infos[class].methods.get(&method.name.name).map_or(0, Vec::len)),
        };
        let clauses = method.clauses.iter().map(|clause| clause.span).chain(method.frames.iter().map(|f| f.span));
        let mut clauses: Vec<Span> = clauses.chain(method.measures.iter().map(|m| m.span)).collect();
        clauses.sort_unstable();
        let contract = clauses.into_iter().map(|span| self.source.in_one_line(span)).collect();
        let range = method.span.to(method.end);
        let signature = self.source.in_one_line(method.span);
        let entry = self.add(Entity::Method(id), kind, method.name.span, range, signature);
        entry.owner = Some(class);
        entry.symbol.contract = contract;
        if alike > 1 {
            entry.symbol.title = world.signature_name(id);
        }
    }

    /// Variables and predefined names to which something refers.
    fn variables(&mut self, program: &ast::Program, names: &Record) {
        let world = self.world;
        let methods = program.classes.iter().flat_map(|class| &class.methods);
        let parameters: FxHashSet<Span> =
            methods.flat_map(|method| &method.params).map(|parameter| parameter.name.span).collect();
        let types: FxHashMap<Span, &Type> = names.variables.iter().map(|v| (v.name, &v.ty)).collect();
        let mut seen = FxHashSet::default();
        for (_, entity) in names.uses.iter().filter(|(_, entity)| seen.insert(*entity)) {
            match *entity {
                Entity::Variable(place) => {
                    let is_parameter = parameters.contains(&place);
                    let kind = if is_parameter { SymbolKind::Parameter } else { SymbolKind::Variable };
                    let ty = types.get(&place).map_or(&Type::Null, |ty| *ty);
                    let signature = self.typed(ty, self.source.slice(place));
                    self.add(*entity, kind, place, place, signature);
                }
                Entity::This(class) => {
                    let place = world.hir.classes[class].span;
                    let signature = self.typed(&Type::Class(class), "this");
                    self.add(*entity, SymbolKind::Predefined, place, place, signature).symbol.name = "this".to_owned();
                }
                Entity::Result(method) => {
                    let header = &world.hir.methods[method];
                    let class_type = Type::Class(header.class);
                    let signature = self.typed(header.result.as_ref().unwrap_or(&class_type), "retval");
                    let entry = self.add(*entity, SymbolKind::Predefined, header.span, header.span, signature);
                    entry.symbol.name = "retval".to_owned();
                }
                Entity::Class(_) | Entity::Method(_) | Entity::Field(_) => {}
            }
        }
    }

    fn typed(&self, ty: &Type, name: &str) -> String {
        match ty {
            Type::Null => format!("? {name}"),
            ty => format!("{} {name}", self.world.type_name(ty)),
        }
    }
}

/// For each method the entity with which it has to share its name: the first method that can override it or be overridden
/// by it, directly or not; for a constructor its class.
fn families(world: &World) -> IndexVec<MethodId, Entity> {
    let mut first: IndexVec<MethodId, MethodId> = world.hir.methods.ids().collect();
    // An object of a class has one method of each signature, whatever class or interface declares it.
    for class in world.hir.classes.iter() {
        let mut same: FxHashMap<(&str, &[Option<Type>]), MethodId> = FxHashMap::default();
        for ancestor in &class.ancestors {
            for &method in world.infos[*ancestor].methods.values().flatten() {
                let header = &world.hir.methods[method];
                if header.kind == MethodKind::Instance {
                    let other = *same.entry((&header.name, &world.signatures[method].params)).or_insert(method);
                    let (a, b) = (root(&mut first, method), root(&mut first, other));
                    first[a.max(b)] = a.min(b);
                }
            }
        }
    }
    let entity = |method: MethodId| match world.hir.methods[method].kind {
        MethodKind::Constructor => Entity::Class(world.hir.methods[method].class),
        _ => Entity::Method(root(&mut first, method)),
    };
    world.hir.methods.ids().map(entity).collect()
}

fn root(first: &mut IndexVec<MethodId, MethodId>, mut method: MethodId) -> MethodId {
    while first[method] != method {
        first[method] = first[first[method]];
        method = first[method];
    }
    method
}
