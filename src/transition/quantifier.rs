//! Quantified formulas.
//!
//! Over an array whose length has a small bound under the guard in force, a quantifier is expanded cell by cell, in
//! order, up to the first cell that decides. Otherwise it becomes a fresh atom Q with a snapshot of Σ:
//!
//! ```text
//!   Q  ⇒ (0 ≤ t < #a ⇒ P(t))      for every index key t that the array has or later gets
//!   ¬Q ⇒ (0 ≤ k < #a ∧ ¬P(k))     for one Skolem index k
//! ```
//!
//! where P is the body of a `forall` and the negated body of an `exists`. These axioms are conjoined to a pc guard
//! that mentions Q before its feasibility is asked ([`Machine::with_axioms`]). They are instances of what Q means, so
//! an infeasible answer is exact; a feasible one may rest on cells that were never read, and is replayed.

use super::{Machine, Step};
use crate::guard::{Guard, HoldsGuards, Logic, Rewriting};
use crate::ir::{LocalId, Quant};
use crate::num::Num;
use crate::state::{ProgramPoint, State};
use crate::summary::{AddrId, Summary, Value};
use crate::term::{InputId, InputInfo, InputKind, Sort, TermId};
use std::sync::Arc;

/// Quantifiers over arrays of at most this many cells are expanded.
const EXPANDED_CELLS: i64 = 4096;

/// A quantifier over an array without a known bound is instantiated at this many index keys at most.
const MAX_INSTANCES: usize = 256;

/// A quantified formula over an array without a known bound.
#[derive(Clone)]
struct Atom {
    quant: Arc<Quant>,
    point: ProgramPoint,
    bindings: Vec<(LocalId, Summary)>,
    snapshot: State,
    array: AddrId,
    length: TermId,
    /// The guard within which Q means anything.
    scope: Guard,
    choice: InputId,
    /// Q.
    holds: Guard,
    /// How many index keys of the array have been instantiated.
    instances: usize,
    /// The conjunction of the axioms so far.
    axioms: Guard,
}

/// The quantified formulas of a run that were not expanded.
#[derive(Default)]
pub struct Quantifiers {
    atoms: Vec<Atom>,
    /// The body of one of them may throw, and what would follow is not explored.
    pub body_may_throw: bool,
}

impl HoldsGuards for Atom {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self {
            quant: _,
            point: _,
            bindings,
            snapshot,
            array: _,
            length: _,
            scope,
            choice: _,
            holds,
            instances: _,
            axioms,
        } = self;
        [*scope, *holds, *axioms].into_iter().for_each(&mut *visit);
        bindings.iter().for_each(|(_, value)| value.visit(visit));
        snapshot.visit(visit);
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        for guard in [&mut self.scope, &mut self.holds, &mut self.axioms] {
            *guard = rewriting.of(*guard);
        }
        self.bindings.iter_mut().for_each(|(_, value)| value.rewrite(logic, rewriting));
        self.snapshot.rewrite(logic, rewriting);
    }
}

impl Quantifiers {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.atoms.len()
    }
}

impl HoldsGuards for Quantifiers {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { atoms, body_may_throw: _ } = self;
        atoms.iter().for_each(|atom| atom.visit(visit));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        self.atoms.iter_mut().for_each(|atom| atom.rewrite(logic, rewriting));
    }
}

