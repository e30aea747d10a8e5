//! Implicit checks: places where an execution can go wrong without an assertion or a clause.
//!
//! A place in the evaluation of a clause is none, because an exception there violates the clause. Nor is a `throw`.

use super::{Block, Expr, Instr, InstrKind, LocalId, Method, MethodId, Program};
use crate::config::Property;
use crate::source::Span;
use std::collections::BTreeSet;

/// An implicit check. What the text has once is one check, also where lowering has made several instructions of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Implicit {
    /// The expression, or the use of a missing value.
    pub span: Span,
    /// What is checked.
    pub property: Property,
}

impl Implicit {
    /// What implicit checks check.
    pub const PROPERTIES: [Property; 6] = [
        Property::Null,
        Property::Bounds,
        Property::NegativeSize,
        Property::DivisionByZero,
        Property::Cast,
        Property::MissingReturn,
    ];
}

impl Program {
    /// The implicit checks of these methods, in the order of the text.
    pub fn implicit_checks(&self, methods: impl IntoIterator<Item = MethodId>) -> BTreeSet<Implicit> {
        let mut found = BTreeSet::new();
        for method in methods.into_iter().map(|id| &self.methods[id]) {
            let remembered = remembered(method);
            for block in method.blocks.iter() {
                if method.blocks[block.handler.block].has_thrown() || remembered.contains(&block.handler.slot) {
                    continue;
                }
                for instr in &block.instrs {
                    instr.checks(method.this(), &mut |property| {
                        found.insert(Implicit { span: instr.span, property });
                    });
                }
            }
        }
        found
    }
}

/// The locals for what the evaluation of an `old` throws. A clause reads them in a block that is no handler.
fn remembered(method: &Method) -> BTreeSet<LocalId> {
    let handlers: BTreeSet<_> = method.blocks.iter().map(|block| block.handler.block).collect();
    let others = method.blocks.iter_enumerated().filter(|(id, _)| !handlers.contains(id));
    let slot = |instr: &Instr| match instr.kind {
        InstrKind::ClauseThrew { slot, .. } => Some(slot),
        _ => None,
    };
    let slots = |(_, block): (_, &Block)| block.instrs.iter().filter_map(slot).collect::<Vec<_>>();
    others.flat_map(slots).collect()
}

impl Instr {
    /// Calls `f` with all that the instruction checks implicitly.
    fn checks(&self, this: Option<LocalId>, f: &mut impl FnMut(Property)) {
        match &self.kind {
            InstrKind::CheckMissing { check: None, .. } => f(Property::MissingReturn),
            _ if !self.may_throw(this) => {}
            InstrKind::Assign { value, .. } | InstrKind::Assert { cond: value, .. } => value.checks(this, f),
            InstrKind::CheckNull { .. } | InstrKind::StoreField { .. } => f(Property::Null),
            InstrKind::StoreElem { .. } => [Property::Null, Property::Bounds].into_iter().for_each(f),
            InstrKind::NewArray { .. } => f(Property::NegativeSize),
            InstrKind::CheckStore { .. } => f(Property::Cast),
            _ => {}
        }
    }
}

impl Expr {
    /// The same for an expression and the body of a quantifier.
    fn checks(&self, this: Option<LocalId>, f: &mut impl FnMut(Property)) {
        for operand in self.operands() {
            operand.checks(this, f);
        }
        match self {
            Expr::Field(object, _) if matches!(**object, Expr::Local(o) if Some(o) == this) => {}
            Expr::Field(..) | Expr::Len(_) => f(Property::Null),
            Expr::Elem(..) => [Property::Null, Property::Bounds].into_iter().for_each(f),
            Expr::Cast(..) => f(Property::Cast),
            Expr::Binary(op, _, divisor) if op.divides() && !divisor.is_nonzero() => f(Property::DivisionByZero),
            Expr::Quant(quant) => {
                f(Property::Null);
                quant.body.checks(this, f);
            }
            _ => {}
        }
    }
}
