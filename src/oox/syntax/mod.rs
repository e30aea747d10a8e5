//! How OOX writes formulas, inputs and values.

mod assumption;
mod call;
mod formula;
mod literal;

pub(super) use literal::{as_float, default_of, default_of_name, literal};

use super::Oox;
use crate::inputs::Inputs;
use crate::ir::{Expr, LocalId, MethodId, Program, Syntax};
use formula::Writer;

impl Syntax for Oox {
    fn language(&self) -> &'static str {
        "OOX"
    }

    fn formula(&self, program: &Program, name: &dyn Fn(LocalId) -> String, formula: &Expr) -> String {
        Writer { program, name }.formula(formula, 0)
    }

    fn assumption(&self, program: &Program, entry: MethodId, inputs: &Inputs) -> Option<String> {
        assumption::of(program, entry, inputs)
    }

    fn call(&self, program: &Program, entry: MethodId, inputs: &Inputs) -> Option<String> {
        call::of(program, entry, inputs)
    }
}
