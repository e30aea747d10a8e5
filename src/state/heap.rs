//! Addresses, the index keys of arrays, and the initial heap.
//!
//! All of it is outside Σ: addresses and index keys mean the same on every path, and the initial heap is a function of the
//! inputs alone. What belongs to allocated objects is forgotten when no state has them any more, the rest is append-only. Every input reference, field and cell gets its summary here once, under the guard
//! true, no matter under which guard it is first read.
//!
//! A symbolic reference is null, one of the earlier symbolic objects of its type, or a fresh object of one of the
//! concrete classes below its type, as a choice decides. Every assignment of the choices describes a heap: a later
//! reference may refer to an object although the reference that created it does not; the object is then what the fresh
//! object of the later reference would be. So some heaps have several descriptions; concrete inputs are translated to
//! the one in which each object is the fresh one of the first source that refers to it.
//!
//! [`HeapTable::sources`] lists every symbolic value with its place and the inputs that it is made of. In that order
//! the inputs can be computed from a concrete initial heap: the place of a source depends on earlier ones only.

use super::live::{InUse, Live, Marks};
use crate::config::Types;
use crate::guard::{Guard, HoldsGuards, Logic, Rewriting};
use crate::index::Slots;
use crate::ir::{ClassId, FieldId, MethodId, Program, SiteId, SiteKind, Type};
use crate::num::Num;
use crate::summary::{AddrId, Summary, ThreadId, Value};
use crate::term::{InputId, InputInfo, InputKind, Sort, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Where an object or array comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The `number`-th that a thread makes on a path at an allocation instruction, from 0. Numbers of their own for each
    /// thread: what it makes does not depend on when others make theirs.
    Allocated(ThreadId, SiteId, u32),
    /// The n-th object or array of the initial heap.
    Input(u32),
}

/// An object or array.
#[derive(Clone, Debug)]
pub struct Address {
    /// Where it comes from.
    pub origin: Origin,
    /// Its class, or the type of its elements.
    pub shape: SiteKind,
}

/// The list of indexes by which an array is accessed. An access goes to the first key that equals its index.
#[derive(Clone, Debug, Default)]
pub struct IndexKeys {
    keys: Vec<TermId>,
    places: FxHashMap<TermId, u32>,
    /// The places of keys that are not constants.
    symbolic: Vec<u32>,
    /// By place, how far the key is from what the program reads or writes itself; then 0.
    generations: Vec<u32>,
}

impl IndexKeys {
    /// The keys in order.
    pub fn keys(&self) -> &[TermId] {
        &self.keys
    }

    /// The place of a key.
    pub fn place(&self, key: TermId) -> Option<u32> {
        self.places.get(&key).copied()
    }

    /// The places of the keys that are not constants, in order.
    pub fn symbolic(&self) -> &[u32] {
        &self.symbolic
    }

    /// The places of the keys up to a generation.
    pub fn up_to(&self, generation: u32) -> impl Iterator<Item = u32> + '_ {
        let places = 0..self.keys.len() as u32;
        places.filter(move |place| self.generations[*place as usize] <= generation)
    }

    /// The generation of the key at a place.
    pub fn generation(&self, place: u32) -> u32 {
        self.generations[place as usize]
    }

    /// The place of a key, which is appended where it is not there yet. The earliest generation counts.
    fn insert(&mut self, logic: &Logic, key: TermId, generation: u32) -> u32 {
        if let Some(place) = self.place(key) {
            let known = &mut self.generations[place as usize];
            *known = generation.min(*known);
            return place;
        }
        let place = self.keys.len() as u32;
        self.keys.push(key);
        self.places.insert(key, place);
        if logic.terms.as_const(key).is_none() {
            self.symbolic.push(place);
        }
        self.generations.push(generation);
        place
    }
}

/// An object or array of the initial heap.
#[derive(Clone, Debug)]
pub struct InputObject {
    /// Its address.
    pub addr: AddrId,
    /// How many references lead from a parameter to where it was first read: 1 for what a parameter refers to.
    pub depth: u32,
    /// The length, when it is an array.
    pub length: Option<TermId>,
    /// How source terms name it: the path by which it was first read.
    pub name: String,
}

