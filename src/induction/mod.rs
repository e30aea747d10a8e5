//! Induction over the repetitions of a program: what must hold where it is cut, and what has to be shown of the pieces.
//!
//! ```text
//!   I(h) at each head h of a loop, P(m), Q(m), X(m) for each method m that repeats and is called
//!
//!   entry of m    P(m)(args) ──┐                              ┌──▶ I(h)(locals)            an iteration is about to begin
//!   head h of m   I(h)(locals) ├──▶ what runs up to the next ─┼──▶ Q(m)(args, result)      m returns
//!   any heap      ─────────────┘   cut, all checks included   ├──▶ X(m)(args)              an exception leaves m
//!                                                             └──▶ P(m′)(args′)            m′ is called; then any result
//!                                                                    of which Q(m′) holds, or an exception where X(m′) does
//! ```
//!
//! When no check of any fragment can be violated, none can be in an execution of the whole: every finite part of it is a
//! sequence of fragments, and by induction over its length each of them begins in a state of which its assumption is true.
//! Nothing is said about whether it ends (R. Floyd, *Assigning meanings to programs*, 1967; C. Hoare, *Procedures and
//! parameters*, 1971).
//!
//! | task | file |
//! |---|---|
//! | where a program is cut | [`cuts`] |
//! | what `modifies` clauses say of fragments and calls | [`frames`] |
//! | what the invariants of a loop say at the heads of loops in its body | [`outer_invariants`] |
//! | fragments as methods of a program, which the engine explores like any other | [`fragments`] |
//! | their paths as Horn clauses, of which a solver finds I, P, Q and X | [`paths`], [`horn`] |
//! | simple formulas to begin with: about numbers, and about what the code says | [`candidates`], [`contents`] |
//! | claims as reports show them | [`text`] |
//!
//! The fragments are made from the graph and the claims alone: where the claims come from does not matter to them.

pub mod candidates;
pub mod contents;
pub mod cuts;
pub mod fragments;
pub mod frames;
pub mod horn;
mod outer_invariants;
mod paths;
pub mod text;

use crate::ir::{BinaryOp, Expr, MethodId};
use cuts::Start;
use std::collections::BTreeMap;

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// What holds at the head of a loop, or around a heap-havocking call: over the locals that are live there and the entry values.
    Invariant(MethodId, Start),
    /// What holds of every call of a method: over the entry values.
    Requires(MethodId),
    /// What holds when a call returns: over the entry values and the result.
    Ensures(MethodId),
    /// What holds when an exception leaves a call: over the entry values.
    Throws(MethodId),
}

/// What is claimed to hold at the cuts, all of it. The expressions are over the locals of the [`Unit`](cuts::Unit). They may
/// read static fields, and of a local a field, its length or a cell, which have the default of their type where there is none;
/// quantifiers over an array that is null are true.
pub type Claims = BTreeMap<Role, Vec<Expr>>;

/// Whether an expression is about nothing but locals, and never throws.
fn reads_nothing(expr: &Expr) -> bool {
    is_computed(expr, |_| false)
}

/// Whether an expression is computed from locals, constants and what else may be read, by what never throws.
fn is_computed(expr: &Expr, may_read: fn(&Expr) -> bool) -> bool {
    match expr {
        Expr::Const(_) | Expr::Local(_) => true,
        Expr::Unary(_, a) => is_computed(a, may_read),
        Expr::Binary(op, a, b) => !op.divides() && is_computed(a, may_read) && is_computed(b, may_read),
        expr => may_read(expr),
    }
}

/// Whether an expression, or a part of it, is of a kind.
fn has(expr: &Expr, is: fn(&Expr) -> bool) -> bool {
    is(expr) || expr.operands().into_iter().any(|operand| has(operand, is))
}

/// Whether it multiplies variables.
fn is_product(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(BinaryOp::Mul, a, b) if ![a, b].into_iter().any(|e| matches!(**e, Expr::Const(_))))
}

/// All of some formulas.
pub fn conjunction(formulas: impl IntoIterator<Item = Expr>) -> Expr {
    let both = |a, b| Expr::binary(BinaryOp::And, a, b);
    formulas.into_iter().reduce(both).unwrap_or(Expr::bool(true))
}
