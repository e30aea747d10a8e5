//! Candidates for the head of a loop or for a call: what the code suggests, over the variables there.

use super::cells::{CellFact, ranges, with};
use super::predicates::SyntacticPredicates;
use super::{MOST_VARIABLES, first, has, is_claim, is_element, is_field};
use crate::induction::cuts::Unit;
use crate::ir::{BinaryOp, Expr, Local, LocalId, Type, UnaryOp};
use std::sync::Arc;

/// A cut and the variables that are live there.
pub(super) struct Generator<'a> {
    pub(super) unit: &'a Unit,
    pub(super) predicates: &'a SyntacticPredicates,
    pub(super) facts: &'a [CellFact],
    pub(super) formals: &'a [LocalId],
    pub(super) state: Vec<LocalId>,
}

impl Generator<'_> {
    pub(super) fn candidates(&self) -> Vec<Expr> {
        let mut found = self.apart();
        found.extend(self.predicates.lengths.iter().filter(|fact| self.knows(fact)).cloned());
        found.extend(self.asserted());
        for (array, index) in
            self.predicates.cells.iter().filter(|(a, i)| [a, i].iter().all(|l| self.state.contains(l)))
        {
            let length = Expr::Len(Box::new(Expr::Local(*array)));
            found.push(Expr::binary(BinaryOp::Lt, Expr::Local(*index), length));
        }
        let flags: Vec<Expr> =
            self.variables(|ty| *ty == Type::Bool).flat_map(|flag| [flag.clone(), flag.negated()]).collect();
        for cond in self.predicates.conditions.iter().filter(|cond| self.knows(cond)) {
            let both = [cond.clone(), cond.clone().negated()];
            if has(cond, is_element) || has(cond, is_field) || self.compares_references(cond) {
                found.extend(both.clone());
            }
            let under = |flag: &Expr| both.clone().map(|cond| Expr::binary(BinaryOp::Implies, flag.clone(), cond));
            found.extend(flags.iter().flat_map(under));
        }
        let facts = self.facts.iter().filter(|fact| fact.reads_only(|local| self.state.contains(&local)));
        let facts: Vec<&CellFact> = facts.collect();
        found.extend(facts.iter().filter(|fact| fact.is_general).map(|fact| fact.everywhere()));
        let facts: Vec<&CellFact> = facts.into_iter().filter(|fact| self.state.contains(&fact.index)).collect();
        for fact in &facts {
            found.extend([BinaryOp::Lt, BinaryOp::Gt].map(|op| fact.beside(op, fact.index)));
        }
        for formula in self.predicates.formulas.iter().filter(|q| self.knows(&Expr::Quant(Arc::clone(q)))) {
            found.extend(ranges(formula, self.variables(Type::is_integer)));
        }
        for fact in &facts {
            let before = Expr::binary(BinaryOp::Lt, Expr::Local(self.unit.index), Expr::Local(fact.index));
            let under = |flag: &Expr| fact.under(Expr::binary(BinaryOp::And, flag.clone(), before.clone()));
            found.extend(flags.iter().map(under));
        }
        first(found)
    }

    /// The asserted conditions, as they are and with a variable in the place of its bound. Where `i < n` ends a loop and
    /// `P(n)` is asserted after it, `P(i)` may hold so far.
    fn asserted(&self) -> Vec<Expr> {
        let mut found: Vec<Expr> = self.predicates.asserted.iter().filter(|cond| self.knows(cond)).cloned().collect();
        for (variable, bound, is_reached) in &self.predicates.bounds {
            let so_far = if *is_reached {
                Expr::binary(BinaryOp::Sub, Expr::Local(*variable), Expr::int(1))
            } else {
                Expr::Local(*variable)
            };
            let asserted = self.predicates.asserted.iter().map(|cond| (cond, with(cond, bound, &so_far)));
            found.extend(asserted.filter(|(cond, made)| *cond != made && self.knows(made)).map(|(_, made)| made));
        }
        found
    }

    /// Whether an expression compares two variables for being the same reference.
    fn compares_references(&self, expr: &Expr) -> bool {
        let is_reference = |e: &Expr| match e {
            Expr::Local(local) => self.unit.locals[*local].ty.as_ref().is_some_and(Type::is_allocated),
            _ => false,
        };
        match expr {
            Expr::Unary(UnaryOp::Not, a) => self.compares_references(a),
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => is_reference(a) && is_reference(b),
            _ => false,
        }
    }

    /// The claims that an array which is written differs from the others.
    fn apart(&self) -> Vec<Expr> {
        let array = |local: &LocalId| match &self.unit.locals[*local] {
            Local { name, ty: Some(ty @ Type::Array(_)) } if !name.is_empty() => Some((*local, ty)),
            _ => None,
        };
        let arrays: Vec<(LocalId, &Type)> = self.state.iter().filter_map(array).collect();
        let mut found = Vec::new();
        for (i, (a, ty)) in arrays.iter().enumerate() {
            for (b, other) in &arrays[i + 1..] {
                let is_written = [a, b].into_iter().any(|array| self.predicates.written.contains(array));
                let is_given = [a, b].into_iter().all(|array| self.formals.contains(array));
                if ty == other && is_written && !is_given {
                    found.push(Expr::binary(BinaryOp::Ne, Expr::Local(*a), Expr::Local(*b)));
                }
            }
        }
        found
    }

    /// Whether an expression is about the variables of the cut alone, and reads only what claims may read.
    fn knows(&self, expr: &Expr) -> bool {
        is_claim(expr) && expr.reads_only(|local| self.state.contains(&local))
    }

    /// The variables of some types that the program names.
    fn variables(&self, has: fn(&Type) -> bool) -> impl Iterator<Item = Expr> {
        let locals = &self.unit.locals;
        let has = |local: &&LocalId| locals[**local].ty.as_ref().is_some_and(has) && !locals[**local].name.is_empty();
        let found: Vec<LocalId> = self.state.iter().filter(has).take(MOST_VARIABLES).copied().collect();
        found.into_iter().map(Expr::Local)
    }
}
