//! Induction over the repetitions of a program: what must hold at its cuts, and what must be shown for the fragments.
//!
//! ```text
//!   I(h) at each head h of a loop, P(m), Q(m), X(m) for each method m whose calls are cut
//!
//!   entry of m    P(m)(args) ──┐                              ┌──▶ I(h)(locals)            an iteration is about to begin
//!   head h of m   I(h)(locals) ├──▶ what runs up to the next ─┼──▶ Q(m)(args, result)      m returns
//!   any heap      ─────────────┘   cut, all checks included   ├──▶ X(m)(args)              an exception leaves m
//!                                                             └──▶ P(m′)(args′)            m′ is called; then any result
//!                                                                    for which Q(m′) holds, or an exception where X(m′) does
//! ```
//!
//! When no check of any fragment can be violated, none can be in an execution of the whole. Every finite part of an
//! execution is a sequence of fragments. By induction over its length, each of them begins in a state that satisfies its
//! assumption. Termination is not shown (R. Floyd, *Assigning meanings to programs*, 1967; C. Hoare, *Procedures and
//! parameters*, 1971).
//!
//! | task | file |
//! |---|---|
//! | code in the place of calls, and locals in the place of objects | [`inlining`] |
//! | where a program is cut | [`cuts`] |
//! | the effect of `modifies` clauses on fragments and calls | [`frames`] |
//! | invariants of a loop that hold at the heads of its inner loops | [`outer_invariants`] |
//! | what is known of exceptions that leave calls and iterations | [`exceptions`] |
//! | fragments as methods of a program, which the engine explores like any other | [`fragments`] |
//! | their paths as Horn clauses, for which a solver finds I, P, Q and X | [`paths`], [`horn`] |
//! | candidates: simple formulas about numbers, and formulas that the code suggests | [`candidates`], [`contents`] |
//! | claims as reports show them | [`text`] |
//!
//! The fragments are made from the graph and the claims alone. They do not depend on the source of the claims.

pub mod candidates;
pub mod contents;
pub mod cuts;
mod exceptions;
pub mod fragments;
pub mod frames;
pub mod horn;
pub mod inlining;
mod later_reads;
mod outer_invariants;
mod paths;
pub mod text;

use crate::ir::{BinaryOp, Expr, MethodId};
use cuts::Start;
use std::collections::BTreeMap;

/// The cut that a claim is about, and in which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It holds at the head of a loop, or around a heap-havocking call. It is over the locals that are live there and the
    /// entry values.
    Invariant(MethodId, Start),
    /// It holds for every call of a method, over the entry values.
    Requires(MethodId),
    /// It holds when a call returns, over the entry values and the result.
    Ensures(MethodId),
    /// It holds when an exception leaves a call, over the entry values.
    Throws(MethodId),
}

/// All claims at the cuts. Their expressions are over the locals of the [`Unit`](cuts::Unit). They may read static fields,
/// and a field, the length or a cell of a local. Such a read has the default of its type where there is none. Quantifiers
/// over an array that is null are true.
pub type Claims = BTreeMap<Role, Vec<Expr>>;

/// Whether an expression reads only locals, and never throws.
fn reads_nothing(expr: &Expr) -> bool {
    is_computed(expr, |_| false)
}

/// Whether an expression is computed from locals, constants and the permitted reads, by operators that never throw.
fn is_computed(expr: &Expr, may_read: fn(&Expr) -> bool) -> bool {
    match expr {
        Expr::Const(_) | Expr::Local(_) => true,
        Expr::Unary(_, a) => is_computed(a, may_read),
        Expr::Binary(op, a, b) => !op.divides() && is_computed(a, may_read) && is_computed(b, may_read),
        expr => may_read(expr),
    }
}

/// Whether an expression or a part of it has a property.
fn has(expr: &Expr, is: fn(&Expr) -> bool) -> bool {
    expr.parts().any(is)
}

/// Whether an expression multiplies variables.
fn is_product(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(BinaryOp::Mul, a, b) if ![a, b].into_iter().any(|e| matches!(**e, Expr::Const(_))))
}

/// The conjunction of some formulas.
pub fn conjunction(formulas: impl IntoIterator<Item = Expr>) -> Expr {
    let both = |a, b| Expr::binary(BinaryOp::And, a, b);
    formulas.into_iter().reduce(both).unwrap_or(Expr::bool(true))
}
