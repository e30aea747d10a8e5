//! Inputs, and the objects and arrays in them, from what they hold.

use indexmap::IndexMap;
use multise::{Cell, Inputs, Num, Value};

/// Inputs with these arguments and objects.
pub fn inputs<'a>(
    args: impl IntoIterator<Item = (&'a str, Value)>,
    heap: impl IntoIterator<Item = (&'a str, Cell)>,
) -> Inputs {
    Inputs { args: named(args), heap: named(heap), ..Inputs::default() }
}

/// An object with some of its fields.
pub fn object<'a>(class: &str, fields: impl IntoIterator<Item = (&'a str, Value)>) -> Cell {
    Cell::Object { class: class.to_owned(), fields: named(fields) }
}

/// An array of these elements.
pub fn array(elem: &str, elements: impl IntoIterator<Item = Value>) -> Cell {
    let cells = elements.into_iter().enumerate().map(|(i, value)| (i.to_string(), value));
    let cells: IndexMap<String, Value> = cells.collect();
    Cell::Array { elem: elem.to_owned(), length: cells.len().to_string(), default: None, cells }
}

/// A number.
pub fn int(n: impl Into<i64>) -> Value {
    Value::Int(Num::from(n.into()))
}

/// A reference to an object or array.
pub fn reference(name: &str) -> Value {
    Value::Ref(name.to_owned())
}

fn named<'a, T>(all: impl IntoIterator<Item = (&'a str, T)>) -> IndexMap<String, T> {
    all.into_iter().map(|(name, one)| (name.to_owned(), one)).collect()
}