impl<'p> Machine<'p> {
    /// The guard of the paths of φ on which a quantified formula is true.
    pub(crate) fn quantified(&mut self, step: &mut Step<'p, '_>, phi: &mut Guard, quant: &Arc<Quant>) -> Guard {
        let domain = self.eval(step, phi, &quant.domain);
        self.check_null(step, phi, &domain);
        let (mut holds, mut scope) = (Guard::FALSE, Guard::FALSE);
        for (g, v) in domain.restrict(&mut self.logic, *phi).pairs(&mut self.logic) {
            let Value::Ref(array) = v else { continue };
            let (lx, mut memory) = self.memory(step.state);
            let lengths = memory.length(lx, array, g);
            for (mut h, n) in lengths.pairs(&mut self.logic) {
                let Value::Num(n) = n else { continue };
                let n = self.logic.pin(h, n);
                let yes = match upper_bound(&mut self.logic, h, n) {
                    Some(bound) if bound <= EXPANDED_CELLS => self.expand(step, &mut h, quant, array, n, bound),
                    _ => self.atom(step, h, quant, array, n),
                };
                holds = self.logic.guards.or(holds, yes);
                scope = self.logic.guards.or(scope, h);
            }
        }
        *phi = scope;
        holds
    }

    /// Cell by cell. Removes the paths on which the body throws from `scope`.
    fn expand(
        &mut self,
        step: &mut Step<'p, '_>,
        scope: &mut Guard,
        quant: &Arc<Quant>,
        array: AddrId,
        length: TermId,
        bound: i64,
    ) -> Guard {
        // The paths on which no cell so far has decided, and those on which the formula is decided or the cells ended.
        let (mut open, mut holds, mut fails) = (*scope, Guard::FALSE, Guard::FALSE);
        for i in 0..bound.max(0) {
            let index = self.logic.terms.constant(Num::from(i));
            let within = self.logic.lt(index, length);
            let mut cell = self.logic.guards.and(open, within);
            let ended = self.logic.guards.and_not(open, within);
            if quant.forall {
                holds = self.logic.guards.or(holds, ended);
            } else {
                fails = self.logic.guards.or(fails, ended);
            }
            if cell == Guard::FALSE {
                open = Guard::FALSE;
                break;
            }
            let body = self.body_at(step, &mut cell, quant, array, index);
            let (yes, no) = (body, self.logic.guards.and_not(cell, body));
            if quant.forall {
                (open, fails) = (yes, self.logic.guards.or(fails, no));
            } else {
                (open, holds) = (no, self.logic.guards.or(holds, yes));
            }
        }
        if quant.forall {
            holds = self.logic.guards.or(holds, open);
        } else {
            fails = self.logic.guards.or(fails, open);
        }
        *scope = self.logic.guards.or(holds, fails);
        holds
    }

    /// The guard on which the body holds for the cell at `index`, which is within the bounds.
    fn body_at(
        &mut self,
        step: &mut Step<'p, '_>,
        scope: &mut Guard,
        quant: &Arc<Quant>,
        array: AddrId,
        index: TermId,
    ) -> Guard {
        self.bound_at(step, *scope, quant, array, index);
        let body = self.cond(step, scope, &quant.body);
        step.bindings.truncate(step.bindings.len() - 2);
        body
    }

    /// Binds element and index of a quantifier to a cell, until the two bindings are taken away.
    fn bound_at(&mut self, step: &mut Step<'p, '_>, scope: Guard, quant: &Arc<Quant>, array: AddrId, index: TermId) {
        let (lx, mut memory) = self.memory(step.state);
        let elem = memory.element(lx, array, index, scope);
        step.bindings.push((quant.elem, elem));
        let index = Summary::constant(&mut self.logic, Value::Num(index));
        step.bindings.push((quant.index, index));
    }

