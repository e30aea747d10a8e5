//! Collections in inputs. Arbitrary fields would break their invariants, so an input is a *given* collection: an object that has
//! nothing but elements. Where code gets one, as a parameter or from a field, it goes on with the collection that constructors
//! and operations of the JDK make of it, which is always the same.
//!
//! A type of parameters or fields that has such inputs is a class of its own, a *position*: the given collections of its
//! arguments are below it, those of others are not. It has the name of the declared class, and all objects of that.

use super::Linker;
use super::classes::{Linked, Origin, dotted};
use super::code::{self, MAKER};
use crate::ir::{self, ClassId, Contents, Expr, FieldId, InstrKind, LocalId, MethodId, Type};
use crate::java::classfile::descriptor;
use crate::java::classfile::signature::Generic;
use rustc_hash::FxHashMap;

/// How elements get into a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filled {
    /// One behind the other.
    InOrder,
    /// The same, but null is refused.
    NonNull,
    /// By an operation that asks the elements, and may refuse them.
    Asking,
    /// Keys, which are asked, and values.
    Entries,
}

/// The class of a collection below `java/util/`, how it is filled, and the other declared types for which it stands.
const BUILT: [(&str, Filled, &[&str]); 13] = [
    (
        "ArrayList",
        Filled::InOrder,
        &["java/util/List", "java/util/Collection", "java/lang/Iterable", "java/util/AbstractList"],
    ),
    ("LinkedList", Filled::InOrder, &[]),
    ("Vector", Filled::InOrder, &[]),
    ("Stack", Filled::InOrder, &[]),
    ("ArrayDeque", Filled::NonNull, &["java/util/Deque", "java/util/Queue"]),
    ("PriorityQueue", Filled::Asking, &[]),
    ("LinkedHashSet", Filled::Asking, &["java/util/Set"]),
    ("HashSet", Filled::Asking, &[]),
    ("TreeSet", Filled::Asking, &["java/util/SortedSet", "java/util/NavigableSet"]),
    ("LinkedHashMap", Filled::Entries, &["java/util/Map"]),
    ("HashMap", Filled::Entries, &["java/util/AbstractMap"]),
    ("TreeMap", Filled::Entries, &["java/util/SortedMap", "java/util/NavigableMap"]),
    ("concurrent/ConcurrentHashMap", Filled::Entries, &["java/util/concurrent/ConcurrentMap"]),
];

/// Those of which all objects are alike, whichever constructor or subclass of the JDK has made them.
const ALIKE: [&str; 5] = ["ArrayList", "LinkedList", "Stack", "ArrayDeque", "LinkedHashSet"];

/// The collections of inputs.
#[derive(Default)]
pub(super) struct Collections {
    pub given: Vec<Given>,
    pub positions: Vec<Position>,
    /// The positions of fields: several, if the type arguments of objects say what a field has.
    pub fields: FxHashMap<FieldId, Vec<PositionId>>,
    /// The parameters of entries that have given collections.
    pub formals: Vec<(MethodId, LocalId, PositionId)>,
}

impl Collections {
    /// The classes of given collections that a position has: its own one, and, where its elements are any objects, those of the
    /// same collection with other elements. A wildcard or a type parameter may mean these.
    pub fn members(&self, position: &Position) -> impl Iterator<Item = &Given> {
        let own = &self.given[position.given];
        std::iter::once(own).chain(self.given.iter().filter(|given| given.class != own.class && given.is_among(own)))
    }

    /// The types of given collections of which no position has both.
    pub fn apart(&self) -> Vec<(Generic, Generic)> {
        let all =
            self.given.iter().enumerate().flat_map(|(n, one)| self.given[..n].iter().map(move |other| (one, other)));
        let apart = all.filter(|(one, other)| !one.is_among(other) && !other.is_among(one));
        apart.map(|(one, other)| (one.ty.clone(), other.ty.clone())).collect()
    }
}

impl Given {
    /// Whether its type is another one with other elements where that has any objects.
    fn is_among(&self, other: &Given) -> bool {
        match (&self.ty, &other.ty) {
            (Generic::Class(name, own), Generic::Class(of, wanted)) if name == of => {
                own.iter().zip(wanted).all(|(own, wanted)| *wanted == Generic::object() || own == wanted)
            }
            _ => false,
        }
    }
}

/// A type that has given collections, by its index.
pub(super) type PositionId = usize;

