//! The initial heap: a function of the inputs alone, append-only. Every input reference, field and cell gets its summary here
//! once, under the guard true, no matter under which guard it is first read.
//!
//! A choice decides whether a symbolic reference is null, one of the earlier symbolic objects of its type, or a fresh
//! object of one of the concrete classes below its type. Every assignment of the choices describes a heap. A later
//! reference may refer to an object although the reference that created it does not. The object is then what the fresh
//! object of the later reference would be. So some heaps have several descriptions. Concrete inputs are translated to
//! the one in which each object is the fresh one of the first source that refers to it.
//!
//! So of the fresh objects of one choice, one of each class, a heap needs one only. A field that several of them have has one
//! initial value for all: otherwise a list whose nodes may be of two classes would have 2^n nodes at its n-th place.
//!
//! Places that own what they refer to are simpler: each has a fresh object, which is no alternative of other references.
//!
//! [`HeapTable::sources`] lists every symbolic value with its place and the inputs that it is made of. In that order
//! the inputs can be computed from a concrete initial heap, because the place of a source depends on earlier ones only.

use super::super::context::ProgramPoint;
use super::HeapTable;
use super::addresses::{Address, Origin};
use crate::config::Types;
use crate::guard::{Guard, Logic};
use crate::ir::{ClassId, Contents, FieldId, MethodId, Program, SiteKind, Texts, Type};
use crate::num::Num;
use crate::summary::{AddrId, Summary, Value};
use crate::term::{InputId, InputInfo, InputKind, Sort, TermId};
use std::collections::BTreeSet;
use std::ops::Range;

/// An object or array of the initial heap.
#[derive(Clone, Debug)]
pub struct InputObject {
    /// Its address.
    pub addr: AddrId,
    /// The number of references from a parameter to where it was first read, with the parameter: 1 for what a parameter
    /// refers to.
    pub depth: u32,
    /// The length, if it is an array.
    pub length: Option<TermId>,
    /// Its name in source terms: the path by which it was first read.
    pub name: String,
    /// The same without a cast to its class.
    path: String,
    /// The fresh objects of the same choice, among all input objects.
    family: Range<usize>,
    /// Whether only one place refers to it.
    pub is_owned: bool,
    /// The type of the elements of an array, where it is not that of the array.
    pub cells: Option<Type>,
}

/// What a reference of the initial heap may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Null, an earlier object, or a fresh one.
    Any,
    /// An earlier object, or a fresh one.
    NonNull,
    /// A fresh object, to which no other reference refers.
    Owned,
}

/// What a symbolic reference is chosen from.
struct Wanted<'a> {
    /// Its type.
    ty: &'a Type,
    /// The type of the elements of an array, if it is not any that the type allows.
    cells: Option<&'a Type>,
    /// What a fresh object can be.
    shapes: Vec<SiteKind>,
    reach: Reach,
}

/// The place of a symbolic value in the initial heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputPlace {
    /// A parameter of the entry, by name.
    Parameter(String),
    /// A field of an input object, and of the others that [share](HeapTable::sharing) it.
    Field(AddrId, FieldId),
    /// The cell of an input array at an index key. If an earlier key of the array has the same value, or the index is out of
    /// bounds, no access reaches this cell, and its value means nothing.
    Cell(AddrId, TermId),
    /// What the program gets from outside where an execution comes to this point.
    Outside(ProgramPoint),
}

/// A symbolic value of the initial heap.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its place.
    pub place: InputPlace,
    /// Its type.
    pub ty: Type,
    /// The inputs that it is made of.
    pub parts: Parts,
}

/// The inputs that make up a symbolic value.
#[derive(Clone, Debug)]
pub enum Parts {
    /// The value of type `null`.
    Nothing,
    /// A number; for a character, the number of its text.
    Number(InputId),
    /// A choice: 0 is `false`, 1 is `true`.
    Bool(InputId),
    /// A string.
    Text {
        /// A choice: 0 is null, 1 is a text.
        some: InputId,
        /// The number of the text.
        text: InputId,
    },
    /// A reference.
    Reference {
        /// Its name in conditions.
        name: String,
        /// A choice between the alternatives.
        choice: InputId,
        /// The meaning of the values of the choice, from 0.
        alternatives: Vec<Alternative>,
    },
}

/// A possible value of a reference of the initial heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// `null`
    Null,
    /// An object or array that an earlier source created.
    Old(AddrId),
    /// An object or array that this source creates.
    Fresh(AddrId),
}

