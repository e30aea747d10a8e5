//! A test as a program: the text of the original with one more class, whose `main` builds the inputs by constructors and
//! field stores and calls the entry.
//!
//! The lines of the original keep their numbers, so that an outcome is the same in both. A constructor of the program
//! makes an object if it needs no more than default arguments, ends, and changes nothing but what it makes; its
//! effects are then overwritten. Where there is none, the class gets one more constructor, which does nothing: it
//! is on the line where the body of the class begins, and takes more arguments than any other constructor.

mod blank;
mod maker;

use crate::config::Dialect;
use crate::front::tested::{Driver, Drivers};
use crate::inputs::{Cell, Inputs, Value};
use crate::ir::{ClassId, MethodId, MethodKind, Program, Type};
use crate::oox::syntax::{default_of_name, literal};
use maker::{Maker, Makers};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Writes tests of one program.
pub struct Writer<'a> {
    program: &'a Program,
    text: &'a str,
    makers: Makers,
}

impl<'a> Writer<'a> {
    /// A writer for a program and its text.
    pub fn new(program: &'a Program, text: &'a str, dialect: &Dialect) -> Self {
        Self { program, text, makers: Makers::new(program, dialect) }
    }

    /// The prefix of the names of variables, so that none is the name of a class.
    fn prefix(&self) -> String {
        let mut prefix = String::new();
        let taken = |prefix: &str| {
            let variable = |name: &str| name.starts_with(|c: char| c.is_ascii_lowercase());
            self.program.classes.iter().any(|c| variable(&c.name) && c.name.starts_with(prefix))
        };
        while taken(&prefix) {
            prefix = format!("v{prefix}_");
        }
        prefix
    }
}

impl Drivers for Writer<'_> {
    fn driver(&self, entry: MethodId, inputs: &Inputs, comment: &str) -> Driver {
        let program = self.program;
        let mut body =
            Body { drivers: self, inputs, prefix: self.prefix(), out: String::new(), blank: BTreeSet::new() };
        body.objects();
        body.contents();
        body.call(entry);
        let Body { out, blank, .. } = body;
        let mut class = "Driver".to_owned();
        while program.class(&class).is_some() {
            class.push('_');
        }
        let mut text = blank::insert(program, self.text, &blank);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        // The caller permits the exceptions that the entry permits.
        let allows = if program.methods[entry].has_exceptional { " exceptional(true)" } else { "" };
        for line in comment.lines() {
            text += &format!("// {line}\n");
        }
        text += &format!("class {class} {{\n    static void main(){allows} {{\n{out}    }}\n}}\n");
        Driver { text, entry: format!("{class}.main") }
    }
}

struct Body<'a> {
    drivers: &'a Writer<'a>,
    inputs: &'a Inputs,
    prefix: String,
    out: String,
    /// The classes that get a constructor which does nothing.
    blank: BTreeSet<ClassId>,
}

impl Body<'_> {
    fn line(&mut self, text: &str) {
        writeln!(self.out, "        {text}").expect("a string takes everything");
    }

    fn class(&self, name: &str) -> ClassId {
        self.drivers.program.class_named(name).expect("the inputs fit the program")
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Ref(name) => format!("{}{name}", self.prefix),
            other => literal(other),
        }
    }

    /// Makes all objects and arrays, so that references may go in any direction.
    fn objects(&mut self) {
        let program = self.drivers.program;
        for (name, cell) in &self.inputs.heap {
            let name = format!("{}{name}", self.prefix);
            match cell {
                Cell::Object { class, .. } => {
                    let id = self.class(class);
                    let arguments = match self.drivers.makers.of(id) {
                        Maker::Constructor { method, .. } => {
                            let mut arguments = Vec::new();
                            for (i, &formal) in program.parameters(*method).iter().enumerate() {
                                // A variable of exactly this type, so that no other overload is more specific.
                                let variable = format!("{name}_{i}");
                                let ty = &program.methods[*method].locals[formal].ty;
                                let ty = program.type_name(ty.as_ref().expect("parameters have types"));
                                self.line(&format!("{ty} {variable};"));
                                arguments.push(variable);
                            }
                            arguments.join(", ")
                        }
                        Maker::Blank => {
                            self.blank.insert(id);
                            blank::arguments(program)
                        }
                    };
                    self.line(&format!("{class} {name} := new {class}({arguments});"));
                }
                Cell::Array { elem, length, .. } => {
                    let base = elem.trim_end_matches("[]");
                    let inner = "[0]".repeat((elem.len() - base.len()) / 2);
                    self.line(&format!("{elem}[] {name} := new {base}[{length}]{inner};"));
                }
            }
        }
    }

    /// Fills fields and cells.
    fn contents(&mut self) {
        for (name, cell) in &self.inputs.heap {
            let name = format!("{}{name}", self.prefix);
            match cell {
                Cell::Object { class, fields } => {
                    let id = self.class(class);
                    for &field in &self.drivers.program.classes[id].fields {
                        let field = &self.drivers.program.fields[field];
                        let wanted = fields.get(&field.name).cloned().unwrap_or_else(|| field.ty.default_input());
                        let made = self.drivers.makers.initial(id, &field.name);
                        if made.unwrap_or(&field.ty.default_input()) != &wanted {
                            self.line(&format!("{name}.{} := {};", field.name, self.value(&wanted)));
                        }
                    }
                }
                Cell::Array { elem, length, default, cells } => {
                    let made = if elem.ends_with(']') { None } else { Some(default_of_name(elem)) };
                    let usual = default.clone().unwrap_or_else(|| default_of_name(elem));
                    if made.as_ref() != Some(&usual) && length != "0" {
                        // `new` has made rows, or the default is another one.
                        let i = format!("{name}_i");
                        let usual = self.value(&usual);
                        self.line(&format!("int {i} := 0;"));
                        self.line(&format!("while ({i} < {length}) {{ {name}[{i}] := {usual}; {i} := {i} + 1; }}"));
                    }
                    for (index, value) in cells.iter().filter(|(_, value)| **value != usual) {
                        self.line(&format!("{name}[{index}] := {};", self.value(value)));
                    }
                }
            }
        }
    }

    /// Calls the entry. Arguments are variables of exactly the types, so that no other overload is more specific.
    fn call(&mut self, entry: MethodId) {
        let program = self.drivers.program;
        let method = &program.methods[entry];
        let class = &program.classes[method.class].name;
        let mut arguments = Vec::new();
        for &formal in program.parameters(entry) {
            let local = &method.locals[formal];
            let ty = local.ty.as_ref().expect("parameters have types");
            let given = self.inputs.args.get(&local.name).cloned().unwrap_or_else(|| ty.default_input());
            let given = match given {
                Value::Int(n) if *ty == Type::Float => Value::Float(n),
                other => other,
            };
            let variable = format!("{}arg_{}", self.prefix, local.name);
            self.line(&format!("{} {variable} := {};", program.type_name(ty), self.value(&given)));
            arguments.push(variable);
        }
        let arguments = arguments.join(", ");
        let prefix = self.prefix.clone();
        match method.kind {
            MethodKind::Constructor => self.line(&format!("{class} {prefix}made := new {class}({arguments});")),
            MethodKind::Instance => {
                let this = &method.locals[method.formals[0]].name;
                let receiver = self.inputs.args.get(this).map(|v| self.value(v)).unwrap_or_default();
                self.line(&format!("{class} {prefix}receiver := {receiver};"));
                self.line(&format!("{prefix}receiver.{}({arguments});", method.name));
            }
            _ => self.line(&format!("{class}.{}({arguments});", method.name)),
        }
    }
}
