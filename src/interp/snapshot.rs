//! A moment of a run in the form of inputs: some values, and the part of the heap that they reach.

use super::heap::{Body, Heap, ObjectId};
use super::value::Value;
use crate::inputs::{Cell, Inputs, Value as Input};
use crate::ir::{Program, Type};
use rustc_hash::FxHashSet;

/// The values with their names and types, and all objects that they reach. An object of the input has its name there; another
/// one is named after the line that made it.
pub fn snapshot<'a>(
    program: &Program,
    values: impl IntoIterator<Item = (&'a str, &'a Type, &'a Value)>,
    heap: &Heap,
) -> Inputs {
    let mut inputs = Inputs::default();
    let (mut open, mut seen): (Vec<ObjectId>, FxHashSet<ObjectId>) = Default::default();
    for (name, ty, value) in values {
        open.extend(value.object());
        inputs.args.extend(input_value(program, heap, ty, value).map(|value| (name.to_owned(), value)));
    }
    // The first ones first.
    open.reverse();
    while let Some(object) = open.pop() {
        if !seen.insert(object) {
            continue;
        }
        let cell = match &heap[object].body {
            Body::Object { class, fields } => {
                let class = &program.classes[*class];
                open.extend(fields.iter().rev().filter_map(Value::object));
                let field = |(&field, value): (_, &Value)| {
                    let field = &program.fields[field];
                    Some((field.name.clone(), input_value(program, heap, &field.ty, value)?))
                };
                Cell::Object {
                    class: class.name.clone(),
                    fields: class.fields.iter().zip(fields).filter_map(field).collect(),
                }
            }
            Body::Array(array) => {
                open.extend(array.cells.values().rev().chain([&array.default]).filter_map(Value::object));
                let cells = array.cells.iter();
                let cells =
                    cells.filter_map(|(i, v)| Some((i.to_string(), input_value(program, heap, &array.elem, v)?)));
                Cell::Array {
                    elem: program.type_name(&array.elem),
                    length: array.length.to_string(),
                    default: input_value(program, heap, &array.elem, &array.default),
                    cells: cells.collect(),
                }
            }
        };
        inputs.heap.insert(heap[object].name(program), cell);
    }
    inputs
}

/// A value of a type in the form of inputs; nothing for a missing value or an exception.
fn input_value(program: &Program, heap: &Heap, ty: &Type, value: &Value) -> Option<Input> {
    Some(match value {
        Value::Num(n) => ty.input(n.clone()),
        Value::Bool(b) => Input::Bool(*b),
        Value::Null => Input::Null,
        Value::Ref(object) => Input::Ref(heap[*object].name(program)),
        Value::Char(c) => Input::Char(c.to_string()),
        Value::String(s) => Input::String(s.to_string()),
        Value::Missing | Value::Thrown(_) => return None,
    })
}