    /// The paths of φ on which a checked `forall` fails, infeasible ones left out: see [`Machine::failures`]. Nothing
    /// when the quantifier is not expanded.
    pub(crate) fn failing_cells(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: &mut Guard,
        quant: &Arc<Quant>,
    ) -> Option<Guard> {
        let domain = self.eval(step, phi, &quant.domain);
        self.check_null(step, phi, &domain);
        let mut cases = Vec::new();
        for (g, v) in domain.restrict(&mut self.logic, *phi).pairs(&mut self.logic) {
            let Value::Ref(array) = v else { continue };
            let (lx, mut memory) = self.memory(step.state);
            let lengths = memory.length(lx, array, g);
            for (h, n) in lengths.pairs(&mut self.logic) {
                let Value::Num(n) = n else { continue };
                let n = self.logic.pin(h, n);
                let bound = upper_bound(&mut self.logic, h, n).filter(|bound| *bound <= EXPANDED_CELLS)?;
                cases.push((h, array, n, bound));
            }
        }
        let (mut fails, mut scope) = (Guard::FALSE, Guard::FALSE);
        for (mut rest, array, length, bound) in cases {
            for i in 0..bound.max(0) {
                let index = self.logic.terms.constant(Num::from(i));
                let within = self.logic.lt(index, length);
                let before = self.logic.and(rest, within);
                if before == Guard::FALSE {
                    break;
                }
                let mut cell = before;
                self.bound_at(step, cell, quant, array, index);
                let failing = self.failures(step, &mut cell, &quant.body);
                step.bindings.truncate(step.bindings.len() - 2);
                fails = self.logic.or(fails, failing);
                let thrown = self.logic.and_not(before, cell);
                let ended = self.logic.or(failing, thrown);
                rest = self.logic.and_not(rest, ended);
            }
            scope = self.logic.or(scope, rest);
        }
        *phi = self.logic.or(scope, fails);
        Some(fails)
    }

    /// A fresh atom. Its value within `scope`.
    fn atom(&mut self, step: &Step<'p, '_>, scope: Guard, quant: &Arc<Quant>, array: AddrId, length: TermId) -> Guard {
        let (choice, sides) = self.logic.choice("a quantified formula holds", 2);
        let universal = sides[1];
        self.quantifiers.atoms.push(Atom {
            quant: Arc::clone(quant),
            point: step.point,
            bindings: step.bindings.clone(),
            snapshot: step.state.fork(),
            array,
            length,
            scope,
            choice,
            holds: universal,
            instances: 0,
            axioms: Guard::TRUE,
        });
        let index = self.quantifiers.atoms.len() - 1;
        // ¬Q has a witness.
        let name = "the index of a counterexample".to_owned();
        let info = InputInfo { name, sort: Sort::Int, low: Some(Num::ZERO), high: None, kind: InputKind::Value };
        let witness = self.logic.terms.add_input(info);
        let witness = self.logic.terms.input(witness);
        let within = self.logic.lt(witness, length);
        let missed = self.logic.guards.and_not(scope, universal);
        let proper = self.logic.guards.and(missed, within);
        let refuted = self.refuted_at(index, proper, witness);
        let wrong = self.logic.guards.and_not(missed, refuted);
        self.quantifiers.atoms[index].axioms = self.logic.guards.not(wrong);
        if quant.forall { self.logic.guards.and(scope, universal) } else { self.logic.guards.and_not(scope, universal) }
    }

    /// The part of `scope` on which the cell at an index (within the bounds) contradicts the universal reading of an
    /// atom.
    fn refuted_at(&mut self, atom: usize, mut scope: Guard, index: TermId) -> Guard {
        if scope == Guard::FALSE {
            return scope;
        }
        let atom = self.quantifiers.atoms[atom].clone();
        let mut snapshot = atom.snapshot;
        let mut step = Step {
            span: atom.quant.span,
            bindings: atom.bindings,
            hypothetical: true,
            ..Step::at(self.program, &self.contexts, &mut snapshot, atom.point)
        };
        let before = scope;
        let body = self.body_at(&mut step, &mut scope, &atom.quant, atom.array, index);
        let thrown = self.logic.guards.and_not(before, scope);
        // Without axioms: paths that only they exclude count as possible.
        self.quantifiers.body_may_throw |= self.solver.feasible(&mut self.logic, thrown).is_possible();
        if atom.quant.forall { self.logic.guards.and_not(scope, body) } else { body }
    }

