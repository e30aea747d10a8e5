//! How OOX writes formulas, inputs and values.

mod assumption;
mod call;
mod literal;

pub(super) use literal::{default_of_name, literal};

use super::Oox;
use crate::inputs::Inputs;
use crate::ir::{MethodId, Program, Syntax};

impl Syntax for Oox {
    fn language(&self) -> &'static str {
        "OOX"
    }

    fn assumption(&self, program: &Program, entry: MethodId, inputs: &Inputs) -> Option<String> {
        assumption::of(program, entry, inputs)
    }

    fn call(&self, program: &Program, entry: MethodId, inputs: &Inputs) -> Option<String> {
        call::of(program, entry, inputs)
    }
}