/// The language options about the initial heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputRules {
    /// Array parameters of the entry are not null.
    pub nonnull_arrays: bool,
    /// Bound on the length of every input array.
    pub array_length: Option<u64>,
    /// The classes that objects may have.
    pub types: Types,
}

impl HeapTable {
    /// The symbolic values of the initial heap, in the order of their creation. The index of a cell and the
    /// alternatives of a reference contain inputs and objects of earlier sources only (and inputs that quantified
    /// formulas add).
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The inputs that are numbers of the program.
    pub fn numbers(&self) -> impl Iterator<Item = InputId> + '_ {
        self.sources
            .iter()
            .filter_map(|source| if let Parts::Number(input) = source.parts { Some(input) } else { None })
    }

    /// The classes and interfaces without concrete classes below them, if a reference of their type has been read.
    pub fn uninhabited(&self) -> &BTreeSet<ClassId> {
        &self.uninhabited
    }

    /// Whether a number is the length of an input array.
    pub fn is_length(&self, number: TermId) -> bool {
        self.inputs.iter().any(|object| object.length == Some(number))
    }

    /// The input object at an address of the initial heap.
    pub fn input(&self, addr: AddrId) -> Option<&InputObject> {
        match self.addresses[addr].origin {
            Origin::Input(n) => Some(&self.inputs[n as usize]),
            Origin::Allocated(..) => None,
        }
    }

    /// Whether the initial heap has an object that is deeper than a bound.
    pub fn is_deeper_than(&self, bound: u64) -> bool {
        u64::from(self.deepest) > bound
    }

    /// Whether a value is an object of the initial heap that is deeper than a bound.
    pub fn is_deep(&self, value: Value, bound: u64) -> bool {
        matches!(value, Value::Ref(addr) if self.input(addr).is_some_and(|o| u64::from(o.depth) > bound))
    }

    /// The value of a parameter of the entry.
    pub fn parameter(
        &mut self,
        logic: &mut Logic,
        program: &Program,
        name: &str,
        ty: &Type,
        contents: &Contents,
    ) -> Summary {
        let reach = match self.rules.nonnull_arrays && matches!(ty, Type::Array(_)) {
            true => Reach::NonNull,
            false => Reach::Any,
        };
        let place = InputPlace::Parameter(name.to_owned());
        self.initial(logic, program, (place, name.to_owned()), ty, (contents, reach))
    }

    /// The receiver of an entry that is an instance method. It is not null, and calls on its class run this method.
    pub fn receiver(&mut self, logic: &mut Logic, program: &Program, method: MethodId, name: &str) -> Summary {
        let ty = Type::Class(program.methods[method].class);
        let classes = program.receivers(method, self.rules.types);
        let shapes = classes.into_iter().map(SiteKind::Object).collect();
        let place = InputPlace::Parameter(name.to_owned());
        let what = Wanted { ty: &ty, cells: None, shapes, reach: Reach::NonNull };
        let (parts, value) = self.choose(logic, program, (&place, name.to_owned()), what);
        self.sources.push(Source { place, ty, parts });
        value
    }

    /// The value from outside at a program point, which an execution passes at most once. An object is a new one.
    pub fn outside(
        &mut self,
        logic: &mut Logic,
        program: &Program,
        (point, name): (ProgramPoint, &str),
        ty: &Type,
    ) -> Summary {
        if let Some(known) = self.outside.get(&point) {
            return known.clone();
        }
        let number = self.outside.len() + 1;
        let name = format!("{name}#{number}");
        let value = self.symbolic(logic, program, InputPlace::Outside(point), name, ty, Reach::Owned);
        self.outside.insert(point, value.clone());
        value
    }

    /// The value from outside at a program point, if an execution has come there.
    pub fn known_outside(&self, point: ProgramPoint) -> Option<&Summary> {
        self.outside.get(&point)
    }

    /// The values from outside that are objects, with their types, in the order of their creation.
    pub fn outside_objects(&self) -> impl Iterator<Item = (&Summary, &Type)> {
        self.sources.iter().filter_map(|source| match source.place {
            InputPlace::Outside(point) if source.ty.is_reference() => Some((self.outside.get(&point)?, &source.ty)),
            _ => None,
        })
    }

    /// Whether any execution has got a value from outside.
    pub fn has_outside(&self) -> bool {
        !self.outside.is_empty()
    }

    /// The initial value of a field of an input object.
    pub fn field(&mut self, logic: &mut Logic, program: &Program, addr: AddrId, field: FieldId) -> Summary {
        if let Some(s) = self.fields.get(&(addr, field)) {
            return s.clone();
        }
        let info = &program.fields[field];
        let sharing: Vec<AddrId> = self.sharing(program, addr, field).collect();
        let object = match self.input(addr) {
            Some(object) if sharing.len() == object.family.len() => &object.path,
            Some(object) => &object.name,
            None => "",
        };
        let name = format!("{object}.{}", info.name);
        let first = sharing.first().copied().unwrap_or(addr);
        let place = InputPlace::Field(first, field);
        let contents = self.contents(program, addr, field);
        if *contents == Contents::Nothing {
            // It is no input.
            return default_value(logic, &info.ty);
        }
        let value = self.initial(logic, program, (place, name), &info.ty, (contents, Reach::Any));
        self.fields.extend(sharing.into_iter().map(|sharing| ((sharing, field), value.clone())));
        value
    }

    /// What an input object has in a field.
    fn contents<'a>(&self, program: &'a Program, addr: AddrId, field: FieldId) -> &'a Contents {
        match self.addresses[addr].shape {
            SiteKind::Object(class) => program.contents(class, field),
            SiteKind::Array(_) => &program.fields[field].contents,
        }
    }

    /// The value of a declared type that a place has by its contents, which are not nothing.
    fn initial(
        &mut self,
        logic: &mut Logic,
        program: &Program,
        (place, name): (InputPlace, String),
        ty: &Type,
        (contents, reach): (&Contents, Reach),
    ) -> Summary {
        match contents {
            Contents::Below(below) => self.symbolic(logic, program, place, name, below, reach),
            Contents::Owned => self.symbolic(logic, program, place, name, ty, Reach::Owned),
            Contents::Cells(cells) => {
                let shapes = ty.element().cloned().into_iter().collect();
                self.array_of(logic, program, (place, name), ty, (shapes, cells), Reach::Owned)
            }
            Contents::Elements(cells) => {
                let mut shapes = ty.element().map(|element| program.elements(element)).unwrap_or_default();
                shapes.retain(|shape| program.is_below(shape, cells) || program.is_below(cells, shape));
                self.array_of(logic, program, (place, name), ty, (shapes, cells), reach)
            }
            Contents::Any | Contents::Nothing => self.symbolic(logic, program, place, name, ty, reach),
        }
    }

    /// The objects that have the initial value of a field of an input object in common: itself, and those of other classes that
    /// the same reference may be a fresh object of. What a place owns is not shared, because other references may refer to two
    /// of these objects.
    pub fn sharing<'a>(
        &'a self,
        program: &'a Program,
        addr: AddrId,
        field: FieldId,
    ) -> impl Iterator<Item = AddrId> + 'a {
        let contents = self.contents(program, addr, field);
        let is_shared = !contents.is_owned() && *contents != Contents::Nothing;
        let has_field = move |other: &AddrId| match self.addresses[*other].shape {
            SiteKind::Object(class) => {
                program.classes[class].fields.contains(&field) && program.contents(class, field) == contents
            }
            SiteKind::Array(_) => false,
        };
        let family = self.input(addr).map_or(&[][..], |object| &self.inputs[object.family.clone()]);
        let family = family.iter().map(|object| object.addr);
        family.filter(move |other| *other == addr || is_shared && has_field(other))
    }

    /// An array whose own type of elements is one of the shapes, with elements of another type.
    fn array_of(
        &mut self,
        logic: &mut Logic,
        program: &Program,
        (place, name): (InputPlace, String),
        ty: &Type,
        (shapes, cells): (Vec<Type>, &Type),
        reach: Reach,
    ) -> Summary {
        let shapes = shapes.into_iter().map(SiteKind::Array).collect();
        let what = Wanted { ty, cells: Some(cells), shapes, reach };
        let (parts, value) = self.choose(logic, program, (&place, name), what);
        self.sources.push(Source { place, ty: ty.clone(), parts });
        value
    }

    /// The initial value of a cell of an input array, by the place of its index key.
    pub fn cell(&mut self, logic: &mut Logic, program: &Program, addr: AddrId, place: u32) -> Summary {
        if let Some(s) = self.cells.get(&(addr, place)) {
            return s.clone();
        }
        let key = self.index_keys[&addr].keys()[place as usize];
        let array = self.input(addr).map_or("", |array| &array.name);
        let name = format!("{array}[{}]", logic.terms.display(key));
        let SiteKind::Array(element) = self.addresses[addr].shape.clone() else { return Summary::empty() };
        let ty = self.input(addr).and_then(|array| array.cells.clone()).unwrap_or(element);
        let value = self.symbolic(logic, program, InputPlace::Cell(addr, key), name, &ty, Reach::Any);
        self.cells.insert((addr, place), value.clone());
        value
    }

    /// The initial value of a field, if it has been read.
    pub fn known_field(&self, addr: AddrId, field: FieldId) -> Option<&Summary> {
        self.fields.get(&(addr, field))
    }

    /// The initial value of a cell, if it has been read.
    pub fn known_cell(&self, addr: AddrId, place: u32) -> Option<&Summary> {
        self.cells.get(&(addr, place))
    }

    /// The depth of the object that a place belongs to; 0 for a parameter.
    fn depth_of(&self, place: &InputPlace) -> u32 {
        match place {
            InputPlace::Parameter(_) | InputPlace::Outside(_) => 0,
            InputPlace::Field(addr, _) | InputPlace::Cell(addr, _) => {
                self.input(*addr).map_or(0, |object| object.depth)
            }
        }
    }

    fn new_input(
        logic: &mut Logic,
        name: String,
        sort: Sort,
        low: Option<Num>,
        high: Option<Num>,
    ) -> (InputId, TermId) {
        let id = logic.terms.add_input(InputInfo { name, sort, low, high, kind: InputKind::Value });
        (id, logic.terms.input(id))
    }

    /// A fresh symbolic value of a type.
    fn symbolic(
        &mut self,
        logic: &mut Logic,
        program: &Program,
        place: InputPlace,
        name: String,
        ty: &Type,
        reach: Reach,
    ) -> Summary {
        let (parts, value) = match ty {
            Type::Int | Type::Uint | Type::Integer | Type::Machine(_) | Type::Ieee(_) | Type::Float | Type::Char => {
                let sort = if *ty == Type::Float { Sort::Real } else { Sort::Int };
                let (low, high) = program.range(ty);
                let (input, term) = Self::new_input(logic, name, sort, low, high);
                let value = if *ty == Type::Char { Value::Char(term) } else { Value::Num(term) };
                (Parts::Number(input), Summary::constant(logic, value))
            }
            Type::Bool => {
                let (input, sides) = logic.choice(&name, 2);
                let pairs = [(sides[0], Value::Bool(false)), (sides[1], Value::Bool(true))];
                (Parts::Bool(input), Summary::from_pairs(logic, pairs))
            }
            Type::String => {
                let (some, sides) = logic.choice(&format!("{name} is a text"), 2);
                let (text, term) = Self::new_input(logic, name, Sort::Int, Some(Num::ZERO), None);
                let pairs = [(sides[0], Value::Null), (sides[1], Value::Str(term))];
                (Parts::Text { some, text }, Summary::from_pairs(logic, pairs))
            }
            Type::Null => (Parts::Nothing, Summary::constant(logic, Value::Null)),
            Type::Class(_) | Type::Array(_) => self.reference(logic, program, (&place, name), ty, reach),
        };
        self.sources.push(Source { place, ty: ty.clone(), parts });
        value
    }

    /// A fresh symbolic reference: null, an earlier symbolic object that is an instance of the type, or a fresh object
    /// of one of the classes that the type allows.
    fn reference(
        &mut self,
        logic: &mut Logic,
        program: &Program,
        (place, name): (&InputPlace, String),
        ty: &Type,
        reach: Reach,
    ) -> (Parts, Summary) {
        let shapes: Vec<SiteKind> = match ty {
            Type::Class(c) => {
                let classes = program.instances(*c, self.rules.types);
                let arrays = program.arrays_below(*c, self.rules.types).iter().cloned();
                if classes.is_empty() {
                    self.uninhabited.insert(*c);
                }
                classes.into_iter().map(SiteKind::Object).chain(arrays.map(SiteKind::Array)).collect()
            }
            Type::Array(t) => program.elements(t).into_iter().map(SiteKind::Array).collect(),
            _ => unreachable!("only classes and arrays have objects"),
        };
        self.choose(logic, program, (place, name), Wanted { ty, cells: None, shapes, reach })
    }

    /// A choice between null, the earlier objects of an admitted shape, and a fresh one of each shape. The alternatives of one
    /// shape are a group, so that what depends on the class alone, as a call does, does not depend on the number of objects.
    fn choose(
        &mut self,
        logic: &mut Logic,
        program: &Program,
        (place, name): (&InputPlace, String),
        Wanted { ty, cells, shapes, reach }: Wanted<'_>,
    ) -> (Parts, Summary) {
        let depth = self.depth_of(place) + 1;
        self.deepest = self.deepest.max(depth);
        let admitted = |addr| match self.rules.types {
            Types::Symbolic => self.is_instance(program, addr, ty),
            Types::Declared => shapes.contains(&self.addresses[addr].shape),
        };
        let has_cells = |input: &InputObject| {
            let own = input.cells.as_ref().or(match &self.addresses[input.addr].shape {
                SiteKind::Array(element) => Some(element),
                SiteKind::Object(_) => None,
            });
            cells.is_none_or(|cells| own.is_some_and(|own| program.is_below(own, cells)))
        };
        // Null, one group for each shape, and one for objects of other shapes.
        let mut groups: Vec<Vec<Alternative>> = vec![Vec::new(); shapes.len() + 2];
        let shared = self.inputs.iter().filter(|input| reach != Reach::Owned && !input.is_owned && has_cells(input));
        for addr in shared.map(|input| input.addr).filter(|addr| admitted(*addr)) {
            let shape = shapes.iter().position(|shape| *shape == self.addresses[addr].shape);
            groups[shape.map_or(shapes.len() + 1, |shape| shape + 1)].push(Alternative::Old(addr));
        }
        if reach == Reach::Any || shapes.is_empty() {
            groups[0].push(Alternative::Null);
        }
        let many = shapes.len() > 1;
        let family = self.inputs.len()..self.inputs.len() + shapes.len();
        let path = &name;
        for (shape, group) in shapes.into_iter().zip(&mut groups[1..]) {
            let name = match &shape {
                SiteKind::Object(c) if many => format!("(({}) {name})", program.classes[*c].name),
                SiteKind::Array(element) if many && matches!(ty, Type::Class(_)) => {
                    format!("(({}) {name})", program.type_name(&element.clone().array()))
                }
                _ => name.clone(),
            };
            let length = matches!(shape, SiteKind::Array(_)).then(|| {
                let option = self.rules.array_length.map(|n| Num::from(num_bigint::BigInt::from(n)));
                let high = option.into_iter().chain(program.range(&Type::Int).1).min();
                Self::new_input(logic, program.syntax.length(&name), Sort::Int, Some(Num::ZERO), high).1
            });
            let cells = cells.filter(|cells| match &shape {
                SiteKind::Array(element) => !program.is_below(element, cells),
                SiteKind::Object(_) => false,
            });
            let cells = cells.cloned();
            let addr = self.addresses.push(Address { origin: Origin::Input(self.inputs.len() as u32), shape });
            let (path, family, is_owned) = (path.clone(), family.clone(), reach == Reach::Owned);
            self.inputs.push(InputObject { addr, depth, length, name, path, family, is_owned, cells });
            group.push(Alternative::Fresh(addr));
        }
        groups.retain(|group| !group.is_empty());
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        let (choice, sides) = logic.grouped_choice(&format!("which object {name} is"), &sizes);
        let alternatives = groups.concat();
        let value = |alternative: &Alternative| match alternative {
            Alternative::Null => Value::Null,
            Alternative::Old(addr) | Alternative::Fresh(addr) => Value::Ref(*addr),
        };
        let pairs: Vec<(Guard, Value)> = sides.into_iter().zip(alternatives.iter().map(value)).collect();
        (Parts::Reference { name, choice, alternatives }, Summary::from_pairs(logic, pairs))
    }
}

/// The default value of a type.
pub fn default_value(logic: &mut Logic, ty: &Type) -> Summary {
    let zero = logic.terms.constant(Num::ZERO);
    let value = match ty {
        Type::Int | Type::Uint | Type::Integer | Type::Float | Type::Machine(_) | Type::Ieee(_) => Value::Num(zero),
        Type::Bool => Value::Bool(false),
        Type::Char => Value::Char(logic.terms.constant(Num::from(i64::from(Texts::NUL.0)))),
        Type::String | Type::Null | Type::Class(_) | Type::Array(_) => Value::Null,
    };
    Summary::constant(logic, value)
}

/// The inputs that are lengths of arrays. Reports keep them small.
pub fn lengths(logic: &Logic, table: &HeapTable) -> Vec<InputId> {
    table.inputs.iter().filter_map(|o| o.length).filter_map(|t| logic.terms.as_input(t)).collect()
}
