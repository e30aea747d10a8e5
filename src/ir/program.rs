//! A whole program: classes, fields, methods, literals.

use super::{
    BlockId, Cause, Check, CheckId, ClassId, Cover, CoverId, FieldId, Kind, LocalId, Method, MethodId, MethodKind,
    SiteId, StaticId, Syntax, TextId, Type,
};
use crate::config::{IntWidth, Types};
use crate::entity;
use crate::index::IndexVec;
use crate::num::Num;
use crate::source::Span;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

entity! {
    /// A strongly connected component of the call graph.
    pub struct GroupId("group");
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Classes and interfaces.
    pub classes: IndexVec<ClassId, Class>,
    /// Instance fields.
    pub fields: IndexVec<FieldId, Field>,
    /// Static fields, in the order of their initialisation.
    pub statics: IndexVec<StaticId, StaticField>,
    /// Methods, constructors, and the static initialiser.
    pub methods: IndexVec<MethodId, Method>,
    /// Allocation instructions of the whole program.
    pub sites: IndexVec<SiteId, Site>,
    /// Assertions and contract clauses of the whole program.
    pub checks: IndexVec<CheckId, Check>,
    /// Cover statements of the whole program.
    pub covers: IndexVec<CoverId, Cover>,
    /// Character and string literals.
    pub texts: Texts,
    /// Runs before the entry method and gives the static fields their first values; no parameters, no contracts.
    pub init: Option<MethodId>,
    /// The components of the call graph, callees first.
    pub groups: IndexVec<GroupId, Group>,
    /// The number of bits of `int` and `uint`; nothing where they are of any size.
    pub ints: Option<IntWidth>,
    /// The classes of exceptions that carry nothing; nothing where exceptions have no classes.
    pub causes: Option<Causes>,
    /// The class of exceptions that are failed assertions, as those of `assert` are: they are violations also where exceptions
    /// may leave the entry.
    pub failed_assertion: Option<ClassId>,
    /// The classes of which each array is an instance. Where there are any, an array of references is also one of their
    /// supertypes.
    pub array_supers: Vec<ClassId>,
    /// The classes whose objects only the program makes, sorted: no input has them.
    pub made_only: Vec<ClassId>,
    /// The types of elements of the arrays that inputs can be where one of these classes is declared.
    pub arrays_as_objects: Vec<Type>,
    /// Where inputs have less than their types allow.
    pub narrowed: Narrowed,
    /// The class whose methods arrays have. It has no objects itself. Nothing where arrays have no methods.
    pub array_class: Option<ClassId>,
    /// Classes that are not the type of the elements of an array of the initial heap, because programs cannot name them.
    pub without_arrays: Vec<ClassId>,
    /// Classes of which inputs may be objects that no constructor makes: what their constructors do is not followed.
    pub unconstructed: Vec<ClassId>,
    /// Classes that are initialised before the entry, because inputs may have objects of them, and whose initialisers touch others.
    pub early: Vec<ClassId>,
    /// The name of values from outside that differ from run to run, as hashes of objects do: a violation that depends on them is not
    /// reported.
    pub undetermined: Option<TextId>,
    /// The names of values from outside that stand for results which nothing models. Any value of them is explored, so what is proved
    /// is true; but no run that asks for one shows anything.
    pub guesses: FxHashSet<TextId>,
    /// What is assumed of the inputs besides their types, as sentences.
    pub assumptions: Vec<String>,
    /// What proofs by induction assume besides, as sentences.
    pub assumptions_of_proofs: Vec<String>,
    /// What the objects of some classes stand for in inputs: constants with names.
    pub constants: IndexMap<ClassId, Constants>,
    /// How its source language writes formulas.
    pub syntax: &'static dyn Syntax,
}

/// The constants of a class of which inputs have nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constants {
    /// The field that has the number of a constant.
    pub number: FieldId,
    /// What the source language calls them, by their numbers.
    pub names: Vec<String>,
}