/// A class of given collections.
pub(super) struct Given {
    /// The class as sources write it: `java.util.ArrayList<java.lang.Integer>`.
    ty: Generic,
    pub class: ClassId,
    /// The arrays of elements, with the positions of these if they are collections themselves.
    pub arrays: Vec<(FieldId, Option<PositionId>)>,
    /// The collection, when it is made.
    pub made: FieldId,
    /// Whether it is a list on an array, and none of its elements is a given collection.
    pub is_list: bool,
    /// What makes an empty one.
    pub empty: MethodId,
    /// What adds to it.
    pub add: MethodId,
}

/// A type that has given collections.
pub(super) struct Position {
    pub declared: ClassId,
    pub class: ClassId,
    pub given: usize,
    /// What makes the collection of a given one.
    pub convert: MethodId,
    /// For what is read while a run may have changed the elements that an operation asks: the position of the same type that
    /// makes collections where a run begins.
    pub early: Option<PositionId>,
}

/// The class that stands for a declared type.
fn built(declared: &str) -> Option<(&'static str, Filled)> {
    let is_own = |class: &str| declared.strip_prefix("java/util/") == Some(class);
    let found = BUILT.iter().find(|(class, _, others)| is_own(class) || others.contains(&declared))?;
    Some((found.0, found.1))
}

/// A type as sources write it, with the full names of classes.
pub(super) fn written(ty: &Generic) -> String {
    match ty {
        Generic::Primitive(letter) => descriptor::primitive(&letter.to_string()).unwrap_or("void").to_owned(),
        Generic::Array(element) => written(element) + "[]",
        Generic::Class(name, arguments) if arguments.is_empty() => dotted(name),
        Generic::Class(name, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(written).collect();
            format!("{}<{}>", dotted(name), arguments.join(", "))
        }
    }
}

