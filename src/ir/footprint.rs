//! What the calls of a method can do: an analysis of the whole program by method, all objects taken together.
//!
//! A method is *pure* when no call of it, and of what it calls, writes a field, a static field or an element, allocates,
//! or deals with threads. What a pure call returns depends on its arguments and on the places that it reads.

use super::variable::{Places, Variable};
use super::{Expr, InstrKind, Method, MethodId, Program, Terminator};
use crate::ieee::{Op, Unary};
use crate::index::IndexVec;

/// What the calls of a method can do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// The fields, static fields and array cells that they can read; locals are not among them.
    pub reads: Places,
    /// Those that they can write.
    pub writes: Places,
    /// Whether they write nothing and allocate nothing.
    pub is_pure: bool,
    /// Whether they can go through a loop or a recursion.
    pub repeats: bool,
    /// Whether they can run a method with a contract: `requires`, `ensures` or `modifies`.
    pub has_contract: bool,
}

impl Program {
    /// The footprints of all methods.
    pub fn footprints(&self) -> IndexVec<MethodId, Footprint> {
        let own = |method: &Method| own(method, self.groups[method.group].recursive);
        let mut footprints: IndexVec<MethodId, Footprint> = self.methods.iter().map(own).collect();
        for check in self.checks.iter() {
            footprints[check.method].has_contract |= check.kind.is_known_to_callers();
        }
        self.over_calls(footprints, Footprint::join)
    }
}

impl Footprint {
    fn join(&mut self, other: &Footprint) {
        self.reads.join(&other.reads);
        self.writes.join(&other.writes);
        self.is_pure &= other.is_pure;
        self.repeats |= other.repeats;
        self.has_contract |= other.has_contract;
    }
}

/// What calls of a method can do themselves.
fn own(method: &Method, is_recursive: bool) -> Footprint {
    let (mut reads, mut writes) = (Places::default(), Places::default());
    let mut is_pure = !method.blocks.is_empty();
    for block in method.called_blocks().into_iter().map(|block| &method.blocks[block]) {
        for instr in &block.instrs {
            // A `modifies` check compares only what the call has written, so that it depends on nothing in a pure method.
            instr.kind.exprs().for_each(|expr| expr.reads(&mut reads));
            instr.kind.writes().into_iter().for_each(|written| writes.insert(written));
            is_pure &= !matches!(
                instr.kind,
                InstrKind::Assign { value: Expr::Ieee(Op::Unary(Unary::Known, _), _), .. }
                    | InstrKind::NewObject { .. }
                    | InstrKind::NewArray { .. }
                    | InstrKind::Havoc { .. }
                    | InstrKind::Thread(_)
            );
        }
        is_pure &= !matches!(block.term, Terminator::UnknownMethod(_) | Terminator::Unsupported(_));
    }
    let repeats = is_recursive || method.has_loops();
    is_pure &= writes.is_empty();
    Footprint { reads, writes, is_pure, repeats, has_contract: false }
}

impl InstrKind {
    /// The field, static field or cell that it writes.
    pub fn writes(&self) -> Option<Variable> {
        match self {
            InstrKind::StoreField { field, .. } => Some(Variable::Field(*field)),
            InstrKind::StoreElem { .. } => Some(Variable::Cell),
            InstrKind::StoreStatic { field, .. } => Some(Variable::Static(*field)),
            _ => None,
        }
    }
}

impl Expr {
    /// Adds the fields, static fields and cells that it reads, the bodies of quantified formulas included. Lengths are not
    /// among them, because they never change.
    pub fn reads(&self, reads: &mut Places) {
        match self {
            Expr::Static(field) => reads.insert(Variable::Static(*field)),
            Expr::Field(_, field) => reads.insert(Variable::Field(*field)),
            Expr::Elem(..) => reads.insert(Variable::Cell),
            Expr::Quant(quant) => {
                reads.insert(Variable::Cell);
                quant.body.reads(reads);
            }
            _ => {}
        }
        self.operands().into_iter().for_each(|operand| operand.reads(reads));
    }
}