/// The class of the exception of each implicit cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Causes {
    /// Null was dereferenced.
    pub null: ClassId,
    /// An index out of bounds.
    pub bounds: ClassId,
    /// An array of negative size.
    pub negative_size: ClassId,
    /// Division or remainder by zero.
    pub division_by_zero: ClassId,
    /// A failed cast.
    pub cast: ClassId,
    /// An element that the array cannot have.
    pub array_store: ClassId,
}

impl Causes {
    /// The causes, each with its class.
    pub fn all(self) -> impl Iterator<Item = (Cause, ClassId)> {
        Cause::IMPLICIT.into_iter().filter_map(move |cause| Some((cause, self.class(cause)?)))
    }

    /// Whether it is one of these classes.
    pub fn has(&self, class: ClassId) -> bool {
        self.all().any(|(_, known)| known == class)
    }

    /// The class of an exception that carries nothing; nothing for `throw`.
    pub fn class(&self, cause: Cause) -> Option<ClassId> {
        match cause {
            Cause::Null => Some(self.null),
            Cause::Bounds => Some(self.bounds),
            Cause::NegativeSize => Some(self.negative_size),
            Cause::DivisionByZero => Some(self.division_by_zero),
            Cause::Cast => Some(self.cast),
            Cause::ArrayStore => Some(self.array_store),
            Cause::Throw => None,
        }
    }
}

/// A component of the call graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its methods.
    pub methods: Vec<MethodId>,
    /// Whether a method of it can be called from itself, directly or not.
    pub recursive: bool,
    /// The blocks of its methods from which a call into the group can be reached within the method. In the others the
    /// recursion has reached its base.
    pub recurring: BTreeSet<(MethodId, BlockId)>,
    /// Those among them from which no way out of the method passes such a call by.
    pub certain: BTreeSet<(MethodId, BlockId)>,
}

/// The distinct texts of character and string literals; the first is the default character.
#[derive(Clone, Debug)]
pub struct Texts(IndexSet<String>);

impl Default for Texts {
    fn default() -> Self {
        Self(IndexSet::from(["\0".to_owned()]))
    }
}

impl Texts {
    /// The default character.
    pub const NUL: TextId = TextId(0);

    /// The id of a text.
    pub fn intern(&mut self, text: &str) -> TextId {
        match self.0.get_index_of(text) {
            Some(i) => TextId(i as u32),
            None => TextId(self.0.insert_full(text.to_owned()).0 as u32),
        }
    }

    /// The text of an id that [`intern`](Self::intern) has returned.
    pub fn get(&self, id: TextId) -> &str {
        &self.0[id.0 as usize]
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Always false, because the default character is always there.
    pub fn is_empty(&self) -> bool {
        false
    }
}

/// A class or interface.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub span: Span,
    /// Whether it has no direct instances.
    pub is_abstract: bool,
    /// The superclass.
    pub superclass: Option<ClassId>,
    /// All supertypes, itself included, sorted.
    pub ancestors: Vec<ClassId>,
    /// All instance fields, inherited ones first.
    pub fields: Vec<FieldId>,
    /// Dynamic dispatch: for each callable method, the one that runs for this class.
    pub dispatch: FxHashMap<MethodId, MethodId>,
}

impl Class {
    /// A concrete class with a name and all its supertypes, itself included: its maker adds the rest.
    pub fn bare(name: impl Into<String>, ancestors: Vec<ClassId>) -> Self {
        Self {
            name: name.into(),
            span: Span::default(),
            is_abstract: false,
            superclass: None,
            ancestors,
            fields: Vec::new(),
            dispatch: FxHashMap::default(),
        }
    }
}

/// An instance field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What the objects of the inputs have there, if their class does not say [otherwise](Program::narrowed).
    pub contents: Contents,
}

