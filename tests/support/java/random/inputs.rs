//! Arguments for the entry of a generated program, as a JVM takes them.

use super::choices::Choices;
use super::classes::{COMPONENTS, FIELDS};
use super::types::Type;
use super::{CONSTANTS, CONSTRUCTORS, Program};
use multise::internals::java::jvm::{Field, Object, Value};

/// The class that has the fields of exceptions.
pub const THROWABLE: &str = "java.lang.Throwable";

/// The heap and the arguments of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    pub heap: Vec<Object>,
    pub arguments: Vec<Value>,
}

/// Arguments that the numbers make: zeros make zeros and nulls.
pub fn arguments(program: &Program, numbers: &[u32]) -> Arguments {
    let mut choices = Choices::new(numbers);
    let mut made = Arguments::default();
    if let Some(class) = program.receiver {
        let value = match program.is_built {
            true => made.built(class, &mut choices),
            false => made.object(class, &mut choices, 2),
        };
        made.arguments.push(value);
    }
    for ty in &program.parameters {
        let value = made.value(*ty, &mut choices, 2);
        made.arguments.push(value);
    }
    made
}

impl Arguments {
    fn value(&mut self, ty: Type, choices: &mut Choices<'_>, depth: u32) -> Value {
        if ty.is_floating() {
            return floating(ty, choices);
        }
        if ty != Type::Boolean && !ty.is_number() {
            return self.reference(ty, choices, depth);
        }
        let (least, most) = ty.range();
        let limits = ty.limits();
        let any = i64::from(choices.below(u32::MAX)) << 32 | i64::from(choices.below(u32::MAX));
        let n = match choices.below(3) {
            0 => choices.of(&limits),
            1 => i64::from(choices.below(8)).min(most),
            _ if ty == Type::Long => any,
            _ => least + any.rem_euclid(most - least + 1),
        };
        match ty {
            Type::Boolean => Value::Boolean(n & 1 != 0),
            Type::Byte => Value::Byte(n as i8),
            Type::Short => Value::Short(n as i16),
            Type::Char => Value::Char(n as u16),
            Type::Long => Value::Long(n),
            _ => Value::Int(n as i32),
        }
    }

    /// Null, an earlier object, or a new one.
    fn reference(&mut self, ty: Type, choices: &mut Choices<'_>, depth: u32) -> Value {
        if ty == Type::Object {
            let ty = choices.of(&Type::BEHIND_OBJECT);
            return self.reference(ty, choices, depth);
        }
        let earlier: Vec<usize> = (0..self.heap.len()).filter(|&i| fits(&self.heap[i], ty)).collect();
        match choices.below(6) {
            0 => Value::Null,
            1 if !earlier.is_empty() => Value::Object(choices.of(&earlier)),
            _ if depth == 0 => Value::Null,
            _ => self.object(ty, choices, depth),
        }
    }

    /// What a constructor makes, of the class or of one below it.
    fn built(&mut self, class: Type, choices: &mut Choices<'_>) -> Value {
        let fits = |own: &str| own == class.name() || class == Type::Base;
        let all: Vec<_> = CONSTRUCTORS.into_iter().filter(|(own, _)| fits(own)).collect();
        let (class, parameters) = choices.of(&all);
        let arguments = parameters.iter().map(|(_, ty)| self.value(*ty, choices, 2)).collect();
        let types: String = parameters.iter().map(|(_, ty)| ty.descriptor()).collect();
        self.heap.push(Object::Built { class: class.to_owned(), descriptor: format!("({types})V"), arguments });
        Value::Object(self.heap.len() - 1)
    }

