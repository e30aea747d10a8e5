//! Swaps independent neighbours: stores to variables and static fields, assertions and assumptions, whose expressions neither
//! throw nor read the heap.

use super::traced::{Edits, Piece, between};
use super::{Choices, Source, Subject};
use crate::walk::{end, extent};
use multise::internals::oox::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Swaps some pairs of neighbours.
pub fn change(source: &Source<'_>, choices: &mut Choices) -> Option<Subject> {
    let statics = !source.forks();
    let mut edits = Edits::default();
    for block in source.blocks() {
        let mut left = &block.stmts[..];
        while let [first, rest @ ..] = left {
            left = rest;
            let [second, rest @ ..] = rest else { break };
            let effects = |stmt| Effect::of(source, stmt, statics);
            if effects(first).zip(effects(second)).is_some_and(|(a, b)| a.is_independent_of(&b)) && !choices.one_in(4) {
                let gap = between(end(first), second.span.start);
                let pieces = vec![Piece::Old(extent(second)), Piece::Old(gap), Piece::Old(extent(first))];
                edits.replace(between(first.span.start, end(second)), pieces);
                left = rest;
            }
        }
    }
    source.edited(edits)
}

/// The effect of a statement, by names of variables and, with a dot before them, of static fields.
#[derive(Default)]
struct Effect {
    reads: BTreeSet<String>,
    writes: Option<String>,
    /// Some runs end here, with a violation.
    asserts: bool,
    /// Some runs end here.
    assumes: bool,
}

impl Effect {
    /// The effect of a statement that can be moved.
    fn of(source: &Source<'_>, stmt: &Stmt, statics: bool) -> Option<Self> {
        let mut effect = Self::default();
        let mut scan = |expr| reads(source, expr, statics, &mut effect.reads);
        match &stmt.kind {
            StmtKind::Declare { name, init, .. } => {
                init.iter().try_for_each(&mut scan)?;
                effect.writes = Some(name.name.clone());
            }
            StmtKind::Assign { target, value } => {
                scan(value)?;
                effect.writes = Some(place(source, target, statics)?);
            }
            StmtKind::Assert(cond) => {
                scan(cond)?;
                effect.asserts = true;
            }
            StmtKind::Assume(cond) => {
                scan(cond)?;
                effect.assumes = true;
            }
            _ => return None,
        }
        Some(effect)
    }

    fn is_independent_of(&self, other: &Self) -> bool {
        let spoils = |a: &Self, b: &Self| a.writes.iter().any(|x| b.reads.contains(x) || b.writes.as_ref() == Some(x));
        let ends = |it: &Self| it.asserts || it.assumes;
        let order_shows = ends(self) && ends(other) && (self.asserts || other.asserts);
        !spoils(self, other) && !spoils(other, self) && !order_shows
    }
}

/// The variable or static field that an expression names.
fn place(source: &Source<'_>, expr: &Expr, statics: bool) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        // Subclasses have the same field under their own names.
        ExprKind::Field(class, field) if statics => source.class_named(class).map(|_| format!(".{}", field.name)),
        _ => None,
    }
}

/// The names that an expression reads, if it does not throw and does not read the heap.
fn reads(source: &Source<'_>, expr: &Expr, statics: bool, found: &mut BTreeSet<String>) -> Option<()> {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Bool(_)
        | ExprKind::Null
        | ExprKind::Char(_)
        | ExprKind::String(_) => Some(()),
        ExprKind::Name(_) | ExprKind::Field(..) => {
            found.insert(place(source, expr, statics)?);
            Some(())
        }
        ExprKind::Unary(_, operand) | ExprKind::InstanceOf(operand, _) => reads(source, operand, statics, found),
        ExprKind::Binary(op, a, b) if !matches!(op, BinaryOp::Div | BinaryOp::Rem) => {
            reads(source, a, statics, found)?;
            reads(source, b, statics, found)
        }
        _ => None,
    }
}