/// Where a symbolic value stands in the initial heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A parameter of the entry, by name.
    Parameter(String),
    /// A field of an input object.
    Field(AddrId, FieldId),
    /// The cell of an input array that an index key goes to. Where an earlier key of the array has the same value, or
    /// the index is out of bounds, no access reaches this cell and its value means nothing.
    Cell(AddrId, TermId),
}

/// A symbolic value of the initial heap.
#[derive(Clone, Debug)]
pub struct Source {
    /// Where it stands.
    pub place: Place,
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
    /// A number; of a character the number of its text.
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
        /// How conditions call it.
        name: String,
        /// A choice between the alternatives.
        choice: InputId,
        /// What its values mean, from 0.
        alternatives: Vec<Alternative>,
    },
}

/// What a reference of the initial heap can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// `null`
    Null,
    /// An object or array that an earlier source created.
    Old(AddrId),
    /// An object or array that this source creates.
    Fresh(AddrId),
}

/// What the language options say about the initial heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputRules {
    /// Array parameters of the entry are not null.
    pub nonnull_arrays: bool,
    /// Bound on the length of every input array.
    pub array_length: Option<u64>,
    /// Which classes objects have.
    pub types: Types,
}

/// Addresses, index keys and the initial heap.
#[derive(Debug, Default)]
pub struct HeapTable {
    addresses: Slots<AddrId, Address>,
    allocated: FxHashMap<(ThreadId, SiteId, u32), AddrId>,
    index_keys: FxHashMap<AddrId, IndexKeys>,
    /// The objects and arrays of the initial heap, in the order of their creation.
    pub inputs: Vec<InputObject>,
    /// The symbolic values of the initial heap, in the order of their creation.
    sources: Vec<Source>,
    fields: FxHashMap<(AddrId, FieldId), Summary>,
    cells: FxHashMap<(AddrId, u32), Summary>,
    /// The classes of references that can only be null, because no concrete class is below.
    uninhabited: BTreeSet<ClassId>,
    rules: InputRules,
    /// The depth of the object whose field or cell is being created; 0 for parameters.
    depth: u32,
    /// The greatest depth of an object or array.
    deepest: u32,
    /// The generation of keys that arrays are given now.
    pub generation: u32,
}

/// Whether an address is still needed: those of the initial heap always are.
fn is_in_use(used: &InUse, addr: AddrId, address: &Address) -> bool {
    matches!(address.origin, Origin::Input(_)) || used.addresses.contains(&addr)
}

