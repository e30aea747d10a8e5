//! Quantified formulas.
//!
//! If the length of an array has a small bound under the guard in force, a quantifier is expanded cell by cell, in
//! order, up to the first cell that decides. The cells of several arrays at one index are one summary, and the body is
//! evaluated once for it. Over another array the formula becomes a fresh atom Q with a snapshot of Σ:
//!
//! ```text
//!   Q  ⇒ (0 ≤ t < #a ⇒ P(t))      for the index keys t that the array has or later gets
//!   ¬Q ⇒ (0 ≤ k < #a ∧ ¬P(k))     for one Skolem index k
//! ```
//!
//! where P is the body of a `forall` and the negated body of an `exists`. These axioms are conjoined to a pc guard
//! that contains Q before its feasibility is asked ([`Machine::with_axioms`]). They are instances of the meaning of Q, so
//! an infeasible answer is exact. A feasible one may rest on cells that were never read, and is replayed.
//!
//! Each key is compared with every other one, so keys must be few: k is made when ¬Q first matters, formulas that are never
//! false together share it, and not every key has instances. The keys that an instance reads are of a later *generation*
//! than its own key (as in matching loops: D. Detlefs, G. Nelson, J. Saxe, *Simplify: a theorem prover for program
//! checking*, 2005; L. de Moura, N. Bjørner, *Efficient E-matching for SMT solvers*, 2007).
//!
//! | what | file |
//! |---|---|
//! | arrays with few cells: cell by cell | [`cells`] |
//! | other arrays: formulas as atoms, and their bodies for a cell | [`atoms`] |
//! | counterexamples and instances: the axioms | [`axioms`] |

mod atoms;
mod axioms;
mod cells;

use super::{Machine, Step};
use crate::guard::{Guard, HoldsGuards, Logic, Rewriting, holds_guards};
use crate::ir::{LocalId, Quant};
use crate::state::{Live, Marks, Trail};
use crate::summary::{AddrId, Summary, Value};
use crate::term::TermId;
use atoms::Atom;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The value of a quantifier binder.
#[derive(Clone)]
pub(super) struct Binding {
    pub(super) local: LocalId,
    pub(super) value: Summary,
}

holds_guards!(Binding: value; others: local);

/// The quantified formulas of a run that were not expanded.
#[derive(Default)]
pub struct Quantifiers {
    atoms: Vec<Atom>,
    /// By array, the indexes of counterexamples, each with the guard within which it is used.
    witnesses: FxHashMap<AddrId, Vec<(TermId, Guard)>>,
    /// The generation of counterexamples of the formulas that are evaluated now.
    generation: u32,
    /// Whether the body of one of them may throw. What would follow is not explored.
    pub body_may_throw: bool,
    /// Paths on which it throws, until they are taken for a run.
    thrown: Option<Trail>,
}

impl HoldsGuards for Quantifiers {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { atoms, witnesses, generation: _, body_may_throw: _, thrown } = self;
        thrown.iter().for_each(|trail| trail.visit(visit));
        atoms.iter().for_each(|atom| atom.visit(visit));
        witnesses.values().flatten().for_each(|(_, taken)| visit(*taken));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        self.thrown.iter_mut().for_each(|trail| trail.rewrite(logic, rewriting));
        self.atoms.iter_mut().for_each(|atom| atom.rewrite(logic, rewriting));
        self.witnesses.values_mut().flatten().for_each(|(_, taken)| *taken = rewriting.of(*taken));
    }
}

impl Marks for Quantifiers {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { atoms, witnesses, generation: _, body_may_throw: _, thrown } = self;
        thrown.iter().for_each(|trail| trail.mark(live));
        atoms.mark(live);
        for (array, indexes) in witnesses {
            live.address(*array);
            indexes.iter().for_each(|(index, _)| live.term(*index));
        }
    }
}

impl Quantifiers {
    /// Releases the indexes of counterexamples on the paths of `none`, which are infeasible.
    pub(super) fn release(&mut self, logic: &mut Logic, none: Guard) {
        for (_, taken) in self.witnesses.values_mut().flatten() {
            *taken = logic.and_not(*taken, none);
        }
    }
}

impl<'p> Machine<'p> {
    /// Takes the paths on which the body of a quantifier may throw, if they have not been taken yet.
    pub fn take_thrown(&mut self) -> Option<Trail> {
        self.quantifiers.thrown.take()
    }

    /// The guard of the paths of φ on which a quantified formula is true, and of those that continue.
    #[must_use]
    pub(crate) fn quantified(&mut self, step: &mut Step<'p, '_>, phi: Guard, quant: &Arc<Quant>) -> (Guard, Guard) {
        let (domains, _) = self.domains(step, phi, quant);
        let (small, large): (Vec<_>, Vec<_>) = domains.into_iter().partition(|domain| domain.bound.is_some());
        let (mut holds, mut scope) = self.expand(step, quant, &small);
        for domain in large {
            let yes = self.atom(step, quant, &domain);
            holds = self.logic.or(holds, yes);
            scope = self.logic.or(scope, domain.guard);
        }
        (holds, scope)
    }

    /// Binds element and index of a quantifier.
    fn bind(&mut self, step: &mut Step<'p, '_>, quant: &Quant, elem: Summary, index: TermId) {
        step.bindings.push(Binding { local: quant.elem, value: elem });
        let index = Summary::constant(&mut self.logic, Value::Num(index));
        step.bindings.push(Binding { local: quant.index, value: index });
    }
}

/// Removes the last bindings of a quantifier.
fn unbind(step: &mut Step<'_, '_>) {
    step.bindings.truncate(step.bindings.len() - 2);
}
