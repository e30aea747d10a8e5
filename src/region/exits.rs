//! Single-path cases: where paths leave a region before its join.
//!
//! A path that throws, makes a check, or calls what cannot be inlined leaves the region *before* that instruction, with the
//! locals that it has there; ordinary steps do the rest, the exception and its handler included. The other paths of the
//! region are still one step. Whether an operation throws is known at instantiation: where no path does, there is no exit.
//!
//! An allocation is no exit: the number of an object is a function of the path, so that objects are made in the
//! region as anywhere else.

use super::Refusal;
use super::code::{Exit, Op, OpKind};
use super::linear::{At, Builder, Env};

/// The first level at which paths may leave a region.
pub const LEVEL: u8 = 3;

impl Builder<'_> {
    /// The exit before an instruction.
    pub(super) fn exit(&mut self, at: At, env: &Env) -> usize {
        let locals = env.assigned();
        self.region.exits.push(Exit { frame: at.frame, block: at.block, instruction: at.instruction, locals });
        self.region.exits.len() - 1
    }

    /// All paths of an environment leave before an instruction.
    pub(super) fn leave(&mut self, at: At, env: &Env, refusal: Refusal) -> Result<(), Refusal> {
        if self.level < LEVEL {
            return Err(refusal);
        }
        let exit = self.exit(at, env);
        self.push(Op { predicate: env.predicate, kind: OpKind::Leave, exit: Some(exit) })?;
        self.region.cases += 1;
        self.region.paths += env.paths;
        Ok(())
    }
}
