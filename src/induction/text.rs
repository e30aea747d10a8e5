//! Claims in the syntax of the source.

use super::cuts::{Cuts, Start, Unit};
use super::{Claims, Role};
use crate::index::Idx;
use crate::ir::{Expr, LocalId, Method, MethodId, formula};
use crate::source::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    /// It holds whenever an iteration of a loop begins, or around a call that changes the heap.
    Invariant,
    /// It holds for every call of a method.
    Requires,
    /// It holds whenever a method returns.
    Ensures,
    /// It holds whenever an exception leaves a method.
    Throws,
}

impl fmt::Display for ClaimKind {
    /// The word for the kind in JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A claim in the syntax of the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// The position of the loop's condition, of the call, or of the method's name.
    pub span: Span,
    /// The method.
    pub method: MethodId,
    /// What it is.
    pub kind: ClaimKind,
    /// The formula. `old(x)` is the entry value of a parameter, `retval` the result.
    pub text: String,
    /// Whether all its variables have names in the source. Then it can be a clause there.
    pub is_over_names: bool,
}

/// Claims in the order of the text, each once.
pub fn displayed(cuts: &Cuts<'_>, claims: &Claims) -> Vec<Claim> {
    let mut all = Vec::new();
    for (role, formulas) in claims {
        let whole = |method: MethodId| cuts.program.methods[method].span;
        let (kind, method, span) = match *role {
            Role::Invariant(method, start) => (ClaimKind::Invariant, method, place(cuts, method, start)),
            Role::Requires(method) => (ClaimKind::Requires, method, whole(method)),
            Role::Ensures(method) => (ClaimKind::Ensures, method, whole(method)),
            Role::Throws(method) => (ClaimKind::Throws, method, whole(method)),
        };
        let name = |local| name(cuts, &cuts.units[&method], local);
        all.extend(formulas.iter().map(|formula| Claim {
            span,
            method,
            kind,
            text: formula::text(cuts.program, &name, formula),
            is_over_names: is_over_names(&cuts.program.methods[method], formula),
        }));
    }
    all.sort();
    all.dedup();
    all
}

/// The position of a loop's condition, or of a call.
fn place(cuts: &Cuts<'_>, method: MethodId, start: Start) -> Span {
    let method = &cuts.program.methods[method];
    match start {
        Start::Entry => method.span,
        Start::Head(block) => method.blocks[block].instrs.first().map_or(method.blocks[block].span, |instr| instr.span),
        Start::Call(block) => method.blocks[block].span,
    }
}

fn is_over_names(method: &Method, formula: &Expr) -> bool {
    let mut all_have_names = true;
    formula.for_each_local(&mut |local| {
        // The others are entry values and binders.
        let is_of_method = local.index() < method.locals.len();
        all_have_names &= !is_of_method || Some(local) == method.retval || method.is_named(local);
    });
    all_have_names
}

/// The name of a local. Temporaries have numbers.
fn name(cuts: &Cuts<'_>, unit: &Unit, local: LocalId) -> String {
    let method = &cuts.program.methods[unit.method];
    let name = &unit.locals[local].name;
    match name.as_str() {
        _ if Some(local) == method.retval => "retval".to_owned(),
        _ if Some(local) == method.this() => "this".to_owned(),
        "" => format!("t{}", local.0),
        name => name.to_owned(),
    }
}