/// What the inputs have in a field, or as a parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Contents {
    /// Any value of its type.
    #[default]
    Any,
    /// Any value of this type, which is below the declared one.
    Below(Type),
    /// Any array of its type whose elements are values of this type. It need not be the type of elements of the array.
    Elements(Type),
    /// An object or array of their own: it is not null, and nothing else refers to it.
    Owned,
    /// The same for an array of exactly the declared type, with values of this type as its elements.
    Cells(Type),
    /// The default value: only the program writes it.
    Nothing,
}

impl Contents {
    /// Whether it is an object or array of their own.
    pub fn is_owned(&self) -> bool {
        matches!(self, Contents::Owned | Contents::Cells(_))
    }
}

/// Where inputs have less than the declared types allow, as the type arguments of a source say. Runs may write anything else there.
#[derive(Clone, Debug, Default)]
pub struct Narrowed {
    /// The contents of fields in the objects of a class.
    pub fields: FxHashMap<(ClassId, FieldId), Contents>,
    /// Those of the parameters of entries.
    pub parameters: FxHashMap<(MethodId, LocalId), Contents>,
}

/// A static field.
#[derive(Clone, Debug)]
pub struct StaticField {
    /// Its name.
    pub name: String,
    /// The class that declares it.
    pub class: ClassId,
    /// Its type.
    pub ty: Type,
    /// Whether its values say nothing to a user: it is no field of the text.
    pub is_inner: bool,
}

/// An allocation instruction.
#[derive(Clone, Debug)]
pub struct Site {
    /// The method that contains it.
    pub method: MethodId,
    /// Where.
    pub span: Span,
    /// What it makes.
    pub kind: SiteKind,
}

/// What an allocation instruction makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// Objects of a class.
    Object(ClassId),
    /// Arrays with elements of a type.
    Array(Type),
}

/// All of the classes, or only the one that represents the declared one: that one itself, or else the first.
fn declared_only(mut classes: Vec<ClassId>, declared: ClassId, types: Types) -> Vec<ClassId> {
    if types == Types::Declared {
        let own = classes.iter().position(|c| *c == declared).unwrap_or(0);
        classes = classes.get(own).copied().into_iter().collect();
    }
    classes
}

impl Program {
    /// The class of a name.
    pub fn class(&self, name: &str) -> Option<&Class> {
        self.class_named(name).map(|class| &self.classes[class])
    }

