//! What the bodies of methods are checked against: classes with their members, found by name; subtyping.

use super::codes;
use super::hir::Hir;
use super::proposals::Site;
use super::record::Entity;
use super::reporter::{Reporter, error, meant};
use crate::index::IndexVec;
use crate::ir::{ClassId, FieldId, MethodId, StaticId, Type};
use crate::oox::parse::{ast, foreign};
use crate::source::Span;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A type; `None` if it has been reported as wrong. Then nothing that depends on it is reported.
pub(super) type MaybeType = Option<Type>;

/// What a call yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ret {
    /// Nothing.
    Void,
    /// A value.
    Value(MaybeType),
}

/// The header of a method.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    /// The types of the parameters.
    pub params: Vec<MaybeType>,
    /// The result.
    pub ret: Ret,
    /// No body.
    pub is_abstract: bool,
}

/// A field of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Member {
    /// An instance field.
    Field(FieldId),
    /// A static field.
    Static(StaticId),
}

/// What is known of a class beside its [`Class`](crate::ir::Class).
#[derive(Clone, Debug, Default)]
pub(super) struct ClassInfo {
    /// It has errors, so that members or supertypes may be missing.
    pub incomplete: bool,
    /// Declared as `interface`.
    pub is_interface: bool,
    /// The interfaces that it names itself (those it extends, for an interface).
    pub interfaces: Vec<ClassId>,
    /// The fields that it declares itself, in textual order.
    pub fields: IndexMap<String, Member, FxBuildHasher>,
    /// The methods that it declares itself, without duplicates; the names in textual order.
    pub methods: IndexMap<String, Vec<MethodId>, FxBuildHasher>,
    /// Its constructors, without duplicates.
    pub constructors: Vec<MethodId>,
}

/// The program without its bodies. The entities of `hir` have the numbers of their order in the text.
#[derive(Debug, Default)]
pub(super) struct World {
    /// Classes, fields, and methods whose clauses, locals and bodies are still empty.
    pub hir: Hir,
    /// Classes by name, the first where there are duplicates.
    pub by_name: FxHashMap<String, ClassId>,
    /// Per class.
    pub infos: IndexVec<ClassId, ClassInfo>,
    /// Per instance field.
    pub field_types: IndexVec<FieldId, MaybeType>,
    /// Per static field.
    pub static_types: IndexVec<StaticId, MaybeType>,
    /// Per method.
    pub signatures: IndexVec<MethodId, Signature>,
}

impl World {
    /// The class of a name; reports an unknown one.
    pub fn class(&self, name: &str, span: Span, out: &mut Reporter) -> Option<ClassId> {
        let found = self.by_name.get(name).copied();
        match found {
            // Brackets may follow the name.
            Some(class) => out.names.refer(span.beginning(name), Entity::Class(class)),
            None => self.unknown_class(name, span, out),
        }
        found
    }

    fn unknown_class(&self, name: &str, span: Span, out: &mut Reporter) {
        if out.names.is_marker(name) && out.names.site.is_none() {
            out.names.site = Some(Site::of_a_type());
        }
        let near = out.nearest(name, self.hir.classes.iter().map(|c| c.name.as_str()));
        let unknown = error(codes::UNKNOWN_CLASS, span, format!("unknown class `{name}`"));
        out.report(meant(unknown, span.beginning(name), near, || foreign::in_place_of_type(name)));
    }

    /// The type that a text means; reports an unknown class.
    pub fn resolve(&self, ty: &ast::Type, out: &mut Reporter) -> MaybeType {
        let base = match &ty.base {
            ast::BaseType::Int => Type::Int,
            ast::BaseType::Uint => Type::Uint,
            ast::BaseType::Float => Type::Float,
            ast::BaseType::Bool => Type::Bool,
            ast::BaseType::Char => Type::Char,
            ast::BaseType::String => Type::String,
            ast::BaseType::Class(name) => Type::Class(self.class(name, ty.span, out)?),
        };
        Some((0..ty.dims).fold(base, |t, _| t.array()))
    }

    /// A type as the source language writes it.
    pub fn type_name(&self, ty: &Type) -> String {
        self.hir.type_name(ty)
    }

    /// A possibly wrong type, for messages.
    pub fn maybe_type_name(&self, ty: &MaybeType) -> String {
        ty.as_ref().map_or_else(|| "?".into(), |t| self.type_name(t))
    }

