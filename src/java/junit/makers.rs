//! How objects are made: by a constructor and by setters of the user, which the interpreter tries.
//!
//! A constructor is tried with the wanted values of fields as arguments. It is harmless if it ends, writes to no static field and to no
//! other object that was there before. The one that leaves the least to be stored is taken.

use crate::config::{Classes as Options, Dialect, Receivers, Roots};
use crate::ieee::Datum;
use crate::inputs::{self, Cell, Inputs};
use crate::interp::{self, Address, Body, End, Event, Heap, Limits, ObjectId, Target};
use crate::ir::{MethodId, MethodKind, Program, Type};
use crate::java::classfile::descriptor;
use crate::java::jvm::{Object, Run, Value};
use crate::java::replay::{described, integer};
use crate::num::Num;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::path::Path;

/// Steps that a constructor or setter may take.
const STEPS: u64 = 100_000;
/// How many lists of arguments are tried for a constructor.
const LISTS: usize = 64;

/// What a field is to hold.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub name: String,
    pub descriptor: String,
    pub value: Value,
    /// What it costs to store the value, in a unit of its own.
    pub cost: usize,
}

/// A constructor with arguments.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub descriptor: String,
    pub arguments: Vec<Value>,
    /// The numbers of the fields that it leaves wrong.
    pub wrong: Vec<usize>,
}

/// The inputs of a test, in both forms.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub inputs: &'a Inputs,
    pub run: &'a Run,
}

impl Given<'_> {
    /// The name of an object.
    pub fn name(&self, object: usize) -> &str {
        self.inputs.heap.get_index(object).map_or("", |(name, _)| name)
    }

    /// A value in the form of inputs.
    fn plain(&self, value: &Value) -> Option<inputs::Value> {
        Some(match value {
            Value::Null => inputs::Value::Null,
            Value::Object(i) => inputs::Value::Ref(self.name(*i).to_owned()),
            Value::Boolean(value) => inputs::Value::Bool(*value),
            Value::Float(_) | Value::Double(_) => inputs::Value::Ieee(datum(value)?),
            other => inputs::Value::Int(number(other)?.into()),
        })
    }

    /// The objects that some values lead to.
    fn heap(&self, from: &[inputs::Value]) -> IndexMap<String, Cell> {
        let mut part = Inputs { nondet: from.to_vec(), heap: self.inputs.heap.clone(), ..Inputs::default() };
        part.forget_unreachable();
        part.heap
    }

    /// How often an object is referred to.
    fn references(&self, object: usize) -> usize {
        let cells = self.run.heap.iter().flat_map(|object| match object {
            Object::Instance { fields, .. } => fields.iter().map(|field| &field.value).collect::<Vec<_>>(),
            Object::Array { default, cells, .. } => cells.iter().map(|(_, value)| value).chain([default]).collect(),
            _ => Vec::new(),
        });
        cells.chain(&self.run.arguments).filter(|value| **value == Value::Object(object)).count()
    }
}

/// The number of a value that is one, or a truth value or character.
pub(super) fn number(value: &Value) -> Option<i64> {
    Some(match value {
        Value::Boolean(value) => i64::from(*value),
        Value::Byte(n) => i64::from(*n),
        Value::Short(n) => i64::from(*n),
        Value::Char(n) => i64::from(*n),
        Value::Int(n) => i64::from(*n),
        Value::Long(n) => *n,
        Value::Float(0) | Value::Double(0) => 0,
        _ => return None,
    })
}

/// A floating-point number.
fn datum(value: &Value) -> Option<Datum> {
    match value {
        Value::Float(bits) => Some(f32::from_bits(*bits).into()),
        Value::Double(bits) => Some(f64::from_bits(*bits).into()),
        _ => None,
    }
}

/// The default of a type.
pub(super) fn default_of(descriptor: &str) -> Value {
    match descriptor {
        "F" => Value::Float(0),
        "D" => Value::Double(0),
        _ => integer(0, descriptor).unwrap_or(Value::Null),
    }
}

