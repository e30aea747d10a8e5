//! The concrete heap: objects with all their fields, arrays with the cells that differ from their default.

use super::cells::Cells;
use super::value::Value;
use crate::entity;
use crate::index::IndexVec;
use crate::ir::{ClassId, FieldId, Program, SiteId, SiteKind, Type};
use crate::num::Num;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

entity! {
    /// An object or array of one run, in the order of creation: those of the input first.
    pub struct ObjectId("object");
}

/// How an object is named across runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Address {
    /// An object of the input: its name there.
    Input(String),
    /// The object that an allocation instruction made, with its number from 0, as in the engine.
    New(SiteId, u64),
}

/// An object or array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name.
    pub address: Address,
    /// What is in it.
    pub body: Body,
}

impl Object {
    /// Its name for readers: that of the input, or that of the line which made it.
    pub fn name(&self, program: &Program) -> String {
        match &self.address {
            Address::Input(name) => name.clone(),
            Address::New(site, number) => program.made_name(*site, u32::try_from(*number).unwrap_or(u32::MAX)),
        }
    }
}

/// The contents of an object or array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// An object.
    Object {
        /// Its dynamic type.
        class: ClassId,
        /// The values of the fields of its class, in the class's order.
        fields: Box<[Value]>,
    },
    /// An array.
    Array(Array),
}

impl Body {
    /// An array with default elements.
    pub(super) fn array(element: &Type, length: Num) -> Body {
        let (elem, default) = (element.clone(), Value::default_of(element));
        Body::Array(Array { elem, length, default, cells: Cells::default() })
    }
}

/// An array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The type of its elements.
    pub elem: Type,
    /// Its length, at least zero, of any size.
    pub length: Num,
    /// The elements that are not in `cells`.
    pub default: Value,
    /// The elements that the input names and those that the program wrote.
    pub cells: Cells,
}

impl Array {
    /// The element at an index within bounds; nothing outside.
    pub fn get(&self, index: &Num) -> Option<&Value> {
        self.contains(index).then(|| self.cells.get(index).unwrap_or(&self.default))
    }

    /// Whether an index is within bounds.
    pub fn contains(&self, index: &Num) -> bool {
        !index.is_negative() && *index < self.length
    }
}

/// All objects of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    objects: IndexVec<ObjectId, Object>,
    inputs: IndexMap<String, ObjectId>,
    made: FxHashMap<SiteId, Vec<ObjectId>>,
}

impl Heap {
    /// All objects in the order of creation.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects.iter_enumerated()
    }

    /// The object of the input with this name.
    pub fn input(&self, name: &str) -> Option<ObjectId> {
        self.inputs.get(name).copied()
    }

    /// The objects that an allocation instruction made, in order: the index is their number.
    pub fn allocated(&self, site: SiteId) -> &[ObjectId] {
        self.made.get(&site).map_or(&[], |v| v)
    }

    /// The value of a field; nothing when the object is an array or its class has no such field.
    pub fn field(&self, program: &Program, object: ObjectId, field: FieldId) -> Option<&Value> {
        match &self[object].body {
            Body::Object { class, fields } => slot(program, *class, field).map(|i| &fields[i]),
            Body::Array(_) => None,
        }
    }

    /// The class of an object; nothing when it is an array.
    pub fn class(&self, object: ObjectId) -> Option<ClassId> {
        match self[object].body {
            Body::Object { class, .. } => Some(class),
            Body::Array(_) => None,
        }
    }

    /// An array; nothing when it is an object.
    pub fn array(&self, object: ObjectId) -> Option<&Array> {
        match &self[object].body {
            Body::Array(array) => Some(array),
            Body::Object { .. } => None,
        }
    }

    /// Adds an object of the input; nothing when there is one with this name.
    pub(super) fn add_input(&mut self, name: &str, body: Body) -> Option<ObjectId> {
        let id = self.objects.next_id();
        if self.inputs.contains_key(name) {
            return None;
        }
        self.inputs.insert(name.to_owned(), id);
        Some(self.objects.push(Object { address: Address::Input(name.to_owned()), body }))
    }

    /// Executes an allocation instruction; `length` is that of an array, checked by the caller.
    pub(super) fn allocate(&mut self, program: &Program, site: SiteId, length: Num) -> ObjectId {
        let body = match &program.sites[site].kind {
            SiteKind::Object(class) => fresh_object(program, *class),
            SiteKind::Array(element) => Body::array(element, length),
        };
        let made = self.made.entry(site).or_default();
        let id = self.objects.push(Object { address: Address::New(site, made.len() as u64), body });
        made.push(id);
        id
    }

    pub(super) fn set_field(&mut self, program: &Program, object: ObjectId, field: FieldId, value: Value) {
        let Body::Object { class, fields } = &mut self.objects[object].body else {
            panic!("ill-typed IR: a field of an array");
        };
        fields[slot(program, *class, field).expect("well-typed IR: the object's class has the field")] = value;
    }

    /// An array, for change.
    pub(super) fn array_mut(&mut self, object: ObjectId) -> &mut Array {
        let Body::Array(array) = &mut self.objects[object].body else {
            panic!("ill-typed IR: an element of an object");
        };
        array
    }

    /// Whether the object is an instance of a type.
    pub(super) fn is_instance(&self, program: &Program, object: ObjectId, ty: &Type) -> bool {
        match &self[object].body {
            Body::Object { class, .. } => program.is_instance(*class, ty),
            Body::Array(array) => program.is_array_instance(&array.elem, ty),
        }
    }
}

impl std::ops::Index<ObjectId> for Heap {
    type Output = Object;
    fn index(&self, id: ObjectId) -> &Object {
        &self.objects[id]
    }
}

/// An object with default fields.
pub(super) fn fresh_object(program: &Program, class: ClassId) -> Body {
    let fields = program.classes[class].fields.iter().map(|&f| Value::default_of(&program.fields[f].ty)).collect();
    Body::Object { class, fields }
}

/// Where the objects of a class hold a field.
fn slot(program: &Program, class: ClassId, field: FieldId) -> Option<usize> {
    program.classes[class].fields.iter().position(|&f| f == field)
}