    /// A pc guard with the axioms of the quantified formulas in it.
    pub fn with_axioms(&mut self, guard: Guard) -> Guard {
        let mut guard = guard;
        let mut used = vec![false; self.quantifiers.atoms.len()];
        // Instances may mention further atoms, and may give arrays further keys.
        loop {
            if guard == Guard::FALSE {
                return guard;
            }
            let mut changed = false;
            for i in 0..self.quantifiers.atoms.len() {
                if used.get(i) == Some(&true) || !self.mentions(guard, i) {
                    continue;
                }
                used.resize(self.quantifiers.atoms.len(), false);
                used[i] = true;
                changed = true;
                self.instantiate(i);
                guard = self.logic.guards.and(guard, self.quantifiers.atoms[i].axioms);
            }
            if !changed {
                return guard;
            }
        }
    }

    fn mentions(&mut self, guard: Guard, atom: usize) -> bool {
        let form = self.logic.terms.input(self.quantifiers.atoms[atom].choice);
        self.logic.support(guard).contains(&form)
    }

    /// Instantiates an atom at the index keys that its array has gained since.
    fn instantiate(&mut self, i: usize) {
        loop {
            let atom = &self.quantifiers.atoms[i];
            let key = self.table.keys(atom.array).and_then(|k| k.keys().get(atom.instances).copied());
            let Some(key) = key.filter(|_| atom.instances < MAX_INSTANCES) else { return };
            self.quantifiers.atoms[i].instances += 1;
            self.instantiate_at(i, key);
        }
    }

    fn instantiate_at(&mut self, i: usize, index: TermId) {
        let atom = &self.quantifiers.atoms[i];
        let (length, scope, holds) = (atom.length, atom.scope, atom.holds);
        let zero = self.logic.terms.constant(Num::ZERO);
        let (low, high) = (self.logic.le(zero, index), self.logic.lt(index, length));
        let within = self.logic.guards.and(low, high);
        let claimed = self.logic.guards.and(scope, holds);
        let claimed = self.logic.guards.and(claimed, within);
        let wrong = self.refuted_at(i, claimed, index);
        let axioms = self.quantifiers.atoms[i].axioms;
        self.quantifiers.atoms[i].axioms = self.logic.guards.and_not(axioms, wrong);
    }

    /// Instantiates the atoms that a guard mentions at the constants below the lengths that a model gives their
    /// arrays, so that cells which were never read get values that satisfy the bodies. Tells whether
    /// there were new ones.
    pub fn complete(&mut self, guard: Guard, length_of: impl Fn(&Self, TermId) -> Option<i64>) -> bool {
        let keys_before: usize = self.key_count();
        for i in 0..self.quantifiers.atoms.len() {
            if !self.mentions(guard, i) {
                continue;
            }
            let Atom { array, length, .. } = self.quantifiers.atoms[i];
            for n in 0..length_of(self, length).unwrap_or(0).clamp(0, MAX_INSTANCES as i64) {
                let n = self.logic.terms.constant(Num::from(n));
                if self.table.keys(array).is_none_or(|k| k.place(n).is_none()) {
                    self.table.keys_mut(array).push(&self.logic, n);
                }
            }
        }
        self.key_count() > keys_before
    }

    fn key_count(&self) -> usize {
        let keys = |a: &Atom| self.table.keys(a.array).map_or(0, |k| k.keys().len());
        self.quantifiers.atoms.iter().map(keys).sum()
    }
}

/// The greatest value of a length wherever a guard holds, if it is known.
fn upper_bound(lx: &mut Logic, guard: Guard, length: TermId) -> Option<i64> {
    if let Some(n) = lx.terms.as_const(length) {
        return n.to_i64();
    }
    let input = lx.terms.as_input(length)?;
    let known = lx.bounds(guard, length).high.map(|threshold| threshold.bound.floor());
    let range = lx.terms.info(input).high.clone();
    known.into_iter().chain(range).min()?.to_i64()
}