    /// `f(int, C)`.
    pub fn signature_name(&self, method: MethodId) -> String {
        let params: Vec<_> = self.signatures[method].params.iter().map(|p| self.maybe_type_name(p)).collect();
        format!("{}({})", self.hir.methods[method].name, params.join(", "))
    }

    /// Whether `sub` is `sup` or a class below it.
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        sub == sup || self.hir.classes[sub].ancestors.binary_search(&sup).is_ok()
    }

    /// Whether a value of type `from` can go to a place of type `to` as it is (literals aside).
    pub fn fits(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Null, _) => to.is_reference(),
            (Type::Class(a), Type::Class(b)) => self.is_subclass(*a, *b),
            _ => from == to,
        }
    }

    /// Whether a reference can be of both types. Two classes must be related; an interface can meet any class in a
    /// common subtype.
    pub fn can_meet(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Class(c), Type::Class(d)) => {
                let interface = |c: ClassId| self.infos[c].is_interface;
                interface(*c) || interface(*d) || self.is_subclass(*c, *d) || self.is_subclass(*d, *c)
            }
            _ => self.fits(a, b) || self.fits(b, a),
        }
    }

    /// Whether the type is a class about which an error has been reported.
    pub fn is_doubtful(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(c) if self.infos[*c].incomplete)
    }

    /// The class and its superclasses, nearest first.
    pub fn line(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(class), move |c| self.hir.classes[*c].superclass)
    }

    /// The field of a name that a class declares or inherits.
    pub fn member(&self, class: ClassId, name: &str) -> Option<Member> {
        self.line(class).find_map(|c| self.infos[c].fields.get(name).copied())
    }

    /// The type of a field.
    pub fn member_type(&self, member: Member) -> &MaybeType {
        match member {
            Member::Field(f) => &self.field_types[f],
            Member::Static(s) => &self.static_types[s],
        }
    }

    /// Where a field is declared.
    pub fn member_span(&self, member: Member) -> Span {
        match member {
            Member::Field(f) => self.hir.fields[f].span,
            Member::Static(s) => self.hir.statics[s].span,
        }
    }

    /// The supertypes in the order in which members are looked up: the class, its superclasses, then interfaces.
    fn lookup_order(&self, class: ClassId) -> Vec<ClassId> {
        let mut order: Vec<_> = self.line(class).collect();
        let mut seen: FxHashSet<_> = order.iter().copied().collect();
        let mut next = 0;
        while let Some(&c) = order.get(next) {
            order.extend(self.infos[c].interfaces.iter().filter(|i| seen.insert(**i)));
            next += 1;
        }
        order
    }

    /// The methods of a name that can be called on a class, overridden ones left out. Where two abstract ones have the
    /// same parameters, the one with the narrower result.
    pub fn candidates(&self, class: ClassId, name: &str) -> Vec<MethodId> {
        let own = |c: ClassId| self.infos[c].methods.get(name).into_iter().flatten().copied();
        if self.hir.classes[class].ancestors.len() == 1 {
            return own(class).collect();
        }
        let mut found: Vec<MethodId> = Vec::new();
        for method in self.lookup_order(class).into_iter().flat_map(own) {
            let new = &self.signatures[method];
            match found.iter_mut().find(|m| self.signatures[**m].params == new.params) {
                None => found.push(method),
                Some(old) => {
                    let known = &self.signatures[*old];
                    let unrelated = !self.is_subclass(self.hir.methods[*old].class, self.hir.methods[method].class);
                    if unrelated && known.is_abstract && new.is_abstract && self.narrows(&new.ret, &known.ret) {
                        *old = method;
                    }
                }
            }
        }
        found
    }

    /// Whether an overriding method may yield `new` where the overridden one yields `old`.
    pub fn narrows(&self, new: &Ret, old: &Ret) -> bool {
        match (new, old) {
            (Ret::Void, Ret::Void) => true,
            (Ret::Value(Some(new)), Ret::Value(Some(old))) => self.fits(new, old),
            (Ret::Value(None), _) | (_, Ret::Value(None)) => true,
            _ => false,
        }
    }

    /// The names of all fields of a class.
    pub fn field_names(&self, class: ClassId) -> impl Iterator<Item = &str> {
        self.line(class).flat_map(|c| self.infos[c].fields.keys().map(String::as_str))
    }

    /// The names of all methods that can be called on a class.
    pub fn method_names(&self, class: ClassId) -> impl Iterator<Item = &str> {
        self.lookup_order(class).into_iter().flat_map(|c| self.infos[c].methods.keys().map(String::as_str))
    }
}