/// The programs that have the constructors and methods of a class, by class.
pub(super) struct Makers {
    operand: String,
    dialect: Dialect,
    programs: FxHashMap<String, Option<Program>>,
}

impl Makers {
    /// Those of the program that an operand and options name.
    pub fn new(operand: Option<&Path>, dialect: &Dialect) -> Self {
        let operand = operand.map_or_else(|| Options::NO_FILE.to_owned(), |file| file.display().to_string());
        let dialect = Dialect { array_length: None, nonnull_arrays: false, ..dialect.clone() };
        Self { operand, dialect, programs: FxHashMap::default() }
    }

    /// Links the methods of a class, once.
    fn program(&mut self, class: &str) -> Option<&Program> {
        let Self { operand, dialect, programs } = self;
        let linked = || {
            let mut dialect = dialect.clone();
            dialect.classes.roots = Roots::Class(class.to_owned());
            (dialect.classes.receivers, dialect.classes.requires) = (Receivers::Any, Vec::new());
            crate::java::opened(Path::new(operand), &dialect).ok().map(|loaded| loaded.program)
        };
        programs.entry(class.to_owned()).or_insert_with(linked).as_ref()
    }

    /// The constructor of a class, among those with these descriptors and names of parameters, that comes nearest to the wanted fields.
    /// `is_made` knows which objects exist already.
    pub fn fit(
        &mut self,
        class: &str,
        constructors: &[String],
        wanted: &[Wanted],
        given: Given<'_>,
        is_made: &dyn Fn(usize) -> bool,
    ) -> Option<Fit> {
        let dialect = self.dialect.clone();
        let program = self.program(class)?;
        let mut best: Option<(usize, Fit)> = None;
        for descriptor in constructors {
            let Some(method) = method(program, class, None, descriptor) else { continue };
            let (types, _) = descriptor::method(descriptor).unwrap_or_default();
            let names: Vec<&str> =
                program.parameters(method).iter().map(|&local| &*program.methods[method].locals[local].name).collect();
            for arguments in lists(&types, &names, wanted, given, is_made) {
                if best.as_ref().is_some_and(|(cost, _)| *cost == 0) {
                    break;
                }
                let Some(left) = constructed(program, method, (&names, &arguments), wanted, given, &dialect) else {
                    continue;
                };
                let cost = left.iter().map(|i| wanted[*i].cost).sum();
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, Fit { descriptor: descriptor.clone(), arguments, wrong: left }));
                }
            }
        }
        best.map(|(_, fit)| fit)
    }

    /// Whether a method of a class that takes one value sets a field of an object, and does nothing else.
    pub fn sets(
        &mut self,
        (class, name, descriptor): (&str, &str, &str),
        object: usize,
        field: usize,
        wanted: &[Wanted],
        given: Given<'_>,
    ) -> bool {
        let dialect = self.dialect.clone();
        let Some(program) = self.program(class) else { return false };
        let Some(method) = method(program, class, Some(name), descriptor) else { return false };
        let [parameter] = program.parameters(method) else { return false };
        let Some(value) = given.plain(&wanted[field].value) else { return false };
        let this = given.name(object);
        let mut heap = given.heap(&[value.clone(), inputs::Value::Ref(this.to_owned())]);
        let Some(Cell::Object { fields, .. }) = heap.get_mut(this) else { return false };
        fields.shift_remove(&wanted[field].name);
        let mut args = IndexMap::new();
        args.insert("this".to_owned(), inputs::Value::Ref(this.to_owned()));
        args.insert(program.methods[method].locals[*parameter].name.clone(), value);
        let inputs = Inputs { args, heap, ..Inputs::default() };
        let Some(heap) = harmless(program, method, &inputs, &dialect, this) else { return false };
        let Some(made) = heap.input(this) else { return false };
        left(program, &heap, made, wanted, given).is_empty()
    }
}

