//! Inputs as a call: `Main.main(3, new int[] {1, 2}, "text", Color.RED)`. [`super::calls`] reads it.

use super::jvm::Value as Plain;
use super::{literal, plan};
use crate::ieee::{Datum, Format};
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
    let is_constant = |name: &&str| inputs.heap.get(*name).and_then(|cell| constant(program, cell)).is_some();
    let is_plain = inputs.schedule.is_empty() && inputs.nondet.is_empty() && inputs.shared().iter().all(is_constant);
    if is_start || !is_plain {
        return None;
    }
    let argument = |&local: &crate::ir::LocalId| {
        let local = &method.locals[local];
        argument(program, inputs, inputs.args.get(&local.name), local.ty.as_ref()?)
    };
    let args = program.parameters(entry).iter().map(argument).collect::<Option<Vec<_>>>()?.join(", ");
    let callee = match method.kind {
        MethodKind::Constructor => {
            let types = program.entry_name(entry).split_once('(').map(|(_, types)| format!("({types}"));
            format!("new {}{}", program.classes[method.class].name, types.unwrap_or_default())
        }
        MethodKind::Instance => {
            let Some(Value::Ref(this)) = inputs.args.get("this") else { return None };
            let receiver = built(program, inputs, inputs.heap.get(this)?, true)?;
            let name = program.entry_name(entry);
            let method = name.strip_prefix(&program.classes[method.class].name)?;
            format!("{receiver}{method}")
        }
        _ => program.entry_name(entry),
    };
    Some(format!("{callee}({args})"))
}

/// A value as an argument: where it is no element of an array, a constant is not made narrow.
fn argument(program: &Program, inputs: &Inputs, value: Option<&Value>, ty: &Type) -> Option<String> {
    let text = written(program, inputs, value, ty, 0)?;
    Some(match ty {
        Type::Machine(width @ (Width::I8 | Width::I16)) => format!("({}) {text}", program.syntax.integers(*width)),
        _ => text,
    })
}

/// The call of the constructor that makes a receiver. A call that is read has the types of its parameters, if it is overloaded.
fn built(program: &Program, inputs: &Inputs, cell: &Cell, is_read: bool) -> Option<String> {
    let Cell::Object { class: name, fields } = cell else { return None };
    let (class, types) = plan::parts(name)?;
    let known = program.class(name)?;
    let argument = |field: &crate::ir::FieldId| {
        let field = &program.fields[*field];
        argument(program, inputs, fields.get(&field.name), &field.ty)
    };
    let args = known.fields.iter().map(argument).collect::<Option<Vec<_>>>()?.join(", ");
    Some(match is_read {
        true if plan::meant(program, class, None).len() > 1 => format!("new {class}({})({args})", types.join(", ")),
        true => format!("new {class}({args})"),
        false => format!("{}({args})", plan::construction(class)),
    })
}

/// An object as an expression: a text, a box, a constant of an enum, or what a constructor makes.
pub(super) fn object(program: &Program, inputs: &Inputs, cell: &Cell) -> Option<String> {
    let Cell::Object { class, fields } = cell else { return None };
    let is_false = |value: &Value| Type::Machine(Width::U1).number(value).is_some_and(|n| n.is_zero());
    match class.as_str() {
        "java.lang.String" => text(inputs, fields.get("value")),
        "java.lang.Integer" if fields.get("isNew").is_none_or(is_false) => {
            let number = written(program, inputs, fields.get("value"), &Type::Machine(Width::I32), 0)?;
            Some(format!("Integer.valueOf({number})"))
        }
        _ => constant(program, cell).or_else(|| built(program, inputs, cell, false)),
    }
}

/// The name of the constant that an object stands for. One of the class of a constant's body stands for any.
fn constant(program: &Program, cell: &Cell) -> Option<String> {
    let Cell::Object { class, fields } = cell else { return None };
    let ancestors = &program.class(class)?.ancestors;
    let known = ancestors.iter().find_map(|above| program.constants.get(above))?;
    let field = &program.fields[known.number];
    let number = fields.get(&field.name).map_or(Some(Num::ZERO), |value| field.ty.number(value))?;
    known.names.get(usize::try_from(number.to_i64()?).ok()?).cloned()
}

/// A value of a declared type.
fn written(program: &Program, inputs: &Inputs, value: Option<&Value>, ty: &Type, level: usize) -> Option<String> {
    let number = match value {
        None if ty.is_reference() => return Some("null".to_owned()),
        Some(Value::Null) => return Some("null".to_owned()),
        Some(Value::Ref(name)) => {
            let cell = inputs.heap.get(name)?;
            return object(program, inputs, cell).or_else(|| array(program, inputs, cell, ty, level));
        }
        None => Some(Num::ZERO),
        Some(value) => ty.number(value),
    };
    let number = number?.to_i64()?;
    literal::constant(&match ty {
        Type::Machine(Width::U1) => Plain::Boolean(number != 0),
        Type::Machine(Width::U16) => Plain::Char(u16::try_from(number).ok()?),
        Type::Machine(Width::I64) => Plain::Long(number),
        Type::Machine(_) => Plain::Int(i32::try_from(number).ok()?),
        Type::Ieee(format) => {
            let bits = Datum { format: *format, place: number }.bits();
            match format {
                Format::Single => Plain::Float(u32::try_from(bits).ok()?),
                Format::Double => Plain::Double(bits),
            }
        }
        _ => return None,
    })
}

/// A text with these units.
fn text(inputs: &Inputs, units: Option<&Value>) -> Option<String> {
    let units = match units {
        None => return Some(literal::text(&[])),
        Some(Value::Ref(units)) => elements(inputs.heap.get(units)?)?,
        Some(_) => return None,
    };
    let unit = |unit: Option<&Value>| match unit {
        None => Some(0),
        Some(unit) => u16::try_from(Type::Machine(Width::U16).number(unit)?.to_i64()?).ok(),
    };
    Some(literal::text(&units.into_iter().map(unit).collect::<Option<Vec<_>>>()?))
}

fn array(program: &Program, inputs: &Inputs, cell: &Cell, ty: &Type, level: usize) -> Option<String> {
    let Cell::Array { elem, .. } = cell else { return None };
    // What is read has the type of elements that the parameter declares.
    let element = ty.element().filter(|element| program.type_name(element) == *elem && level < LEVELS)?;
    let values = elements(cell)?.into_iter();
    let values: Option<Vec<String>> = values.map(|value| written(program, inputs, value, element, level + 1)).collect();
    Some(format!("new {}[] {{{}}}", elem.replace('$', "."), values?.join(", ")))
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
