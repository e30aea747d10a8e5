//! Objects of the inputs to which only one place refers: what [owning fields](crate::ir::Contents::Owned) have, and what
//! comes from outside.

use super::heap::{Body, Heap, fresh_object};
use super::load::{InputError, Problem, error};
use super::value::Value;
use crate::inputs::{Cell, Inputs, Value as Input};
use crate::ir::{Contents, FieldId, Program, Type};
use crate::num::Num;
use rustc_hash::FxHashMap;

/// Checks that what is owned is there and has no other reference. A field that the inputs do not name gets an object or array
/// without contents.
pub(super) fn check(program: &Program, heap: &mut Heap, inputs: &Inputs) -> Result<(), InputError> {
    let counts = references(inputs);
    let is_alone = |value: &Input| matches!(value, Input::Ref(name) if counts.get(name.as_str()) == Some(&1));
    for (i, value) in inputs.nondet.iter().enumerate() {
        if matches!(value, Input::Ref(_)) && !is_alone(value) {
            return Err(error(format!("nondet.{i}"), Problem::NotOwned));
        }
    }
    for (name, cell) in &inputs.heap {
        let Cell::Object { fields, .. } = cell else { continue };
        let Some(object) = heap.input(name) else { continue };
        let Some(class) = heap.class(object) else { continue };
        for &field in &program.classes[class].fields {
            let declared = &program.fields[field];
            if !declared.contents.is_owned() {
                continue;
            }
            match fields.get(&declared.name) {
                Some(value) if is_alone(value) => {}
                Some(_) => return Err(error(format!("heap.{name}.fields.{}", declared.name), Problem::NotOwned)),
                None => {
                    let body = match &declared.ty {
                        Type::Array(element) => Body::array(element, Num::ZERO),
                        Type::Class(class) => fresh_object(program, *class),
                        _ => continue,
                    };
                    if let Some(made) = heap.add_input(&format!("{name}.{}", declared.name), body) {
                        heap.set_field(program, object, field, Value::Ref(made));
                    }
                }
            }
        }
    }
    Ok(())
}

/// The types of the elements of arrays in [fields](Contents::Cells) that say which they are, by the names of the arrays.
pub(super) fn held<'a>(program: &'a Program, inputs: &'a Inputs) -> FxHashMap<&'a str, &'a Type> {
    let mut held = FxHashMap::default();
    let classes =
        program.classes.iter().filter(|class| class.fields.iter().any(|field| cells(program, *field).is_some()));
    let classes: FxHashMap<&str, _> = classes.map(|class| (class.name.as_str(), class)).collect();
    for cell in inputs.heap.values() {
        let Cell::Object { class, fields } = cell else { continue };
        let Some(class) = classes.get(class.as_str()) else { continue };
        for &field in &class.fields {
            if let (Some(ty), Some(Input::Ref(array))) =
                (cells(program, field), fields.get(&program.fields[field].name))
            {
                held.insert(array.as_str(), ty);
            }
        }
    }
    held
}

fn cells(program: &Program, field: FieldId) -> Option<&Type> {
    match &program.fields[field].contents {
        Contents::Cells(ty) => Some(ty),
        _ => None,
    }
}

/// How many references each object has.
fn references(inputs: &Inputs) -> FxHashMap<&str, u32> {
    let contents = inputs.heap.values().flat_map(Cell::values);
    let mut counts = FxHashMap::default();
    for value in inputs.args.values().chain(&inputs.nondet).chain(contents) {
        if let Input::Ref(name) = value {
            *counts.entry(name.as_str()).or_default() += 1;
        }
    }
    counts
}