/// The method or constructor of a class with a descriptor.
fn method(program: &Program, class: &str, name: Option<&str>, descriptor: &str) -> Option<MethodId> {
    let (types, _) = descriptor::method(descriptor)?;
    program.methods.ids().find(|&id| {
        let method = &program.methods[id];
        let is_kind = match name {
            Some(name) => method.kind == MethodKind::Instance && method.name == name,
            None => method.kind == MethodKind::Constructor && method.makes.is_some(),
        };
        let own = program.parameters(id);
        is_kind
            && program.classes[method.class].name == class
            && own.len() == types.len()
            && own.iter().zip(&types).all(|(&local, ty)| {
                let is = |own: &Type| crate::java::replay::is_type(program, own, ty);
                method.locals[local].ty.as_ref().is_some_and(is)
            })
    })
}

/// Lists of arguments for parameters of these types and names: wanted values of fields of the same type, that of the field with the same name
/// first, defaults, and lengths of arrays.
fn lists(
    types: &[&str],
    names: &[&str],
    wanted: &[Wanted],
    given: Given<'_>,
    is_made: &dyn Fn(usize) -> bool,
) -> Vec<Vec<Value>> {
    let length = |field: &Wanted| match field.value {
        Value::Object(object) => match &given.run.heap[object] {
            Object::Array { length, .. } => i32::try_from(*length).ok().map(Value::Int),
            _ => None,
        },
        _ => None,
    };
    let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
    for (i, &ty) in types.iter().enumerate() {
        let mut values: Vec<Value> = Vec::new();
        let named = |field: &&Wanted| names.get(i) == Some(&field.name.as_str());
        let fields = wanted.iter().filter(named).chain(wanted.iter().filter(|field| !named(field)));
        let fitting = fields.filter(|field| field.descriptor == ty).map(|field| field.value.clone());
        let lengths = wanted.iter().filter_map(length).filter(|_| ty == "I");
        for value in fitting.chain([default_of(ty)]).chain(lengths) {
            let is_there = !matches!(value, Value::Object(object) if !is_made(object));
            if is_there && !values.contains(&value) {
                values.push(value);
            }
        }
        let longer =
            lists.iter().flat_map(|list| values.iter().map(|value| [&list[..], std::slice::from_ref(value)].concat()));
        lists = longer.take(LISTS).collect();
    }
    lists
}

/// The fields that a constructor leaves wrong, if it is harmless.
fn constructed(
    program: &Program,
    method: MethodId,
    (names, arguments): (&[&str], &[Value]),
    wanted: &[Wanted],
    given: Given<'_>,
    dialect: &Dialect,
) -> Option<Vec<usize>> {
    let values = arguments.iter().map(|value| given.plain(value)).collect::<Option<Vec<_>>>()?;
    let heap = given.heap(&values);
    let args = names.iter().map(|name| (*name).to_owned()).zip(values).collect();
    let heap = harmless(program, method, &Inputs { args, heap, ..Inputs::default() }, dialect, "")?;
    let made = *heap.allocated(program.methods[method].makes?).first()?;
    Some(left(program, &heap, made, wanted, given))
}

/// The heap after a run that ends, and writes only to what it has made and to the object with this name.
fn harmless(program: &Program, entry: MethodId, inputs: &Inputs, dialect: &Dialect, this: &str) -> Option<Heap> {
    // For each frame since the entry, whether it initialises a class: that may write static fields.
    let (mut frames, mut is_harmless): (Vec<bool>, bool) = (Vec::new(), true);
    let mut observer = |event: Event<'_>, heap: &Heap| match event {
        Event::Enter { method, .. } if method == entry || !frames.is_empty() => {
            frames.push(program.methods[method].name == "<clinit>");
        }
        Event::Leave => drop(frames.pop()),
        Event::Assign { target: Target::Field(object, _) | Target::Elem(object, _), .. } if !frames.is_empty() => {
            is_harmless &= !matches!(&heap[object].address, Address::Input(name) if name != this);
        }
        Event::Assign { target: Target::Static(_), .. } => is_harmless &= frames.is_empty() || frames.contains(&true),
        _ => {}
    };
    let run = interp::run_observed(program, entry, inputs, dialect, Limits::steps(STEPS), &mut observer).ok()?;
    (is_harmless && matches!(run.end, End::Returned { .. })).then_some(run.state.heap)
}

