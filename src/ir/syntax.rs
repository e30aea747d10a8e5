//! How a source language writes what reports show.

use super::{ClassId, MethodId, Program, Type, Width};
use crate::inputs::{Cell, Inputs};
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

/// How a source language writes formulas and inputs. A program carries the syntax of its language, so that no report needs to
/// know which language it is.
pub trait Syntax: Debug + Send + Sync + RefUnwindSafe {
    /// The name of the language.
    fn language(&self) -> &'static str;

    /// The name of the type of integers of a width.
    fn integers(&self, width: Width) -> String {
        width.to_string()
    }

    /// The type of numbers that has a name, if the language has other ones than those of `interp` by default.
    fn numbers(&self, _name: &str) -> Option<Type> {
        None
    }

    /// The length of an array.
    fn length(&self, array: &str) -> String {
        format!("#{array}")
    }

    /// A formula as a clause of a kind, `requires` for example, as the source has it.
    fn clause(&self, kind: &str, formula: &str) -> String {
        format!("{kind}({formula})")
    }

    /// Inputs of a method as a formula over its parameters: true of these inputs and, up to the names of objects and the
    /// elements of long arrays, of no others. Nothing where the method has no inputs, or the language cannot express it.
    fn assumption(&self, program: &Program, entry: MethodId, inputs: &Inputs) -> Option<String>;

    /// A call of the method on these inputs, which its front reads as the same inputs, up to names of objects and what the
    /// arguments do not reach. Nothing where the language cannot express it, or the text would be very long.
    fn call(&self, _program: &Program, _entry: MethodId, _inputs: &Inputs) -> Option<String> {
        None
    }

    /// The message where there is no such call, although there are others.
    fn without_call(&self) -> Option<&'static str> {
        None
    }

    /// The classes of inputs of which a constructor of a class makes objects: their fields are its parameters. `types` are
    /// those of the parameters, with parentheses and commas, where they are given.
    fn built(&self, _program: &Program, _class: &str, _types: Option<&str>) -> Vec<ClassId> {
        Vec::new()
    }

    /// How a class of such inputs is written before the arguments of the constructor; nothing for other classes.
    fn construction(&self, _class: &str) -> Option<String> {
        None
    }

    /// An object of inputs as an expression, if the language has one for it, as for a text.
    fn object(&self, _program: &Program, _inputs: &Inputs, _object: &Cell) -> Option<String> {
        None
    }
}

/// The notation of the IR itself, for programs that come from no source language.
#[derive(Clone, Copy, Debug)]
struct Notation;

impl Syntax for Notation {
    fn language(&self) -> &'static str {
        "IR"
    }

    fn assumption(&self, _: &Program, _: MethodId, _: &Inputs) -> Option<String> {
        None
    }
}

impl Default for &'static dyn Syntax {
    fn default() -> Self {
        &Notation
    }
}
