//! Facts that the code suggests about the cells of arrays, as bodies of quantifiers.

use super::note;
use super::predicates::{SyntacticPredicates, elements};
use crate::induction::cuts::Unit;
use crate::ir::{BinaryOp, Expr, LocalId, Quant, Type};
use crate::source::Span;
use std::sync::Arc;

/// A fact that may hold for each cell of an array, or for those on one side of an index.
pub(super) struct CellFact {
    /// The array.
    array: LocalId,
    /// The variable by which the code reads or writes the cell.
    pub(super) index: LocalId,
    /// The fact about the element, over its binder and that of its index.
    body: Expr,
    /// Whether it may hold for all cells. Such facts come from an assertion about one cell, or from cells that are made
    /// alike.
    pub(super) is_general: bool,
    elem: LocalId,
    binder: LocalId,
}

impl CellFact {
    /// The facts that conditions and stores of a method suggest.
    pub(super) fn all(predicates: &SyntacticPredicates, unit: &Unit) -> Vec<Self> {
        let of_cell = |place, fact: &Expr| Self::of_cell(unit, place, fact);
        let general = |fact: Self| Self { is_general: true, ..fact };
        let mut facts = Vec::new();
        for cond in &predicates.conditions {
            let is_general = predicates.asserted.contains(cond);
            for place in elements(cond) {
                facts.extend(of_cell(place, cond).map(|fact| Self { is_general, ..fact }));
                facts.extend(of_cell(place, &cond.clone().negated()));
            }
        }
        for (array, index, value) in &predicates.stores {
            let place = (*array, *index);
            facts.extend(of_cell(place, &Expr::binary(BinaryOp::Eq, cell(place), value.clone())));
        }
        for &place in &predicates.cells {
            let Some(Type::Array(element)) = &unit.locals[place.0].ty else { continue };
            if element.is_allocated() {
                facts.extend(of_cell(place, &Expr::is_there(cell(place))).map(general));
            }
            for (_, length) in predicates.made.iter().filter(|(ty, _)| ty == &**element) {
                let is_as_long = Expr::binary(BinaryOp::Eq, Expr::Len(Box::new(cell(place))), length.clone());
                facts.extend(of_cell(place, &is_as_long).map(general));
            }
        }
        facts.extend(predicates.conditions.iter().flat_map(|cond| Self::ordered(unit, cond)));
        facts
    }

    /// Generalises a fact about the cell of an array at an index to any of its cells.
    fn of_cell(unit: &Unit, place: (LocalId, LocalId), fact: &Expr) -> Option<Self> {
        let (index, any) = (Expr::Local(place.1), Expr::Local(unit.index));
        Self::new(unit, place, |elem| with(&with(fact, &cell(place), &elem), &index, &any))
    }

