//! What the code says of the cells of arrays, as bodies of quantifiers.

use super::said::Said;
use super::{is_divisor, note};
use crate::induction::cuts::Unit;
use crate::ir::{BinaryOp, Const, Expr, LocalId, Quant, Type};
use crate::source::Span;
use std::sync::Arc;

/// What may hold of each cell of an array, or of those on one side of an index.
pub(super) struct CellFact {
    /// The array.
    array: LocalId,
    /// The variable by which the code reads or writes the cell.
    pub(super) index: LocalId,
    /// What is said of the element, by its binder and that of its index.
    body: Expr,
    /// Whether it may as well hold of all cells: what is asserted of one, and what is made alike.
    pub(super) is_general: bool,
    elem: LocalId,
    binder: LocalId,
}

impl CellFact {
    /// What conditions and stores of a method say.
    pub(super) fn all(said: &Said, unit: &Unit) -> Vec<Self> {
        let mut facts = Vec::new();
        let mut push = |array: LocalId, index: LocalId, fact: &dyn Fn(&Expr) -> Expr, is_general| {
            let Some(elem) = binder(array, unit) else { return };
            let (read, binders) = (cell(array, index), [elem, unit.index].map(Expr::Local));
            let body = with(&with(&fact(&read), &read, &binders[0]), &Expr::Local(index), &binders[1]);
            facts.push(Self { array, index, body: guarded(body), is_general, elem, binder: unit.index });
        };
        for cond in &said.conditions {
            let is_asserted = said.asserted.contains(cond);
            for (array, index) in elements(cond) {
                push(array, index, &|_| cond.clone(), is_asserted);
                push(array, index, &|_| cond.clone().negated(), false);
            }
        }
        for (array, index, value) in &said.stores {
            push(*array, *index, &|read| Expr::binary(BinaryOp::Eq, read.clone(), value.clone()), false);
        }
        for &(array, index) in &said.cells {
            let Some(Type::Array(element)) = &unit.locals[array].ty else { continue };
            if matches!(**element, Type::Class(_) | Type::Array(_)) {
                let null = Expr::Const(Const::Null);
                push(array, index, &|read| Expr::binary(BinaryOp::Ne, read.clone(), null.clone()), true);
            }
            for length in said.made.iter().filter(|(ty, _)| ty == &**element).map(|(_, length)| length) {
                let length_of = |read: &Expr| Expr::Len(Box::new(read.clone()));
                push(array, index, &|read| Expr::binary(BinaryOp::Eq, length_of(read), length.clone()), true);
            }
        }
        facts.extend(said.conditions.iter().flat_map(|cond| ordered(cond, unit)));
        facts
    }

    /// Whether all that it reads is known.
    pub(super) fn reads_only(&self, is_known: impl Fn(LocalId) -> bool) -> bool {
        is_known(self.array)
            && self.body.reads_only(|local| is_known(local) || [self.elem, self.binder].contains(&local))
    }

    /// That it holds of all cells.
    pub(super) fn everywhere(&self) -> Expr {
        self.forall(self.body.clone())
    }

    /// That it holds of all cells whose index is on one side of a variable.
    pub(super) fn beside(&self, op: BinaryOp, bound: LocalId) -> Expr {
        self.under(Expr::binary(op, Expr::Local(self.binder), Expr::Local(bound)))
    }

    /// That it holds of all cells under a condition.
    pub(super) fn under(&self, cond: Expr) -> Expr {
        self.forall(Expr::binary(BinaryOp::Implies, cond, self.body.clone()))
    }

    fn forall(&self, body: Expr) -> Expr {
        let (domain, elem, index) = (Expr::Local(self.array), self.elem, self.binder);
        Expr::Quant(Arc::new(Quant { forall: true, domain, elem, index, body, span: Span::default() }))
    }
}