    /// A new object.
    fn object(&mut self, ty: Type, choices: &mut Choices<'_>, depth: u32) -> Value {
        let index = self.heap.len();
        if let Some(element) = ty.element() {
            let name = if ty == Type::Bases && choices.one_in(3) { Type::Sub } else { element };
            let length = choices.below(4);
            self.heap.push(Object::Array {
                element: name.descriptor().to_owned(),
                length,
                default: Value::Null,
                cells: Vec::new(),
            });
            let values: Vec<(u32, Value)> = (0..length).map(|i| (i, self.value(name, choices, depth - 1))).collect();
            let Object::Array { cells, .. } = &mut self.heap[index] else { unreachable!("it is an array") };
            *cells = values;
            return Value::Object(index);
        }
        if let Some((class, element)) = ty.collected() {
            return self.collection(ty, class, element, choices);
        }
        let is_constant = ty == Type::Scaled && choices.one_in(3);
        if let Some(made) = whole(if is_constant { Type::Tone } else { ty }, choices) {
            self.heap.push(made);
            return Value::Object(index);
        }
        if ty == Type::Span {
            self.heap.push(Object::Instance { class: "Span".to_owned(), fields: Vec::new() });
            self.fill(index, COMPONENTS.map(|(name, ty)| ("Span", name, ty)).to_vec(), choices, depth);
            return Value::Object(index);
        }
        if ty == Type::Trouble {
            return self.trouble(choices, depth);
        }
        if let Some(held) = ty.held() {
            return self.cell(ty, held, choices, depth);
        }
        let is_sub = ty == Type::Sub || choices.one_in(2);
        let class = if is_sub { "Sub" } else { "Base" };
        self.heap.push(Object::Instance { class: class.to_owned(), fields: Vec::new() });
        let mut own = FIELDS.map(|(name, ty)| ("Base", name, ty)).to_vec();
        if is_sub {
            own.extend([("Sub", "extra", Type::Short), ("Sub", "cells", Type::Ints), ("Sub", "text", Type::Text)]);
            own.push(("Sub", "cell", Type::Cell));
        }
        self.fill(index, own, choices, depth);
        Value::Object(index)
    }

    /// A new object of the generic class, or of one below it.
    fn cell(&mut self, ty: Type, held: Type, choices: &mut Choices<'_>, depth: u32) -> Value {
        let index = self.heap.len();
        let mut own = vec![("Cell", "held", held), ("Cell", "next", ty)];
        let class = match choices.below(4) {
            0 if ty == Type::Cell => {
                own.push(("Marked", "mark", Type::Int));
                "Marked".to_owned()
            }
            1 => {
                own.push(("Twin", "other", held));
                format!("Twin<{}>", held.full_name())
            }
            _ => format!("Cell<{}>", held.full_name()),
        };
        self.heap.push(Object::Instance { class, fields: Vec::new() });
        self.fill(index, own, choices, depth);
        Value::Object(index)
    }

    /// A new exception, of the program or not, which may have no cause yet.
    fn trouble(&mut self, choices: &mut Choices<'_>, depth: u32) -> Value {
        let index = self.heap.len();
        let is_thrown = choices.one_in(2);
        let class = if is_thrown { "Thrown" } else { "java.lang.RuntimeException" };
        self.heap.push(Object::Instance { class: class.to_owned(), fields: Vec::new() });
        let mut own = vec![(THROWABLE, "message", Type::Text)];
        if choices.below(3) > 0 {
            own.push((THROWABLE, "cause", Type::Trouble));
        }
        if is_thrown {
            own.push((class, "code", Type::Int));
        }
        self.fill(index, own, choices, depth);
        Value::Object(index)
    }

    /// A new collection. What it may have once only is not there twice.
    fn collection(&mut self, ty: Type, class: &str, element: Type, choices: &mut Choices<'_>) -> Value {
        let index = self.heap.len();
        let empty = Object::Collection { ty: class.to_owned(), lists: Vec::new() };
        self.heap.push(empty);
        let most = if ty == Type::Maybe { 2 } else { 4 };
        let mut elements: Vec<Value> = Vec::new();
        for _ in 0..choices.below(most) {
            let one = match ty {
                Type::Wild => self.number(choices),
                _ => self.value(element, choices, 1),
            };
            let is_there = |other: &Value| self.is_equal(&one, other);
            let is_refused = match ty {
                Type::Map | Type::Words => elements.iter().any(is_there),
                Type::Maybe => one == Value::Null,
                _ => false,
            };
            if !is_refused {
                elements.push(one);
            }
        }
        let values = (ty == Type::Map).then(|| elements.iter().map(|_| self.value(element, choices, 1)).collect());
        let Object::Collection { lists, .. } = &mut self.heap[index] else { unreachable!("it is a collection") };
        *lists = [Some(elements), values].into_iter().flatten().collect();
        Value::Object(index)
    }

