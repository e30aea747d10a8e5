//! What names and types allow at a place.

use super::body::Body;
use super::world::{Member, World};
use crate::front::proposals::Proposal;
use crate::front::symbols::SymbolKind;
use crate::index::Idx;
use crate::ir::{ClassId, LocalId, MethodId, MethodKind, Type};
use crate::oox::parse::ast;
use crate::source::{Sources, Span};

/// What is before the place.
#[derive(Clone, Debug)]
pub(super) enum Before {
    /// Nothing.
    Nothing,
    /// A class, and a dot.
    Class(ClassId),
    /// `super` and a dot; the superclass.
    Super(ClassId),
    /// A value of a type, with its place, and a dot.
    Object(Type, Span),
    /// `new`
    New,
    /// What precedes a type.
    Type,
}

/// A place about which an editor asks.
#[derive(Clone, Debug)]
pub(super) struct Site {
    before: Before,
    /// The enclosing class.
    class: Option<ClassId>,
    /// Variables, parameters and predefined names that are visible, the innermost first.
    variables: Vec<(String, SymbolKind, Type)>,
    /// Whether `old` can be there.
    remembers: bool,
}

impl Body<'_, '_> {
    /// Notes what is known at a name, if it is the one at the place about which an editor asks.
    pub fn note_site(&mut self, name: &str, before: impl FnOnce() -> Before) {
        if !self.cx.out.names.is_marker(name) || self.cx.out.names.site.is_some() {
            return;
        }
        let parameters = self.method.map_or(0, |method| self.cx.world.signatures[method].params.len());
        let first = usize::from(self.scopes.find("this").is_some());
        let mut visible: Vec<(LocalId, String)> = Vec::new();
        for name in self.scopes.names() {
            visible.extend(self.scopes.find(name).map(|binding| (binding.local, name.to_owned())));
        }
        visible.sort();
        let kind = |local: LocalId, name: &str| match name {
            "this" | "retval" => SymbolKind::Predefined,
            _ if (first..first + parameters).contains(&(local.0 as usize)) => SymbolKind::Parameter,
            _ => SymbolKind::Variable,
        };
        let variables = visible.into_iter().rev().map(|(local, name)| {
            let ty = self.locals[local].ty.clone();
            (name.clone(), kind(local, &name), ty)
        });
        let site = Site {
            before: before(),
            class: Some(self.class),
            variables: variables.collect(),
            remembers: self.memory.is_some() && !self.in_old,
        };
        self.cx.out.names.site = Some(site);
    }
}

impl Site {
    /// The place of a type.
    pub fn of_a_type() -> Self {
        Self { before: Before::Type, class: None, variables: Vec::new(), remembers: false }
    }

    /// What can be written there. The caller knows which part of the text is replaced.
    pub fn proposals(&self, program: &ast::Program, world: &World, source: &Sources) -> Vec<Proposal> {
        let methods = program.classes.iter().flat_map(|class| &class.methods).collect();
        let mut list = List { world, methods, all: Vec::new() };
        match &self.before {
            Before::Class(class) => {
                list.fields(*class, true, "");
                list.methods(*class, |kind| kind == MethodKind::Static);
            }
            Before::Super(class) => list.methods(*class, |kind| kind == MethodKind::Instance),
            Before::Object(Type::Class(class), _) => {
                list.fields(*class, false, "");
                list.methods(*class, |kind| kind == MethodKind::Instance);
            }
            Before::Object(ty, span) if ty.element().is_some() && !source.slice(*span).contains(['\n', '\r']) => {
                let length = format!("#{}", source.slice(*span));
                let proposal = list.add(length, SymbolKind::Field, "int".to_owned());
                proposal.name = format!("{}.length", source.slice(*span));
                proposal.replaces = *span;
            }
            Before::Object(..) => {}
            Before::New => {
                for class in world.hir.classes.ids().filter(|class| !world.hir.classes[*class].is_abstract) {
                    list.constructors(class);
                }
            }
            Before::Type => list.classes(),
            Before::Nothing => {
                for (name, kind, ty) in &self.variables {
                    let detail = world.type_name(ty);
                    list.add(name.clone(), *kind, detail);
                }
                if let Some(class) = self.class {
                    let is_static = !self.variables.iter().any(|(name, ..)| name == "this");
                    if !is_static {
                        list.fields(class, false, "this.");
                    }
                    list.fields(class, true, &format!("{}.", world.hir.classes[class].name));
                    list.methods(class, |kind| kind == MethodKind::Static || !is_static);
                }
                if self.remembers {
                    let detail = "the value at the beginning".to_owned();
                    list.add("old".to_owned(), SymbolKind::Predefined, detail).parameters =
                        Some(vec!["value".to_owned()]);
                }
                list.classes();
            }
        }
        list.all
    }
}