    /// The number of the class of a name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes.ids().find(|class| self.classes[*class].name == name)
    }

    /// The class itself and its superclasses, the nearest first.
    pub fn line(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(class), |class| self.classes[*class].superclass)
    }

    /// What objects of the inputs of a class have in a field.
    pub fn contents(&self, class: ClassId, field: FieldId) -> &Contents {
        self.narrowed.fields.get(&(class, field)).unwrap_or(&self.fields[field].contents)
    }

    /// Whether a reference to an object of class `class` is an instance of `ty`.
    pub fn is_instance(&self, class: ClassId, ty: &Type) -> bool {
        matches!(ty, Type::Class(target) if self.classes[class].ancestors.binary_search(target).is_ok())
    }

    /// What an exception of a class violates that leaves the entry. Where exceptions have classes, one without is of a call
    /// that a proof does not run. It may be of any class.
    pub fn uncaught(&self, class: Option<ClassId>, cause: Cause) -> (Kind, Option<Cause>) {
        let is_failed = |failed| class.is_none_or(|class| self.is_instance(class, &Type::Class(failed)));
        match self.failed_assertion.is_some_and(is_failed) {
            true => (Kind::Assert, None),
            false => (Kind::Exception, Some(cause)),
        }
    }

    /// Whether an exception of this cause that carries nothing is an instance of a class.
    pub fn is_caused(&self, cause: Cause, class: ClassId) -> bool {
        let thrown = self.causes.and_then(|causes| causes.class(cause));
        thrown.is_some_and(|thrown| self.is_instance(thrown, &Type::Class(class)))
    }

    /// Whether an array is an instance of a type.
    pub fn is_array_instance(&self, element: &Type, ty: &Type) -> bool {
        match ty {
            Type::Array(wanted) => {
                **wanted == *element || !self.array_supers.is_empty() && self.is_below(element, wanted)
            }
            Type::Class(class) => self.array_supers.contains(class),
            _ => false,
        }
    }

    /// Whether all instances of a reference type are instances of another one.
    pub fn is_below(&self, ty: &Type, of: &Type) -> bool {
        match ty {
            Type::Class(class) => self.is_instance(*class, of),
            Type::Array(element) => self.is_array_instance(element, of),
            _ => ty == of,
        }
    }

    /// The method that an object of a class runs where a call means `called`; without a class the one that an array runs.
    pub fn dispatched(&self, class: Option<ClassId>, called: MethodId) -> Option<MethodId> {
        self.classes[class.or(self.array_class)?].dispatch.get(&called).copied()
    }

    /// The classes that have direct instances and are instances of `class`, in the order of the text.
    pub fn concrete_below(&self, class: ClassId) -> Vec<ClassId> {
        let below = |c: &Class| !c.is_abstract && c.ancestors.binary_search(&class).is_ok();
        let classes = self.classes.iter_enumerated().filter(|(id, c)| below(c) && Some(*id) != self.array_class);
        classes.map(|(id, _)| id).collect()
    }

    /// The fields of all objects that a reference of a type can have: more than those of its class where this has subclasses
    /// only.
    pub fn common_fields(&self, ty: &Type) -> Vec<FieldId> {
        let Type::Class(class) = *ty else { return Vec::new() };
        let mut objects = self.concrete_below(class).into_iter().map(|below| &self.classes[below].fields);
        let Some(first) = objects.next() else { return self.classes[class].fields.clone() };
        let mut common = first.clone();
        objects.for_each(|fields| common.retain(|field| fields.contains(field)));
        common
    }

    /// The classes that a new object of the initial heap can have where a reference of declared type `class` creates it.
    pub fn instances(&self, class: ClassId, types: Types) -> Vec<ClassId> {
        declared_only(self.given_below(class), class, types)
    }

    /// The classes that objects of inputs can have which are instances of `class`.
    fn given_below(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = self.concrete_below(class);
        found.retain(|class| self.made_only.binary_search(class).is_err());
        found
    }

    /// The types of elements of all arrays that executions can have.
    pub fn array_elements(&self) -> Vec<Type> {
        let made = self.sites.iter().filter_map(|site| match &site.kind {
            SiteKind::Array(element) => Some(element),
            SiteKind::Object(_) => None,
        });
        let locals = self.methods.iter().flat_map(|method| method.locals.iter()).filter_map(|local| local.ty.as_ref());
        let fields = self.fields.iter().map(|field| &field.ty).chain(self.statics.iter().map(|field| &field.ty));
        let declared = locals.chain(fields).filter_map(Type::element);
        let mut found: IndexSet<Type> = made.chain(declared).chain(&self.arrays_as_objects).cloned().collect();
        let mut at = 0;
        while let Some(element) = found.get_index(at).cloned() {
            found.extend(element.element().cloned());
            found.extend(self.elements(&element));
            at += 1;
        }
        found.into_iter().collect()
    }

    /// The types of elements of the new arrays of the initial heap where a reference of declared type `class` creates them.
    pub fn arrays_below(&self, class: ClassId, types: Types) -> &[Type] {
        let has_arrays = types == Types::Symbolic && self.array_supers.contains(&class);
        if has_arrays { &self.arrays_as_objects } else { &[] }
    }

    /// The types of elements that the arrays of the initial heap can have where a reference to an array of `element` creates them.
    pub fn elements(&self, element: &Type) -> Vec<Type> {
        let mut found = vec![element.clone()];
        if !self.array_supers.is_empty() {
            match element {
                Type::Class(class) => {
                    let below = self.given_below(*class).into_iter();
                    let others = below.filter(|c| c != class && !self.without_arrays.contains(c));
                    found.extend(others.map(Type::Class));
                    let arrays = self.arrays_below(*class, Types::Symbolic).iter();
                    found.extend(arrays.filter(|element| element.element().is_some()).cloned());
                }
                Type::Array(inner) => found.extend(self.elements(inner).into_iter().skip(1).map(Type::array)),
                _ => {}
            }
        }
        found
    }

    /// The classes of the objects on which a call of a method runs it: those below its class that do not override it.
    pub fn receivers(&self, method: MethodId, types: Types) -> Vec<ClassId> {
        let class = self.methods[method].class;
        let runs = |c: &ClassId| self.classes[*c].dispatch.get(&method) == Some(&method);
        declared_only(self.given_below(class).into_iter().filter(runs).collect(), class, types)
    }

    /// What `--entry` calls a method: `Class.method`, with the types of its parameters where that is not unique.
    pub fn entry_name(&self, method: MethodId) -> String {
        let m = &self.methods[method];
        let constructor = |kind| kind == MethodKind::Constructor;
        let same = |o: &&Method| o.class == m.class && o.name == m.name && constructor(o.kind) == constructor(m.kind);
        let name = self.method_name(method);
        if !m.is_overloaded && self.methods.iter().filter(same).count() == 1 {
            return name;
        }
        let types = self.parameters(method).iter().filter_map(|&l| m.locals[l].ty.as_ref());
        format!("{name}({})", types.map(|ty| self.type_name(ty)).collect::<Vec<_>>().join(", "))
    }

    /// The formals of a method without the receiver.
    pub fn parameters(&self, method: MethodId) -> &[LocalId] {
        let m = &self.methods[method];
        &m.formals[usize::from(matches!(m.kind, MethodKind::Instance | MethodKind::Constructor))..]
    }

    /// The constants that a name can mean, which may leave out what it begins with: their classes and numbers.
    pub fn constants_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (ClassId, usize)> + 'a {
        let all =
            self.constants.iter().flat_map(|(&class, known)| known.names.iter().enumerate().map(move |c| (class, c)));
        let is_meant =
            move |own: &str| own.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        all.filter(move |(_, (_, own))| is_meant(own)).map(|(class, (number, _))| (class, number))
    }

    /// `Class.field`
    pub fn static_name(&self, field: StaticId) -> String {
        let info = &self.statics[field];
        format!("{}.{}", self.classes[info.class].name, info.name)
    }

    /// `Class.method`, the way reports name a method.
    pub fn method_name(&self, method: MethodId) -> String {
        let m = &self.methods[method];
        format!("{}.{}", self.classes[m.class].name, m.name)
    }

    /// The least and the greatest number that an input of a type can be, where there is one. A `uint` is an `int` that is not
    /// negative: numbers of both types mix without a conversion.
    pub fn range(&self, ty: &Type) -> (Option<Num>, Option<Num>) {
        let (least, most) = (self.ints.map(IntWidth::least), self.ints.map(IntWidth::most));
        match ty {
            Type::Int => (least, most),
            Type::Uint => (Some(Num::ZERO), most),
            Type::Char => (Some(Num::ZERO), None),
            Type::Machine(width) => (Some(width.least()), Some(width.most())),
            Type::Ieee(format) => (Some(format.least().into()), Some(format.nan().into())),
            _ => (None, None),
        }
    }

    /// A type as the source language writes it.
    pub fn type_name(&self, ty: &Type) -> String {
        if let Type::Array(element) = ty {
            return self.type_name(element) + "[]";
        }
        match ty {
            Type::Machine(width) => self.syntax.integers(*width),
            other => other.name(|class| &self.classes[class].name),
        }
    }
}