    /// Whether texts or boxes are equal.
    fn is_equal(&self, one: &Value, other: &Value) -> bool {
        match (one, other) {
            (Value::Object(one), Value::Object(other)) => self.heap[*one] == self.heap[*other],
            _ => one == other,
        }
    }

    /// A box of any number, or null.
    fn number(&mut self, choices: &mut Choices<'_>) -> Value {
        let (class, value) = match choices.below(6) {
            0 => return Value::Null,
            1 => ("Long", self.value(Type::Long, choices, 0)),
            2 => ("Double", self.value(Type::Double, choices, 0)),
            3 => ("Byte", self.value(Type::Byte, choices, 0)),
            4 => ("Float", self.value(Type::Float, choices, 0)),
            _ => ("Integer", self.value(Type::Int, choices, 0)),
        };
        self.heap.push(Object::Boxed { class: format!("java.lang.{class}"), value });
        Value::Object(self.heap.len() - 1)
    }

    fn fill(&mut self, index: usize, own: Vec<(&str, &str, Type)>, choices: &mut Choices<'_>, depth: u32) {
        let field = |(class, name, ty): (&str, &str, Type)| Field {
            class: class.to_owned(),
            name: name.to_owned(),
            value: self.value(ty, choices, depth - 1),
        };
        let values = own.into_iter().map(field).collect();
        let Object::Instance { fields, .. } = &mut self.heap[index] else { unreachable!("it has fields") };
        *fields = values;
    }
}

/// A number with a point: a special one, any, or a small one.
fn floating(ty: Type, choices: &mut Choices<'_>) -> Value {
    let special = [0.0, -0.0, 1.0, -1.5, 0.1, 1e17, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN];
    let any = u64::from(choices.below(u32::MAX)) << 32 | u64::from(choices.below(u32::MAX));
    let n = match choices.below(3) {
        0 => choices.of(&special),
        1 => f64::from_bits(any),
        _ => f64::from(choices.below(64)) / 8.0 - 4.0,
    };
    if ty == Type::Float { Value::Float((n as f32).to_bits()) } else { Value::Double(n.to_bits()) }
}

/// An object that refers to no others: a constant, a text or a box.
fn whole(ty: Type, choices: &mut Choices<'_>) -> Option<Object> {
    Some(match ty {
        Type::Tone => Object::Constant { class: "Tone".to_owned(), name: choices.of(&CONSTANTS).to_owned() },
        Type::Text => {
            let length = choices.below(4);
            Object::Text((0..length).map(|_| u16::from(choices.of(b"ab1-B"))).collect())
        }
        Type::Boxed => Object::Boxed {
            class: "java.lang.Integer".to_owned(),
            value: Value::Int(choices.of(&[0, 1, -1, 7, 127, 128, -129, i32::MAX])),
        },
        _ => return None,
    })
}

/// Whether a variable of the type can refer to an object.
fn fits(object: &Object, ty: Type) -> bool {
    if let Object::Collection { ty: class, .. } = object {
        return ty.collected().is_some_and(|(own, _)| own == class);
    }
    match (object, ty.element()) {
        (Object::Instance { class, .. }, None) => match (ty.held(), class.as_str()) {
            (Some(held), "Marked") => held == Type::Boxed,
            (Some(held), class) => class.ends_with(&format!("<{}>", held.full_name())),
            (None, "Base" | "Sub") => matches!(ty, Type::Base | Type::Scaled) || (ty == Type::Sub && class == "Sub"),
            (None, "Thrown" | "java.lang.RuntimeException") => ty == Type::Trouble,
            (None, class) => class == ty.name(),
        },
        (Object::Constant { .. }, None) => matches!(ty, Type::Tone | Type::Scaled),
        (Object::Text(_), None) => ty == Type::Text,
        (Object::Boxed { class, .. }, None) => ty == Type::Boxed && class == "java.lang.Integer",
        (Object::Array { element, .. }, Some(of)) => {
            element == of.descriptor() || (of == Type::Base && element == Type::Sub.descriptor())
        }
        _ => false,
    }
}