impl HeapTable {
    /// An empty heap.
    pub fn new(rules: InputRules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// The symbolic values of the initial heap, in the order of their creation. The index of a cell and the
    /// alternatives of a reference mention inputs and objects of earlier sources only (and inputs that quantified
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

    /// The classes and interfaces without concrete classes below them of which a reference has been read.
    pub fn uninhabited(&self) -> &BTreeSet<ClassId> {
        &self.uninhabited
    }

    /// The origin and shape of an address.
    pub fn address(&self, addr: AddrId) -> &Address {
        &self.addresses[addr]
    }

    /// How many addresses there are.
    pub fn addresses(&self) -> usize {
        self.addresses.len()
    }

    /// Marks the constants among the index keys of the arrays that are in use.
    pub fn mark_keys(&self, live: &mut Live<'_>) {
        for (addr, keys) in &self.index_keys {
            if is_in_use(&live.used, *addr, &self.addresses[*addr]) {
                keys.keys.iter().for_each(|key| live.term(*key));
            }
        }
    }

    /// Forgets allocated objects and arrays that are not in use, with their index keys.
    pub fn retain(&mut self, used: &InUse) {
        let Self { addresses, allocated, index_keys, .. } = self;
        addresses.retain(|addr, address| is_in_use(used, addr, address));
        allocated.retain(|_, addr| addresses.get(*addr).is_some());
        index_keys.retain(|addr, _| addresses.get(*addr).is_some());
    }

    /// The address of the `number`-th allocation of a thread at a site.
    pub fn allocated(&mut self, program: &Program, thread: ThreadId, site: SiteId, number: u32) -> AddrId {
        *self.allocated.entry((thread, site, number)).or_insert_with(|| {
            let shape = program.sites[site].kind.clone();
            self.addresses.push(Address { origin: Origin::Allocated(thread, site, number), shape })
        })
    }

    /// The address of an allocation that has been made.
    pub fn find_allocated(&self, thread: ThreadId, site: SiteId, number: u32) -> Option<AddrId> {
        self.allocated.get(&(thread, site, number)).copied()
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

    /// The class of an object.
    pub fn class(&self, addr: AddrId) -> Option<ClassId> {
        match self.addresses[addr].shape {
            SiteKind::Object(c) => Some(c),
            SiteKind::Array(_) => None,
        }
    }

    /// Whether the object or array at an address is an instance of a type.
    pub fn is_instance(&self, program: &Program, addr: AddrId, ty: &Type) -> bool {
        match &self.addresses[addr].shape {
            SiteKind::Object(c) => program.is_instance(*c, ty),
            SiteKind::Array(t) => ty.element() == Some(t),
        }
    }

    /// The index keys of an array.
    pub fn keys(&self, addr: AddrId) -> Option<&IndexKeys> {
        self.index_keys.get(&addr)
    }

    /// The place of an index key of an array, which it is given where it has none.
    pub fn key(&mut self, logic: &Logic, addr: AddrId, index: TermId) -> u32 {
        self.index_keys.entry(addr).or_default().insert(logic, index, self.generation)
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
    pub fn parameter(&mut self, logic: &mut Logic, program: &Program, name: &str, ty: &Type) -> Summary {
        let nullable = !(self.rules.nonnull_arrays && matches!(ty, Type::Array(_)));
        self.symbolic(logic, program, Place::Parameter(name.to_owned()), name.to_owned(), ty, nullable)
    }

    /// The receiver of an entry that is an instance method: not null, and of a class whose calls run the method.
    pub fn receiver(&mut self, logic: &mut Logic, program: &Program, method: MethodId, name: &str) -> Summary {
        let ty = Type::Class(program.methods[method].class);
        let classes = program.receivers(method, self.rules.types);
        let shapes = classes.into_iter().map(SiteKind::Object).collect();
        let (parts, value) = self.choose(logic, program, name.to_owned(), &ty, shapes, false);
        self.sources.push(Source { place: Place::Parameter(name.to_owned()), ty, parts });
        value
    }

    /// The initial value of a field of an input object.
    pub fn field(&mut self, logic: &mut Logic, program: &Program, addr: AddrId, field: FieldId) -> Summary {
        if let Some(s) = self.fields.get(&(addr, field)) {
            return s.clone();
        }
        let info = &program.fields[field];
        let (object, depth) = self.input(addr).map_or(("", 0), |o| (&o.name, o.depth));
        let name = format!("{object}.{}", info.name);
        self.depth = depth;
        let value = self.symbolic(logic, program, Place::Field(addr, field), name, &info.ty, true);
        self.fields.insert((addr, field), value.clone());
        value
    }

    /// The initial value of a cell of an input array, by the place of its index key.
    pub fn cell(&mut self, logic: &mut Logic, program: &Program, addr: AddrId, place: u32) -> Summary {
        if let Some(s) = self.cells.get(&(addr, place)) {
            return s.clone();
        }
        let key = self.index_keys[&addr].keys[place as usize];
        let (array, depth) = self.input(addr).map_or(("", 0), |o| (&o.name, o.depth));
        let name = format!("{array}[{}]", logic.terms.display(key));
        self.depth = depth;
        let SiteKind::Array(ty) = self.addresses[addr].shape.clone() else { return Summary::empty() };
        let value = self.symbolic(logic, program, Place::Cell(addr, key), name, &ty, true);
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

    fn new_input(
        logic: &mut Logic,
        name: String,
        sort: Sort,
        low: Option<i64>,
        high: Option<Num>,
    ) -> (InputId, TermId) {
        let id = logic.terms.add_input(InputInfo { name, sort, low: low.map(Num::from), high, kind: InputKind::Value });
        (id, logic.terms.input(id))
    }

    /// A fresh symbolic value of a type.
    fn symbolic(
        &mut self,
        logic: &mut Logic,
        program: &Program,
        place: Place,
        name: String,
        ty: &Type,
        nullable: bool,
    ) -> Summary {
        let (parts, value) = match ty {
            Type::Int | Type::Uint | Type::Float | Type::Char => {
                let sort = if *ty == Type::Float { Sort::Real } else { Sort::Int };
                let low = matches!(ty, Type::Uint | Type::Char).then_some(0);
                let (input, term) = Self::new_input(logic, name, sort, low, None);
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
                let (text, term) = Self::new_input(logic, name, Sort::Int, Some(0), None);
                let pairs = [(sides[0], Value::Null), (sides[1], Value::Str(term))];
                (Parts::Text { some, text }, Summary::from_pairs(logic, pairs))
            }
            Type::Null => (Parts::Nothing, Summary::constant(logic, Value::Null)),
            Type::Class(_) | Type::Array(_) => self.reference(logic, program, name, ty, nullable),
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
        name: String,
        ty: &Type,
        nullable: bool,
    ) -> (Parts, Summary) {
        let shapes: Vec<SiteKind> = match ty {
            Type::Class(c) => {
                let classes = program.instances(*c, self.rules.types);
                if classes.is_empty() {
                    self.uninhabited.insert(*c);
                }
                classes.into_iter().map(SiteKind::Object).collect()
            }
            Type::Array(t) => vec![SiteKind::Array((**t).clone())],
            _ => unreachable!("only classes and arrays have objects"),
        };
        self.choose(logic, program, name, ty, shapes, nullable)
    }

    /// A choice between null, the earlier objects of a type whose shape is admitted, and a fresh one of each shape. What
    /// depends on the class alone, as a call does, shall not depend on how many objects there are: alternatives of one shape
    /// are a group.
    fn choose(
        &mut self,
        logic: &mut Logic,
        program: &Program,
        name: String,
        ty: &Type,
        shapes: Vec<SiteKind>,
        nullable: bool,
    ) -> (Parts, Summary) {
        let depth = self.depth + 1;
        self.deepest = self.deepest.max(depth);
        let admitted = |addr| match self.rules.types {
            Types::Symbolic => self.is_instance(program, addr, ty),
            Types::Declared => shapes.contains(&self.addresses[addr].shape),
        };
        // Null, one group for each shape, and one for objects whose shape no fresh one has here.
        let mut groups: Vec<Vec<Alternative>> = vec![Vec::new(); shapes.len() + 2];
        for addr in self.inputs.iter().map(|input| input.addr).filter(|addr| admitted(*addr)) {
            let shape = shapes.iter().position(|shape| *shape == self.addresses[addr].shape);
            groups[shape.map_or(shapes.len() + 1, |shape| shape + 1)].push(Alternative::Old(addr));
        }
        if nullable || shapes.is_empty() {
            groups[0].push(Alternative::Null);
        }
        let many = shapes.len() > 1;
        for (shape, group) in shapes.into_iter().zip(&mut groups[1..]) {
            let name = match &shape {
                SiteKind::Object(c) if many => format!("(({}) {name})", program.classes[*c].name),
                _ => name.clone(),
            };
            let length = matches!(shape, SiteKind::Array(_)).then(|| {
                let high = self.rules.array_length.map(|n| Num::from(num_bigint::BigInt::from(n)));
                Self::new_input(logic, format!("#{name}"), Sort::Int, Some(0), high).1
            });
            let addr = self.addresses.push(Address { origin: Origin::Input(self.inputs.len() as u32), shape });
            self.inputs.push(InputObject { addr, depth, length, name });
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

impl HoldsGuards for HeapTable {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self {
            addresses: _,
            allocated: _,
            index_keys: _,
            inputs: _,
            sources: _,
            fields,
            cells,
            uninhabited: _,
            rules: _,
            depth: _,
            deepest: _,
            generation: _,
        } = self;
        fields.values().chain(cells.values()).for_each(|summary| summary.visit(visit));
    }

    fn rewrite(&mut self, logic: &mut Logic, images: &Rewriting) {
        let initial = self.fields.values_mut().chain(self.cells.values_mut());
        initial.for_each(|summary| summary.rewrite(logic, images));
    }
}

impl Marks for HeapTable {
    /// What belongs to the initial heap. Index keys are marked [when it is known](HeapTable::mark_keys) which arrays are in use.
    fn mark(&self, live: &mut Live<'_>) {
        self.fields.values().chain(self.cells.values()).for_each(|summary| live.summary(summary));
    }
}

/// The inputs that stand for lengths of arrays, to be kept small in reports.
pub fn lengths(logic: &Logic, table: &HeapTable) -> Vec<InputId> {
    table.inputs.iter().filter_map(|o| o.length).filter_map(|t| logic.terms.as_input(t)).collect()
}
