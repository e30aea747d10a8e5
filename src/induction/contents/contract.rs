//! Candidates for the parameters and the result of a method, from its code and from its callers.

use super::cells::{CellFact, guarded, ranges};
use super::predicates::SyntacticPredicates;
use super::{MOST_VARIABLES, first, has, is_claim, is_element, is_field, note};
use crate::induction::cuts::Unit;
use crate::ir::{BinaryOp, Expr, LocalId, Method, Type};

/// A method that is called, and the facts suggested about it.
pub(super) struct Contract<'a> {
    pub(super) unit: &'a Unit,
    pub(super) method: &'a Method,
    pub(super) predicates: &'a SyntacticPredicates,
    pub(super) facts: &'a [CellFact],
}

impl Contract<'_> {
    /// Candidates for the result, over it and the entry values.
    pub(super) fn results(&self) -> Vec<Expr> {
        let Some(retval) = self.method.retval else { return Vec::new() };
        let result = Expr::Local(retval);
        let conditions = self.predicates.conditions.iter().filter(|cond| self.is_about_parameters(cond));
        let conditions: Vec<Expr> = conditions.flat_map(|cond| [cond.clone(), cond.clone().negated()]).collect();
        let of_cells: Vec<&CellFact> = self.of_cells().collect();
        let mut claims = Vec::new();
        // A search returns the index of the first match, or a number that is no index. A test returns its answer.
        let cases = match &self.method.locals[retval].ty {
            Some(ty) if ty.is_integer() => {
                claims.extend(of_cells.iter().map(|fact| fact.beside(BinaryOp::Lt, retval)));
                vec![Expr::binary(BinaryOp::Lt, result, Expr::int(0))]
            }
            Some(Type::Bool) => vec![result.clone(), result.negated()],
            _ => Vec::new(),
        };
        for case in cases {
            claims.extend(conditions.iter().map(|cond| Expr::binary(BinaryOp::Implies, case.clone(), cond.clone())));
            claims.extend(of_cells.iter().map(|fact| fact.under(case.clone())));
        }
        claims.extend(self.of_callers());
        let claims = claims.into_iter().map(|fact| self.at_the_beginning(&fact));
        first(self.of_returned(retval).into_iter().chain(claims))
    }

    /// The conditions about a returned object, or about a cell whose index is returned, as facts about the result.
    fn of_returned(&self, retval: LocalId) -> Vec<Expr> {
        let is_index = self.method.locals[retval].ty.as_ref().is_some_and(Type::is_integer);
        let mut found = Vec::new();
        for result in &self.predicates.returned {
            // Nullness of objects and facts about numbers alone are left to the clauses.
            let reads = |cond: &&Expr| has(cond, if is_index { is_element } else { is_field });
            for cond in self.predicates.conditions.iter().filter(|cond| is_claim(cond)).filter(reads) {
                let is_about_others = cond.reads_only(|local| local != *result);
                let is_known = cond.reads_only(|local| local == *result || self.is_formal(local));
                if is_about_others || !is_known {
                    continue;
                }
                let renamed = |local| if local == *result { retval } else { self.unit.entry_value(local) };
                let is_null = Expr::is_null(Expr::Local(retval));
                let fact = cond.renamed(&renamed);
                for fact in [fact.clone(), fact.negated()] {
                    let where_it_is =
                        if is_index { guarded(fact) } else { Expr::binary(BinaryOp::Or, is_null.clone(), fact) };
                    note(&mut found, where_it_is);
                }
            }
        }
        found
    }

    /// Candidates for the parameters, over the entry values: facts about lengths, facts from callers, and facts about
    /// cells.
    pub(super) fn parameters(&self) -> Vec<Expr> {
        let of_cells = self.of_cells().map(CellFact::everywhere);
        let all = self.predicates.lengths.iter().cloned().chain(self.of_callers()).chain(of_cells);
        let about = all.filter(|fact| self.is_about_parameters(fact));
        first(about.map(|fact| self.at_the_beginning(&fact)))
    }

    /// The facts from callers. Those about the cells of an array are also restricted to one side of a parameter.
    fn of_callers(&self) -> impl Iterator<Item = Expr> {
        let is_number = |local: &&LocalId| self.method.locals[**local].ty.as_ref().is_some_and(Type::is_integer);
        let numbers = self.method.formals.iter().filter(is_number).take(MOST_VARIABLES);
        let numbers: Vec<Expr> = numbers.copied().map(Expr::Local).collect();
        self.predicates.passed.iter().flat_map(move |fact| match fact {
            Expr::Quant(formula) => ranges(formula, numbers.iter().cloned()),
            fact => vec![fact.clone()],
        })
    }

    /// The facts about the cells of arrays that are parameters.
    fn of_cells(&self) -> impl Iterator<Item = &CellFact> {
        self.facts.iter().filter(|fact| fact.reads_only(|local| self.is_formal(local)))
    }

    fn is_about_parameters(&self, fact: &Expr) -> bool {
        is_claim(fact) && fact.reads_only(|local| self.is_formal(local))
    }

    fn is_formal(&self, local: LocalId) -> bool {
        self.method.formals.contains(&local)
    }

    /// A fact over the entry values.
    fn at_the_beginning(&self, fact: &Expr) -> Expr {
        fact.renamed(&|local| self.unit.entry_value(local))
    }
}
