//! One method: from instructions over a stack to the graph of the IR.
//!
//! | task | module |
//! |---|---|
//! | what code asks about everything else | [`linkage`] |
//! | the blocks of the code, and live variables | [`graph`] |
//! | kinds and types of values | [`types`], [`infer`], [`effects`] |
//! | blocks, variables and the stack of the IR | [`build`] |
//! | one instruction | [`ops`] |
//! | integers | [`ints`] |
//! | floating point | [`floats`] |
//! | jumps and switches | [`branches`], [`texts`] |
//! | arrays, fields, casts | [`memory`] |
//! | calls | [`calls`] |
//! | monitors | [`monitors`] |
//! | exception tables | [`handlers`] |

mod branches;
mod build;
mod calls;
mod effects;
mod floats;
mod graph;
mod handlers;
mod infer;
mod ints;
mod linkage;
mod memory;
mod monitors;
mod ops;
#[cfg(test)]
mod tests;
mod texts;
mod types;

pub use linkage::{Call, EnumSwitch, Initialise, Intrinsic, Linkage, Linked, Refusal, SWITCH_ARRAY, StaticUse};
pub use types::{Ty, width};

use crate::ir;
use crate::java::classfile::{Method, Pc};

/// Why code is refused: it is no code that a virtual machine would run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", .pc.map(|pc| format!("instruction {pc}: ")).unwrap_or_default())]
pub struct Defect {
    /// The instruction.
    pub pc: Option<Pc>,
    /// What is wrong.
    pub what: String,
}

impl Defect {
    fn new(what: impl Into<String>) -> Self {
        Self { pc: None, what: what.into() }
    }

    fn at(self, pc: Pc) -> Self {
        Self { pc: self.pc.or(Some(pc)), ..self }
    }
}

/// Gives a method its code. `bare` has formals, result and a variable for the exception in flight; `owner` is the internal
/// name of its class. A method without code stays as it is.
pub fn lower(bare: ir::Method, method: &Method, owner: &str, linkage: &mut dyn Linkage) -> Result<ir::Method, Defect> {
    let Some(code) = &method.code else { return Ok(bare) };
    let graph = graph::Graph::of(code);
    let receiver = (!method.access.is_static()).then_some(owner);
    let types = infer::Types::of(code, &graph, method, receiver, linkage)?;
    build::Lowering::new(bare, method, code, &graph, &types, linkage).run(method, owner)
}