/// The wanted fields that an object does not have.
fn left(program: &Program, heap: &Heap, made: ObjectId, wanted: &[Wanted], given: Given<'_>) -> Vec<usize> {
    let is_wrong = |(_, field): &(usize, &Wanted)| {
        let held = held(program, heap, made, &field.name);
        !held.is_some_and(|held| same(program, heap, held, &field.value, given))
    };
    wanted.iter().enumerate().filter(is_wrong).map(|(i, _)| i).collect()
}

/// What a field of an object holds.
pub(super) fn held<'h>(program: &Program, heap: &'h Heap, object: ObjectId, name: &str) -> Option<&'h interp::Value> {
    let Body::Object { class, .. } = heap[object].body else { return None };
    let field = program.classes[class].fields.iter().find(|field| program.fields[**field].name == name)?;
    heap.field(program, object, *field)
}

/// The units of a text. Its model makes them only when they are read.
pub(super) fn text(program: &Program, heap: &Heap, id: ObjectId) -> Option<Vec<u16>> {
    let field = |object, name: &str| held(program, heap, object, name);
    if field(id, "value") == Some(&interp::Value::Null) {
        let later = field(id, "later")?.object()?;
        let part = |name: &str| text(program, heap, field(later, name)?.object()?);
        return match field(later, "number") {
            Some(interp::Value::Num(n)) => Some(n.to_string().encode_utf16().collect()),
            _ => Some([part("first")?, part("second")?].concat()),
        };
    }
    let array = heap.array(field(id, "value")?.object()?)?;
    let length = array.length.to_i64().filter(|length| *length <= 1_000)?;
    let unit = |i: i64| match array.get(&i.into())? {
        interp::Value::Num(n) => u16::try_from(n.to_i64()?).ok(),
        _ => None,
    };
    (0..length).map(unit).collect()
}

fn same(program: &Program, heap: &Heap, found: &interp::Value, wanted: &Value, given: Given<'_>) -> bool {
    match (found, wanted) {
        (interp::Value::Num(n), wanted) => {
            let wanted = datum(wanted).map(|datum| datum.place).or_else(|| number(wanted));
            wanted.is_some() && n.to_i64() == wanted
        }
        (interp::Value::Null, Value::Null) => true,
        (interp::Value::Ref(id), Value::Object(object)) => {
            matches!(&heap[*id].address, Address::Input(name) if name == given.name(*object))
                || same_contents(program, heap, *id, *object, given)
        }
        _ => false,
    }
}

/// Whether an object or text may stand for one of the inputs: nothing else refers to that one, or it is a constant.
fn same_contents(program: &Program, heap: &Heap, id: ObjectId, object: usize, given: Given<'_>) -> bool {
    match (&heap[id].body, &given.run.heap[object]) {
        (Body::Object { class, .. }, Object::Constant { class: wanted, .. }) => {
            let Some((_, Cell::Object { fields, .. })) = given.inputs.heap.get_index(object) else { return false };
            let wanted_number = match fields.get("ordinal") {
                Some(inputs::Value::Int(n)) => n.clone(),
                _ => Num::ZERO,
            };
            let name = &program.classes[*class].name;
            let is_class = name == wanted || name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('$'));
            is_class && matches!(held(program, heap, id, "ordinal"), Some(interp::Value::Num(n)) if *n == wanted_number)
        }
        (Body::Object { .. }, Object::Text(units)) => {
            given.references(object) <= 1 && text(program, heap, id).as_ref() == Some(units)
        }
        (Body::Array(array), Object::Array { element, length, default, cells }) => {
            given.references(object) <= 1
                && described(&program.type_name(&array.elem)) == *element
                && array.length == Num::from(i64::from(*length))
                && u64::from(*length) <= STEPS
                && (0..*length).all(|i| {
                    let wanted = cells.iter().find(|(index, _)| *index == i).map_or(default, |(_, value)| value);
                    let usual = default_of(element);
                    let wanted = if *wanted == Value::Null { &usual } else { wanted };
                    let found = array.get(&Num::from(i64::from(i)));
                    found.is_some_and(|found| same(program, heap, found, wanted, given))
                })
        }
        _ => false,
    }
}