/// Where two cells of an array are compared, that one is the least or greatest up to it.
fn ordered(cond: &Expr, unit: &Unit) -> Vec<CellFact> {
    let Expr::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, a, b) = cond else { return Vec::new() };
    let (Expr::Elem(a, i), Expr::Elem(b, j)) = (&**a, &**b) else { return Vec::new() };
    let (Expr::Local(array), true) = (&**a, a == b) else { return Vec::new() };
    let Some(elem) = binder(*array, unit) else { return Vec::new() };
    let indexes =
        [i, j].into_iter().filter_map(|index| if let Expr::Local(index) = **index { Some(index) } else { None });
    let mut facts = Vec::new();
    for index in indexes {
        for op in [BinaryOp::Le, BinaryOp::Ge] {
            let body = guarded(Expr::binary(op, Expr::Local(elem), cell(*array, index)));
            facts.push(CellFact { array: *array, index, body, is_general: false, elem, binder: unit.index });
        }
    }
    facts
}

/// The binder for the elements of an array.
fn binder(array: LocalId, unit: &Unit) -> Option<LocalId> {
    let Some(Type::Array(element)) = &unit.locals[array].ty else { return None };
    unit.elements.get(element).copied()
}

fn cell(array: LocalId, index: LocalId) -> Expr {
    Expr::Elem(Box::new(Expr::Local(array)), Box::new(Expr::Local(index)))
}

/// The cells that an expression reads: arrays with variables as indexes.
pub(super) fn elements(expr: &Expr) -> Vec<(LocalId, LocalId)> {
    fn go(expr: &Expr, found: &mut Vec<(LocalId, LocalId)>) {
        if let Expr::Elem(array, index) = expr
            && let (Expr::Local(array), Expr::Local(index)) = (&**array, &**index)
        {
            note(found, (*array, *index));
        }
        expr.operands().into_iter().for_each(|operand| go(operand, found));
    }
    let mut found = Vec::new();
    go(expr, &mut found);
    found
}

/// An expression with another one in the place of its parts that are equal to a third.
pub(super) fn with(expr: &Expr, part: &Expr, other: &Expr) -> Expr {
    let go = |e: &Expr| Box::new(with(e, part, other));
    match expr {
        expr if expr == part => other.clone(),
        Expr::Unary(op, a) => Expr::Unary(*op, go(a)),
        Expr::Binary(op, a, b) => Expr::Binary(*op, go(a), go(b)),
        Expr::Field(a, field) => Expr::Field(go(a), *field),
        Expr::Len(a) => Expr::Len(go(a)),
        Expr::Elem(a, b) => Expr::Elem(go(a), go(b)),
        expr => expr.clone(),
    }
}

/// A formula that says nothing where it would throw.
pub(super) fn guarded(fact: Expr) -> Expr {
    let mut conditions = Vec::new();
    guards(&fact, &mut conditions);
    conditions.into_iter().rev().fold(fact, |fact, cond| Expr::binary(BinaryOp::Implies, cond, fact))
}

fn guards(expr: &Expr, found: &mut Vec<Expr>) {
    expr.operands().into_iter().for_each(|operand| guards(operand, found));
    let null = |e: &Expr| Expr::binary(BinaryOp::Ne, e.clone(), Expr::Const(Const::Null));
    let needed = match expr {
        Expr::Field(a, _) | Expr::Len(a) => vec![null(a)],
        Expr::Elem(a, index) => vec![
            null(a),
            Expr::binary(BinaryOp::Le, Expr::int(0), (**index).clone()),
            Expr::binary(BinaryOp::Lt, (**index).clone(), Expr::Len(a.clone())),
        ],
        Expr::Binary(op, _, b) if op.divides() && !is_divisor(b) => {
            vec![Expr::binary(BinaryOp::Ne, (**b).clone(), Expr::int(0))]
        }
        _ => Vec::new(),
    };
    needed.into_iter().for_each(|cond| note(found, cond));
}
