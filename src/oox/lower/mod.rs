//! From the checked program to the IR, and the facts about its graphs.
//!
//! Per method: [`clauses`] puts the contract around the body, [`stmts`], [`loops`], [`locks`], [`exprs`] and [`measures`] emit
//! it into a [`builder`], with checks of [`overflow`] where integers have a width, [`simplify`] removes what is unreachable and
//! joins straight lines, and the blocks are numbered in the weak topological order. Assertions and clauses that are not checked
//! are left out. Lowering cannot fail: static errors have been reported by `check`.

mod arrays;
mod builder;
mod clauses;
mod conditions;
mod context;
mod exprs;
mod frames;
mod initialiser;
mod locks;
mod loops;
mod measures;
mod olds;
mod overflow;
mod simplify;
mod stmts;
#[cfg(test)]
mod tests;

use crate::config::Dialect;
use crate::ir::Program;
use crate::oox::check::hir::Hir;
use crate::source::Sources;
use context::Context;

/// Lowers a checked program. `source` is its text, which has the lines.
pub fn lower(hir: &Hir, source: &Sources, dialect: &Dialect) -> Program {
    let program = lower_knowing(hir, source, dialect, None);
    // Which calls are recursive is known only now. Measures of methods are checked there.
    match program.methods.iter().any(|method| method.is_measured) {
        true => lower_knowing(hir, source, dialect, Some(&program)),
        false => program,
    }
}

fn lower_knowing(hir: &Hir, source: &Sources, dialect: &Dialect, unmeasured: Option<&Program>) -> Program {
    let mut cx = Context::new(hir, source, dialect, unmeasured);
    for method in hir.methods.ids() {
        let lowered = clauses::method(&mut cx, method);
        cx.program.methods.push(lowered);
    }
    if !hir.statics.is_empty() {
        let lowered = initialiser::initialiser(&mut cx);
        cx.program.init = Some(cx.program.methods.push(lowered));
    }
    let mut program = cx.program;
    program.set_groups();
    debug_assert_eq!(crate::ir::validate::validate(&program), Ok(()));
    program
}
