//! Inputs as a call: `Main.main(3, new int[] {1, 2}, "text")`. [`super::calls`] reads it.

use super::jvm::Value as Plain;
use super::literal;
use crate::inputs::{Cell, Inputs, Value};
use crate::ir::{MethodId, MethodKind, Program, Type, Width};
use crate::num::Num;

/// The longest array or text that is written: each of its elements is.
const ELEMENTS: usize = 256;
/// The deepest nesting.
const LEVELS: usize = 16;

/// The call; nothing where Java has no expressions for these inputs, as for objects with given fields, or where they would be very long.
pub(super) fn of(program: &Program, entry: MethodId, inputs: &Inputs) -> Option<String> {
    let method = &program.methods[entry];
    // A start of a program has no parameter for its arguments.
    let is_start = method.formals.is_empty() && method.name == "main";
    let is_plain = inputs.schedule.is_empty() && inputs.nondet.is_empty() && inputs.shared().is_empty();
    if is_start || !is_plain || method.kind == MethodKind::Instance {
        return None;
    }
    let argument = |&local: &crate::ir::LocalId| {
        let local = &method.locals[local];
        let value = inputs.args.get(&local.name);
        written(program, inputs, value, local.ty.as_ref()?, 0)
    };
    let args = program.parameters(entry).iter().map(argument).collect::<Option<Vec<_>>>()?.join(", ");
    let callee = match method.kind {
        MethodKind::Constructor => {
            let types = program.entry_name(entry).split_once('(').map(|(_, types)| format!("({types}"));
            format!("new {}{}", program.classes[method.class].name, types.unwrap_or_default())
        }
        _ => program.entry_name(entry),
    };
    Some(format!("{callee}({args})"))
}

/// A value of a declared type.
fn written(program: &Program, inputs: &Inputs, value: Option<&Value>, ty: &Type, level: usize) -> Option<String> {
    let number = match value {
        None if ty.is_reference() => return Some("null".to_owned()),
        Some(Value::Null) => return Some("null".to_owned()),
        Some(Value::Ref(name)) => return reference(program, inputs, inputs.heap.get(name)?, ty, level),
        None => Some(Num::ZERO),
        Some(value) => ty.number(value),
    };
    let number = number?.to_i64()?;
    literal::constant(&match ty {
        Type::Machine(Width::U1) => Plain::Boolean(number != 0),
        Type::Machine(Width::U16) => Plain::Char(u16::try_from(number).ok()?),
        Type::Machine(Width::I64) => Plain::Long(number),
        Type::Machine(_) => Plain::Int(i32::try_from(number).ok()?),
        _ => return None,
    })
}

fn reference(program: &Program, inputs: &Inputs, cell: &Cell, ty: &Type, level: usize) -> Option<String> {
    match cell {
        Cell::Object { class, fields } if class == "java.lang.String" => match fields.get("value") {
            None => Some(literal::text(&[])),
            Some(Value::Ref(units)) => {
                let units = elements(inputs.heap.get(units)?)?;
                let unit = |unit: Option<&Value>| match unit {
                    None => Some(0),
                    Some(unit) => u16::try_from(Type::Machine(Width::U16).number(unit)?.to_i64()?).ok(),
                };
                Some(literal::text(&units.into_iter().map(unit).collect::<Option<Vec<_>>>()?))
            }
            Some(_) => None,
        },
        Cell::Array { elem, .. } => {
            // What is read has the type of elements that the parameter declares.
            let element = ty.element().filter(|element| program.type_name(element) == *elem && level < LEVELS)?;
            let values = elements(cell)?.into_iter();
            let values: Option<Vec<String>> =
                values.map(|value| written(program, inputs, value, element, level + 1)).collect();
            Some(format!("new {elem}[] {{{}}}", values?.join(", ")))
        }
        Cell::Object { .. } => None,
    }
}

/// The elements of an array.
fn elements(cell: &Cell) -> Option<Vec<Option<&Value>>> {
    let Cell::Array { length, default, cells, .. } = cell else { return None };
    let length = length.parse::<usize>().ok().filter(|length| *length <= ELEMENTS)?;
    // An element that is written several times would be several objects.
    if matches!(default, Some(Value::Ref(_))) {
        return None;
    }
    Some((0..length).map(|i| cells.get(&i.to_string()).or(default.as_ref())).collect())
}
