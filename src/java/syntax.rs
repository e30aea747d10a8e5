//! How Java writes what reports show.

use super::{call_text, plan};
use crate::ieee::Format;
use crate::inputs::{Cell, Inputs};
use crate::ir::{ClassId, MethodId, Program, Syntax, Type, Width};

/// The widths of the integers of Java.
const WIDTHS: [Width; 6] = [Width::U1, Width::I8, Width::I16, Width::U16, Width::I32, Width::I64];

/// The notation of Java.
#[derive(Clone, Copy, Debug)]
pub(super) struct Java;

/// The notation, for programs.
pub(super) const JAVA: &dyn Syntax = &Java;

impl Syntax for Java {
    fn language(&self) -> &'static str {
        "Java"
    }

    fn length(&self, array: &str) -> String {
        format!("{array}.length")
    }

    fn assumption(&self, _: &Program, _: MethodId, _: &Inputs) -> Option<String> {
        None
    }

    fn call(&self, program: &Program, entry: MethodId, inputs: &Inputs) -> Option<String> {
        call_text::of(program, entry, inputs)
    }

    fn without_call(&self) -> Option<&'static str> {
        Some("(as JSON: Java has no call with these objects)")
    }

    fn object(&self, program: &Program, inputs: &Inputs, object: &Cell) -> Option<String> {
        call_text::object(program, inputs, object)
    }

    fn built(&self, program: &Program, class: &str, types: Option<&str>) -> Vec<ClassId> {
        plan::meant(program, class, types)
    }

    fn construction(&self, class: &str) -> Option<String> {
        plan::parts(class).map(|(class, _)| plan::construction(class))
    }

    fn numbers(&self, name: &str) -> Option<Type> {
        let width = WIDTHS.into_iter().find(|width| self.integers(*width) == name);
        let number = || match name {
            "float" => Some(Type::Ieee(Format::Single)),
            "double" => Some(Type::Ieee(Format::Double)),
            _ => None,
        };
        width.map(Type::Machine).or_else(number)
    }

    fn integers(&self, width: Width) -> String {
        match width {
            Width::U1 => "boolean",
            Width::I8 => "byte",
            Width::I16 => "short",
            Width::U16 => "char",
            Width::I32 => "int",
            Width::I64 => "long",
            _ => return width.to_string(),
        }
        .to_owned()
    }
}