    /// The facts that a comparison of two cells suggests: that one of them is the least or greatest up to its index.
    fn ordered(unit: &Unit, cond: &Expr) -> Vec<Self> {
        let Expr::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, a, b) = cond else {
            return Vec::new();
        };
        let (Expr::Elem(a, i), Expr::Elem(b, j)) = (&**a, &**b) else { return Vec::new() };
        let (Expr::Local(array), true) = (&**a, a == b) else { return Vec::new() };
        let indexes = [i, j].into_iter().filter_map(|i| if let Expr::Local(index) = **i { Some(index) } else { None });
        let places = indexes.flat_map(|index| [BinaryOp::Le, BinaryOp::Ge].map(|op| ((*array, index), op)));
        places.filter_map(|(place, op)| Self::new(unit, place, |elem| Expr::binary(op, elem, cell(place)))).collect()
    }

    /// A fact about an element.
    fn new(unit: &Unit, (array, index): (LocalId, LocalId), body: impl FnOnce(Expr) -> Expr) -> Option<Self> {
        let elem = binder(array, unit)?;
        let body = guarded(body(Expr::Local(elem)));
        Some(Self { array, index, body, is_general: false, elem, binder: unit.index })
    }

    /// Whether it reads only known locals.
    pub(super) fn reads_only(&self, is_known: impl Fn(LocalId) -> bool) -> bool {
        is_known(self.array)
            && self.body.reads_only(|local| is_known(local) || [self.elem, self.binder].contains(&local))
    }

    /// The claim that the fact holds for all cells.
    pub(super) fn everywhere(&self) -> Expr {
        self.forall(self.body.clone())
    }

    /// The claim that it holds for all cells whose index is on one side of a variable.
    pub(super) fn beside(&self, op: BinaryOp, bound: LocalId) -> Expr {
        self.under(Expr::binary(op, Expr::Local(self.binder), Expr::Local(bound)))
    }

    /// The claim that it holds for all cells under a condition.
    pub(super) fn under(&self, cond: Expr) -> Expr {
        self.forall(Expr::binary(BinaryOp::Implies, cond, self.body.clone()))
    }

    fn forall(&self, body: Expr) -> Expr {
        let (domain, elem, index) = (Expr::Local(self.array), self.elem, self.binder);
        Expr::Quant(Arc::new(Quant { forall: true, domain, elem, index, body, span: Span::default() }))
    }
}

/// A formula about all cells, and its restrictions to the cells whose index is on one side of a number.
pub(super) fn ranges(formula: &Quant, bounds: impl Iterator<Item = Expr>) -> Vec<Expr> {
    let whole = Quant { body: guarded(formula.body.clone()), ..formula.clone() };
    let mut found = vec![Expr::Quant(Arc::new(whole.clone()))];
    for bound in bounds.filter(|_| formula.forall) {
        for op in [BinaryOp::Lt, BinaryOp::Ge, BinaryOp::Gt] {
            let range = Expr::binary(op, Expr::Local(whole.index), bound.clone());
            let body = Expr::binary(BinaryOp::Implies, range, whole.body.clone());
            found.push(Expr::Quant(Arc::new(Quant { body, ..whole.clone() })));
        }
    }
    found
}

/// The binder for the elements of an array.
pub(super) fn binder(array: LocalId, unit: &Unit) -> Option<LocalId> {
    let Some(Type::Array(element)) = &unit.locals[array].ty else { return None };
    unit.elements.get(element).copied()
}

fn cell((array, index): (LocalId, LocalId)) -> Expr {
    Expr::Elem(Box::new(Expr::Local(array)), Box::new(Expr::Local(index)))
}

/// An expression in which another one replaces each part that is equal to `part`.
pub(super) fn with(expr: &Expr, part: &Expr, other: &Expr) -> Expr {
    if expr == part { other.clone() } else { expr.with_operands(&mut |operand| with(operand, part, other)) }
}

/// A formula that is true where it would throw.
pub(super) fn guarded(fact: Expr) -> Expr {
    let mut conditions = Vec::new();
    guards(&fact, &mut conditions);
    conditions.into_iter().rev().fold(fact, |fact, cond| Expr::binary(BinaryOp::Implies, cond, fact))
}

fn guards(expr: &Expr, found: &mut Vec<Expr>) {
    expr.operands().into_iter().for_each(|operand| guards(operand, found));
    let is_there = |reference: &Expr| Expr::is_there(reference.clone());
    let needed = match expr {
        Expr::Field(a, _) | Expr::Len(a) => vec![is_there(a)],
        Expr::Elem(a, index) => vec![
            is_there(a),
            Expr::binary(BinaryOp::Le, Expr::int(0), (**index).clone()),
            Expr::binary(BinaryOp::Lt, (**index).clone(), Expr::Len(a.clone())),
        ],
        Expr::Binary(op, _, b) if op.divides() && !b.is_nonzero() => {
            vec![Expr::binary(BinaryOp::Ne, (**b).clone(), Expr::int(0))]
        }
        _ => Vec::new(),
    };
    needed.into_iter().for_each(|cond| note(found, cond));
}