impl Linker<'_> {
    /// The type of a parameter as a position; nothing if it has no given collections.
    pub(super) fn position(&mut self, ty: &Generic) -> Option<PositionId> {
        self.position_of(ty, None)
    }

    fn position_of(&mut self, ty: &Generic, early: Option<PositionId>) -> Option<PositionId> {
        let Generic::Class(name, arguments) = ty else { return None };
        let (class_name, filled) = built(name)?;
        let count = if filled == Filled::Entries { 2 } else { 1 };
        let elements: Vec<Generic> = (0..count).map(|n| self.element(arguments.get(n))).collect();
        let internal = format!("java/util/{class_name}");
        let (id, declared) = (self.class(&internal).ok()?, self.class(name).ok()?);
        if self.classes[id].origin == Origin::Unmodelled || self.classes[declared].origin == Origin::Unmodelled {
            return None;
        }
        let given = self.given(class_name, filled, &elements)?;
        let known = |known: &Position| (known.declared, known.given, known.early) == (declared, given, early);
        if let Some(known) = self.collections.positions.iter().position(known) {
            return Some(known);
        }
        let class = self.bare_class(&dotted(name));
        let convert = self.bare_conversion(class, declared);
        self.collections.positions.push(Position { declared, class, given, convert, early });
        let position = self.collections.positions.len() - 1;
        // Others have comparators, an order of access, or other capacities.
        if declared != id || !ALIKE.contains(&class_name) {
            self.assume(format!("inputs of type `{}` are made by `new {}()`", dotted(name), dotted(&internal)));
        }
        // Classes of the user may be such collections too.
        let mut open = Vec::new();
        for class in self.users_below(declared) {
            if self.extends_library(class) {
                let own = dotted(&self.classes[class].name);
                self.assume(format!("no input of type `{}` is of class `{own}`", dotted(name)));
            } else {
                self.add_object(class, &mut open);
            }
        }
        self.add_inputs(open);
        Some(position)
    }

    /// Whether a class has fields of the library, whose invariants arbitrary values would break.
    fn extends_library(&self, class: ClassId) -> bool {
        self.program
            .line(class)
            .any(|above| self.classes[above].is_library() && self.classes[above].has_instance_fields())
    }

    /// Something is assumed of the inputs.
    pub(super) fn assume(&mut self, sentence: String) {
        if !self.program.assumptions.contains(&sentence) {
            self.program.assumptions.push(sentence);
        }
    }

    /// What stands for the type of elements.
    fn element(&mut self, ty: Option<&Generic>) -> Generic {
        match ty {
            // Of what has only an order, all have the same class.
            Some(Generic::Class(name, _)) if name == "java/lang/Comparable" => {
                self.assume("elements of type `java.lang.Comparable` are of class `java.lang.Integer`".to_owned());
                Generic::Class("java/lang/Integer".to_owned(), Vec::new())
            }
            Some(ty) => ty.clone(),
            None => Generic::object(),
        }
    }

    /// Whether no run changes what a collection asks its elements.
    fn is_settled(&mut self, ty: &Generic) -> bool {
        let Generic::Class(name, arguments) = ty else { return true };
        let Some((_, filled)) = built(name) else { return true };
        let key = self.element(arguments.first());
        let is_fixed = matches!(filled, Filled::InOrder | Filled::NonNull) || self.is_constant(&key);
        is_fixed && arguments.iter().all(|argument| self.is_settled(argument))
    }

    /// Whether no run changes what a collection asks objects of a type: they are immutable, or equal to themselves only.
    fn is_constant(&mut self, ty: &Generic) -> bool {
        let is_same = |linker: &mut Self, class: ClassId| {
            let below = linker.users_below(class);
            let has_identity = || below.iter().all(|below| linker.has_identity(*below));
            linker.is_enum(class) || linker.classes[class].origin == Origin::User && has_identity()
        };
        self.is_made_of(ty, is_same, &mut Vec::new())
    }

    /// The class of given collections with these elements.
    fn given(&mut self, class: &str, filled: Filled, elements: &[Generic]) -> Option<usize> {
        let ty = Generic::Class(format!("java/util/{class}"), elements.to_vec());
        if let Some(known) = self.collections.given.iter().position(|given| given.ty == ty) {
            return Some(known);
        }
        let maker = self.class(MAKER).ok()?;
        let add = match filled {
            Filled::InOrder => ("add", "(Ljava/util/Collection;Ljava/lang/Object;)V"),
            Filled::NonNull | Filled::Asking => ("ask", "(Ljava/util/Collection;Ljava/lang/Object;)V"),
            Filled::Entries => ("put", "(Ljava/util/Map;Ljava/lang/Object;Ljava/lang/Object;)V"),
        };
        let simple = class.rsplit_once('/').map_or(class, |(_, simple)| simple);
        let (empty, add) = (self.own(maker, simple, "()Ljava/lang/Object;")?, self.own(maker, add.0, add.1)?);
        let (empty, add) = (self.reached(empty), self.reached(add));
        let id = self.bare_class(&written(&ty));
        let (name_of_made, reference) = ("made".to_owned(), self.reference());
        let made =
            self.program.fields.push(ir::Field { name: name_of_made, ty: reference, contents: Contents::Nothing });
        // Its elements may have fields with such collections.
        let index = self.collections.given.len();
        self.collections.given.push(Given { ty, class: id, arrays: Vec::new(), made, is_list: false, empty, add });
        let names: &[&str] = if filled == Filled::Entries { &["keys", "values"] } else { &["elements"] };
        let mut arrays = Vec::new();
        for (name, element) in names.iter().zip(elements) {
            let position = self.position(element);
            let contents = Contents::Cells(match position {
                Some(position) => Type::Class(self.collections.positions[position].class),
                None => self.element_type(element),
            });
            let ty = self.reference().array();
            let field = self.program.fields.push(ir::Field { name: (*name).to_owned(), ty, contents });
            self.program.classes[id].fields.push(field);
            arrays.push((field, position));
        }
        self.program.classes[id].fields.push(made);
        self.inputs.classes.insert(id);
        self.instantiate(id);
        let given = &mut self.collections.given[index];
        given.is_list = class == "ArrayList" && arrays[0].1.is_none();
        given.arrays = arrays;
        Some(index)
    }

    /// The type of the elements of collections that are no collections themselves. They are inputs.
    fn element_type(&mut self, element: &Generic) -> Type {
        let declared = element.descriptor();
        self.inputs.arrays.insert(format!("[{declared}"));
        match self.add_input(&declared, element) {
            Contents::Below(ty) => ty,
            _ => self.loaded_type(&declared),
        }
    }

    /// The method that makes the collections of a position, without its code.
    fn bare_conversion(&mut self, position: ClassId, declared: ClassId) -> MethodId {
        let maker = self.library(MAKER);
        let convert = code::made("of", maker, self.program.classes[maker].span);
        self.reserve(code::taking(convert, Type::Class(position), Some(Type::Class(declared))), None)
    }

    /// A class without a file, of which nothing is above.
    pub(super) fn bare_class(&mut self, name: &str) -> ClassId {
        self.add_class(name.to_owned(), None, Vec::new(), Linked::made(name))
    }

    /// The objects of a class of inputs have given collections in a field.
    pub(super) fn set_field(&mut self, (class, field): (ClassId, FieldId), position: PositionId) {
        let positions = self.collections.fields.entry(field).or_default();
        if !positions.contains(&position) {
            positions.push(position);
        }
        let contents = Contents::Below(Type::Class(self.collections.positions[position].class));
        self.program.narrowed.fields.insert((class, field), contents);
    }

    /// The type of a field as a position, in a class of the user.
    pub(super) fn field_position(&mut self, declaring: ClassId, ty: &Generic) -> Option<PositionId> {
        // Threads could make two collections of one.
        if self.classes[declaring].origin != Origin::User || self.threaded {
            return None;
        }
        let position = self.position(ty)?;
        match self.is_settled(ty) {
            true => Some(position),
            false => self.position_of(ty, Some(position)),
        }
    }

    /// Whether objects of a class may stand where given collections are.
    pub(super) fn is_collection(&self, class: ClassId) -> bool {
        self.collections.positions.iter().any(|position| self.is_subclass(class, position.declared))
    }

    /// Whether objects of a class of the library are given collections in inputs.
    pub(super) fn is_given(&self, class: ClassId) -> bool {
        built(&self.classes[class].name).is_some()
    }

    /// Gives the positions their objects, and what has given collections its type.
    pub(super) fn set_positions(&mut self) {
        let collections = std::mem::take(&mut self.collections);
        for position in &collections.positions {
            let members: Vec<ClassId> = collections.members(position).map(|given| given.class).collect();
            for below in self.program.classes.ids() {
                if members.contains(&below) || self.is_subclass(below, position.declared) {
                    self.put_below(below, position.class);
                }
            }
        }
        let ty = |position: PositionId| Type::Class(collections.positions[position].class);
        for &(method, formal, position) in &collections.formals {
            self.program.methods[method].locals[formal].ty = Some(ty(position));
        }
        let mut anything = None;
        for (&field, positions) in &collections.fields {
            match positions[..] {
                [only] if self.program.fields[field].ty == Type::Class(collections.positions[only].declared) => {
                    self.program.fields[field].ty = ty(only);
                }
                _ => {
                    let anything = *anything.get_or_insert_with(|| self.class_above_all());
                    self.hold_anything((field, anything), positions, &collections);
                }
            }
        }
        self.collections = collections;
    }

    /// A class of which all objects and arrays are instances, given collections too.
    fn class_above_all(&mut self) -> ClassId {
        let anything = self.bare_class("java.lang.Object");
        for class in self.program.classes.iter_mut().filter(|class| class.ancestors.binary_search(&anything).is_err()) {
            class.ancestors.push(anything);
        }
        self.program.array_supers.push(anything);
        anything
    }

    /// Lets a field have all objects: what it is declared as, and the collections of several positions. The conversions of these
    /// also get, and return, what is none of their own.
    fn hold_anything(
        &mut self,
        (field, anything): (FieldId, ClassId),
        positions: &[PositionId],
        collections: &Collections,
    ) {
        let declared = std::mem::replace(&mut self.program.fields[field].ty, Type::Class(anything));
        for &class in &self.inputs.classes {
            if self.program.classes[class].fields.contains(&field) {
                let contents = self.program.narrowed.fields.entry((class, field));
                contents.or_insert_with(|| Contents::Below(declared.clone()));
            }
        }
        let early = positions.iter().filter_map(|position| collections.positions[*position].early);
        for position in positions.iter().copied().chain(early) {
            let convert = &mut self.program.methods[collections.positions[position].convert];
            convert.result = Some(Type::Class(anything));
            for local in convert.formals.clone().into_iter().chain(convert.retval) {
                convert.locals[local].ty = Some(Type::Class(anything));
            }
        }
    }

    /// The fields of the receiver of an entry that are read, and whose collections have to be made where the run begins.
    pub(super) fn early_fields(&self, root: MethodId) -> Vec<(FieldId, PositionId)> {
        let method = &self.program.methods[root];
        if method.this().is_none() || method.makes.is_some() {
            return Vec::new();
        }
        let is_early = |position: &PositionId| self.collections.positions[*position].early.is_some();
        let fields = self.program.classes[method.class].fields.iter();
        let positions = |field| self.collections.fields.get(field).into_iter().flatten();
        let fields = fields.flat_map(|field| positions(field).map(|position| (*field, *position)));
        let is_read = |field: FieldId| {
            let mut instrs =
                self.program.methods.iter().flat_map(|method| method.blocks.iter()).flat_map(|block| &block.instrs);
            instrs.any(
                |instr| matches!(&instr.kind, InstrKind::Assign { value: Expr::Field(_, read), .. } if *read == field),
            )
        };
        fields.filter(|(field, position)| is_early(position) && is_read(*field)).collect()
    }
}
