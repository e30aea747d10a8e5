//! What fragments know about exceptions.
//!
//! A stub throws an exception without cause or value, and so does the beginning of a fragment where an exception is in flight.
//! In a handler of such an exception a test of its class or cause may have either result, so it becomes an unknown truth
//! value. Its value could be an object that the fragment has made, so a fragment claims instead that no path reads it.

use super::cuts::{Cuts, Unit};
use crate::ir::{Expr, InstrKind, LocalId, Method, Terminator};
use std::collections::BTreeSet;

/// The locals of a method that may hold an exception of a stub, or one that is in flight where a fragment begins.
pub(super) fn vague(cuts: &Cuts<'_>, unit: &Unit, method: &Method) -> BTreeSet<LocalId> {
    let is_slot = |local: &LocalId| unit.locals[*local].ty.is_none();
    let cut = method.blocks.iter().filter(|block| cuts.cut_call(block).is_some()).map(|block| block.handler.slot);
    let mut vague: BTreeSet<LocalId> = cut.collect();
    vague.extend(unit.starts().flat_map(|start| unit.state(method, start)).filter(is_slot));
    loop {
        let before = vague.len();
        for block in method.blocks.iter() {
            match &block.term {
                Terminator::Rethrow(slot, _) if vague.contains(slot) => _ = vague.insert(block.handler.slot),
                _ => {}
            }
            for instr in &block.instrs {
                match &instr.kind {
                    InstrKind::Assign { dst, value: Expr::Local(from) } if vague.contains(from) => {
                        vague.insert(*dst);
                    }
                    _ => {}
                }
            }
        }
        if vague.len() == before {
            return vague;
        }
    }
}

/// Whether an instruction reads more of such exceptions than fragments can replace.
pub(super) fn is_read_by(instr: &InstrKind, vague: &BTreeSet<LocalId>) -> bool {
    let tests = matches!(instr, InstrKind::Assign { .. });
    instr.exprs().any(|expr| reads(expr, tests, vague))
}

/// The same for the end of a block.
pub(super) fn is_read_at_end(term: &Terminator, vague: &BTreeSet<LocalId>) -> bool {
    let tests = matches!(term, Terminator::Branch { .. });
    term.exprs().iter().any(|expr| reads(expr, tests, vague))
}

/// Whether an expression reads such an exception, other than by tests where these can be replaced.
fn reads(expr: &Expr, tests: bool, vague: &BTreeSet<LocalId>) -> bool {
    let mut found = false;
    expr.exceptions(&mut |slot, is_test| found |= vague.contains(&slot) && !(tests && is_test));
    found
}