struct List<'a> {
    world: &'a World,
    /// By their numbers.
    methods: Vec<&'a ast::Method>,
    all: Vec<Proposal>,
}

impl List<'_> {
    fn add(&mut self, text: String, kind: SymbolKind, detail: String) -> &mut Proposal {
        let name = text.clone();
        let kind = Some(kind);
        self.all.push(Proposal { text, name, kind, detail, parameters: None, replaces: Span::default() });
        self.all.last_mut().expect("it has just been added")
    }

    /// Fields of a class and those that it inherits.
    fn fields(&mut self, class: ClassId, wanted: bool, prefix: &str) {
        let world = self.world;
        for name in world.field_names(class) {
            let Some(member) = world.member(class, name) else { continue };
            let is_static = matches!(member, Member::Static(_));
            if is_static == wanted {
                let kind = if is_static { SymbolKind::StaticField } else { SymbolKind::Field };
                let detail = world.maybe_type_name(world.member_type(member));
                self.add(format!("{prefix}{name}"), kind, detail).name = name.to_owned();
            }
        }
    }

    /// The methods that can be called on a class.
    fn methods(&mut self, class: ClassId, wanted: impl Fn(MethodKind) -> bool) {
        let world = self.world;
        let mut seen: Vec<&str> = world.method_names(class).collect();
        seen.sort_unstable();
        seen.dedup();
        for name in seen {
            for method in world.candidates(class, name) {
                let header = &world.hir.methods[method];
                if wanted(header.kind) {
                    self.call(method, header.name.clone(), SymbolKind::Method);
                }
            }
        }
    }

    fn constructors(&mut self, class: ClassId) {
        for &constructor in &self.world.infos[class].constructors {
            self.call(constructor, self.world.hir.classes[class].name.clone(), SymbolKind::Constructor);
        }
    }

    fn call(&mut self, method: MethodId, name: String, kind: SymbolKind) {
        let world = self.world;
        let header = &world.hir.methods[method];
        let names = self.methods[method.index()].params.iter().map(|parameter| parameter.name.name.clone());
        let result = match (&header.result, header.kind) {
            (_, MethodKind::Constructor) => String::new(),
            (None, _) => "void ".to_owned(),
            (Some(ty), _) => format!("{} ", world.type_name(ty)),
        };
        let parameters: Vec<String> = names.collect();
        let owner = &world.hir.classes[header.class].name;
        let detail = format!("{result}{owner}.{}", world.signature_name(method));
        self.add(name, kind, detail).parameters = Some(parameters);
    }

    fn classes(&mut self) {
        let world = self.world;
        for (id, class) in world.hir.classes.iter_enumerated() {
            let (kind, detail) = match (world.infos[id].is_interface, class.is_abstract) {
                (true, _) => (SymbolKind::Interface, "interface"),
                (false, true) => (SymbolKind::Class, "abstract class"),
                (false, false) => (SymbolKind::Class, "class"),
            };
            self.add(class.name.clone(), kind, detail.to_owned());
        }
    }
}
