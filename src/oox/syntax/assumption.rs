//! Inputs as a formula of the language over the parameters of the entry: true of these inputs and, up to the names of
//! objects and the elements of long arrays, of no others.

use super::literal::literal;
use crate::inputs::{Cell, Inputs, Value};
use crate::ir::{MethodId, Program, Type};
use std::collections::VecDeque;

/// The length up to which the formula states all elements of an array. Of a longer one it states those that the inputs name.
const ELEMENTS: usize = 64;
/// The most objects that the formula distinguishes.
const OBJECTS: usize = 32;

/// The formula; nothing where the entry has no inputs.
pub fn of(program: &Program, entry: MethodId, inputs: &Inputs) -> Option<String> {
    let method = &program.methods[entry];
    let mut writer = Writer { program, inputs, formulas: Vec::new(), known: Vec::new(), open: VecDeque::new() };
    for &formal in &method.formals {
        let local = &method.locals[formal];
        let is_this = Some(formal) == method.this();
        let name = if is_this { "this" } else { local.name.as_str() };
        let ty = local.ty.clone().unwrap_or(Type::Null);
        let value = inputs.args.get(name).cloned().unwrap_or_else(|| ty.default_input());
        // A receiver that the inputs do not name can be any.
        if !is_this || value != Value::Null {
            writer.value(name.to_owned(), &ty, &value);
        }
    }
    writer.heap();
    writer.apart();
    (!writer.formulas.is_empty()).then(|| writer.formulas.join(" && "))
}

struct Writer<'a> {
    program: &'a Program,
    inputs: &'a Inputs,
    formulas: Vec<String>,
    /// The objects and arrays that have been met, each with an expression for it.
    known: Vec<(String, String)>,
    /// Those that have not been described yet, each with its expression and the type of that.
    open: VecDeque<(String, String, Type)>,
}

impl Writer<'_> {
    /// States what an expression of this type is equal to.
    fn value(&mut self, path: String, ty: &Type, value: &Value) {
        let Value::Ref(name) = value else {
            self.formulas.push(format!("{path} == {}", literal(value)));
            return;
        };
        if let Some((_, first)) = self.known.iter().find(|(known, _)| known == name) {
            self.formulas.push(format!("{path} == {first}"));
            return;
        }
        if path != "this" {
            self.formulas.push(format!("{path} != null"));
        }
        self.known.push((name.clone(), path.clone()));
        self.open.push_back((name.clone(), path, ty.clone()));
    }

    /// Describes everything that the parameters reach.
    fn heap(&mut self) {
        while let Some((name, path, ty)) = self.open.pop_front() {
            match self.inputs.heap.get(&name) {
                Some(Cell::Object { class, .. }) => self.object(&name, &path, &ty, class),
                Some(Cell::Array { .. }) => self.array(&name, &path, &ty),
                None => {}
            }
        }
    }

    fn object(&mut self, name: &str, path: &str, ty: &Type, class: &str) {
        let (program, inputs) = (self.program, self.inputs);
        let Some(id) = program.class_named(class) else { return };
        let path = if *ty == Type::Class(id) || path == "this" {
            path.to_owned()
        } else {
            self.formulas.push(format!("{path} instanceof {class}"));
            format!("(({class}) {path})")
        };
        let Some(Cell::Object { fields, .. }) = inputs.heap.get(name) else { return };
        for field in &program.classes[id].fields {
            let field = &program.fields[*field];
            let value = fields.get(&field.name).cloned().unwrap_or_else(|| field.ty.default_input());
            self.value(format!("{path}.{}", field.name), &field.ty, &value);
        }
    }

    fn array(&mut self, name: &str, path: &str, ty: &Type) {
        let inputs = self.inputs;
        let Some(Cell::Array { length, default, cells, .. }) = inputs.heap.get(name) else { return };
        self.formulas.push(format!("#{path} == {length}"));
        let Type::Array(elem) = ty else { return };
        let others = default.clone().unwrap_or_else(|| elem.default_input());
        let short = length.parse().ok().filter(|n: &usize| *n <= ELEMENTS);
        for index in 0..short.unwrap_or(0) {
            let value = cells.get(&index.to_string()).unwrap_or(&others);
            self.value(format!("{path}[{index}]"), elem, value);
        }
        if short.is_none() {
            for (index, value) in cells {
                self.value(format!("{path}[{index}]"), elem, value);
            }
        }
    }

    /// States that objects of one class, and arrays of one type, are different ones.
    fn apart(&mut self) {
        let kind = |name: &str| match self.inputs.heap.get(name) {
            Some(Cell::Object { class, .. }) => (class.as_str(), false),
            Some(Cell::Array { elem, .. }) => (elem.as_str(), true),
            None => ("", false),
        };
        let mut formulas = Vec::new();
        for (i, (name, path)) in self.known.iter().enumerate().take(OBJECTS) {
            let others = self.known.iter().take(i).filter(|(other, _)| kind(other) == kind(name));
            formulas.extend(others.map(|(_, other)| format!("{path} != {other}")));
        }
        self.formulas.extend(formulas);
    }
}
