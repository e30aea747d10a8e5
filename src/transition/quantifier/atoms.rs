//! A quantified formula over an array of any length: an atom of guards, and the evaluation of its body for a cell.

use super::cells::Domain;
use super::{Binding, axioms};
use crate::guard::{Guard, holds_guards};
use crate::ir::Quant;
use crate::num::Num;
use crate::source::Span;
use crate::state::{Live, Marks, ProgramPoint, State, Trail};
use crate::summary::AddrId;
use crate::term::{InputId, InputInfo, InputKind, Sort, TermId};
use crate::transition::{Machine, Step};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A quantified formula over an array without a known bound.
#[derive(Clone)]
pub(super) struct Atom {
    pub(super) quant: Arc<Quant>,
    /// The instruction that evaluates it.
    pub(super) span: Span,
    pub(super) point: ProgramPoint,
    pub(super) bindings: Vec<Binding>,
    pub(super) snapshot: State,
    pub(super) array: AddrId,
    pub(super) length: TermId,
    /// The guard outside of which Q means nothing.
    pub(super) scope: Guard,
    pub(super) choice: InputId,
    /// Q.
    pub(super) holds: Guard,
    /// The generation of k.
    pub(super) generation: u32,
    /// Whether k has been made.
    pub(super) has_witness: bool,
    /// The places of the index keys of the array that it has been instantiated at.
    pub(super) instances: BTreeSet<u32>,
    /// The conjunction of the axioms so far.
    pub(super) axioms: Guard,
}

holds_guards!(
    Atom: scope, holds, axioms, bindings, snapshot;
    others: quant, span, point, array, length, choice, generation, has_witness, instances
);

impl Marks for Atom {
    fn mark(&self, live: &mut Live<'_>) {
        let Self {
            quant: _,
            span: _,
            point,
            bindings,
            snapshot,
            array,
            length,
            scope: _,
            choice: _,
            holds: _,
            generation: _,
            has_witness: _,
            instances: _,
            axioms: _,
        } = self;
        live.point(*point);
        live.term(*length);
        live.address(*array);
        bindings.iter().for_each(|binding| live.summary(&binding.value));
        snapshot.mark(live);
    }
}

impl<'p> Machine<'p> {
    /// Makes an atom. Returns the guard of the formula within the guard of the array.
    pub(super) fn atom(&mut self, step: &Step<'p, '_>, quant: &Arc<Quant>, domain: &Domain) -> Guard {
        let Domain { guard: scope, array, length, bound: _ } = *domain;
        let (choice, sides) = self.logic.choice("a quantified formula holds", 2);
        let universal = sides[1];
        self.quantifiers.atoms.push(Atom {
            quant: Arc::clone(quant),
            span: step.span,
            point: step.point,
            bindings: step.bindings.clone(),
            snapshot: step.state.fork(),
            array,
            length,
            scope,
            choice,
            holds: universal,
            generation: self.quantifiers.generation,
            has_witness: false,
            instances: BTreeSet::new(),
            axioms: Guard::TRUE,
        });
        self.look_for_throw(self.quantifiers.atoms.len() - 1);
        if quant.forall { self.logic.and(scope, universal) } else { self.logic.and_not(scope, universal) }
    }

    /// Notes whether the body of an atom may throw at some index, because instances need not include that index.
    fn look_for_throw(&mut self, i: usize) {
        let Atom { quant, array, length, scope, snapshot, .. } = &self.quantifiers.atoms[i];
        let (array, length, scope, past) = (*array, *length, *scope, snapshot.others.past);
        if self.quantifiers.body_may_throw || quant.body.is_pure() {
            return;
        }
        let index = self.witness(array, Guard::FALSE);
        let within = self.logic.lt(index, length);
        let within = self.logic.and(scope, within);
        let (_, thrown) = self.refuted_at(i, within, index, (axioms::NEVER, axioms::NEVER));
        if self.feasible_in_axiom(thrown) {
            self.quantifiers.body_may_throw = true;
            self.quantifiers.thrown = Some(Trail { guard: thrown, past });
        }
    }

    /// Whether some input satisfies a guard of which an axiom is being made. Without axioms: paths that only these exclude
    /// count as possible.
    pub(in crate::transition) fn feasible_in_axiom(&mut self, guard: Guard) -> bool {
        self.solver.feasible(&mut self.logic, guard).is_possible()
    }

    /// A Skolem index of an array that is not yet used within a guard. One that is used outside of the guard is preferred, so
    /// that the array has fewer index keys: each of them may be equal to any other.
    pub(super) fn witness(&mut self, array: AddrId, guard: Guard) -> TermId {
        let Self { quantifiers, logic, .. } = self;
        let known = quantifiers.witnesses.entry(array).or_default();
        if let Some((index, taken)) = known.iter_mut().find(|(_, taken)| logic.and(*taken, guard) == Guard::FALSE) {
            *taken = logic.or(*taken, guard);
            return *index;
        }
        let (name, low) = ("the index of a counterexample".to_owned(), Some(Num::ZERO));
        let index = logic.terms.add_input(InputInfo { name, sort: Sort::Int, low, high: None, kind: InputKind::Value });
        let index = logic.terms.input(index);
        known.push((index, guard));
        index
    }

    /// The part of `scope` on which the cell at an index (within the bounds) contradicts the universal reading of an
    /// atom, and the part on which the body throws. The last argument has the generation of index keys that the body adds to
    /// arrays, and the generation of counterexamples of formulas in it.
    pub(super) fn refuted_at(
        &mut self,
        atom: usize,
        scope: Guard,
        index: TermId,
        (read, inner): (u32, u32),
    ) -> (Guard, Guard) {
        if scope == Guard::FALSE {
            return (scope, scope);
        }
        let atom = self.quantifiers.atoms[atom].clone();
        let mut snapshot = atom.snapshot;
        let mut step = Step {
            span: atom.span,
            bindings: atom.bindings,
            hypothetical: true,
            ..Step::at(self.program, &self.contexts, &mut snapshot, atom.point)
        };
        let outside = (self.table.generation, self.quantifiers.generation);
        (self.table.generation, self.quantifiers.generation) = (read, inner);
        let (lx, mut memory) = self.memory(step.state);
        let elem = memory.element(lx, atom.array, index, scope);
        self.bind(&mut step, &atom.quant, elem, index);
        let (body, proper) = self.cond(&mut step, scope, &atom.quant.body);
        (self.table.generation, self.quantifiers.generation) = outside;
        let thrown = self.logic.and_not(scope, proper);
        let refuted = if atom.quant.forall { self.logic.and_not(proper, body) } else { body };
        (refuted, thrown)
    }
}
