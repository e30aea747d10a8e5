//! Quantified formulas.
//!
//! Over arrays whose lengths have small bounds under the guard in force, a quantifier is expanded cell by cell, in
//! order, up to the first cell that decides; the cells that several arrays have at an index are one summary, for which the
//! body is evaluated once. Over another array it becomes a fresh atom Q with a snapshot of Σ:
//!
//! ```text
//!   Q  ⇒ (0 ≤ t < #a ⇒ P(t))      for the index keys t that the array has or later gets
//!   ¬Q ⇒ (0 ≤ k < #a ∧ ¬P(k))     for one Skolem index k
//! ```
//!
//! where P is the body of a `forall` and the negated body of an `exists`. These axioms are conjoined to a pc guard
//! that mentions Q before its feasibility is asked ([`Machine::with_axioms`]). They are instances of what Q means, so
//! an infeasible answer is exact; a feasible one may rest on cells that were never read, and is replayed.
//!
//! Each key is compared with every other one, so keys are few: k is made where ¬Q matters first, formulas that are never
//! false together share it, and not every key has instances. What instances read is of a later *generation* than their
//! own key (as in matching loops: D. Detlefs, G. Nelson, J. Saxe, *Simplify: a theorem prover for program checking*, 2005;
//! L. de Moura, N. Bjørner, *Efficient E-matching for SMT solvers*, 2007).

use super::{Machine, Step};
use crate::guard::{Guard, HoldsGuards, Logic, Rewriting};
use crate::ir::{LocalId, Quant};
use crate::num::Num;
use crate::state::{Live, Marks, ProgramPoint, State};
use crate::summary::{AddrId, Summary, Value};
use crate::term::{InputId, InputInfo, InputKind, Sort, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Quantifiers over arrays of at most this many cells are expanded.
const EXPANDED_CELLS: i64 = 4096;

/// A quantifier over an array without a known bound is instantiated at this many index keys at most.
const MAX_INSTANCES: usize = 256;

/// The last generation of index keys that have instances: what the program reads or writes, and the counterexamples of its
/// formulas, are of generation 0, counterexamples of formulas in an instance one later than its key.
const LAST_GENERATION: u32 = 1;

/// The generation of keys that have no instances: what an instance reads besides. Of neighbours there would be ever more.
const NEVER: u32 = u32::MAX;

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
    /// The generation of k.
    generation: u32,
    /// Whether there is a k.
    has_witness: bool,
    /// The places of the index keys of the array that it has been instantiated at.
    instances: BTreeSet<u32>,
    /// The conjunction of the axioms so far.
    axioms: Guard,
}

/// An array that a quantifier ranges over.
#[derive(Clone, Copy)]
struct Domain {
    /// Where it is this array, of this length.
    guard: Guard,
    array: AddrId,
    length: TermId,
    /// The most cells that it has, where they are few enough to expand the quantifier.
    bound: Option<i64>,
}

/// The quantified formulas of a run that were not expanded.
#[derive(Default)]
pub struct Quantifiers {
    atoms: Vec<Atom>,
    /// By array, the indexes of counterexamples, each with the guard on which it is one.
    witnesses: FxHashMap<AddrId, Vec<(TermId, Guard)>>,
    /// The generation of counterexamples of the formulas that are met now.
    generation: u32,
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
            generation: _,
            has_witness: _,
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

impl Marks for Atom {
    fn mark(&self, live: &mut Live<'_>) {
        let Self {
            quant: _,
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
        bindings.iter().for_each(|(_, value)| live.summary(value));
        snapshot.mark(live);
    }
}

impl Marks for Quantifiers {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { atoms, witnesses, generation: _, body_may_throw: _ } = self;
        atoms.mark(live);
        for (array, indexes) in witnesses {
            live.address(*array);
            indexes.iter().for_each(|(index, _)| live.term(*index));
        }
    }
}

impl Quantifiers {
    /// On paths that are none, no index is a counterexample.
    pub(super) fn release(&mut self, logic: &mut Logic, none: Guard) {
        for (_, taken) in self.witnesses.values_mut().flatten() {
            *taken = logic.guards.and_not(*taken, none);
        }
    }
}

impl HoldsGuards for Quantifiers {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { atoms, witnesses, generation: _, body_may_throw: _ } = self;
        atoms.iter().for_each(|atom| atom.visit(visit));
        witnesses.values().flatten().for_each(|(_, taken)| visit(*taken));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        self.atoms.iter_mut().for_each(|atom| atom.rewrite(logic, rewriting));
        self.witnesses.values_mut().flatten().for_each(|(_, taken)| *taken = rewriting.of(*taken));
    }
}

impl<'p> Machine<'p> {
    /// The guard of the paths of φ on which a quantified formula is true, and of those that go on.
    #[must_use]
    pub(crate) fn quantified(&mut self, step: &mut Step<'p, '_>, phi: Guard, quant: &Arc<Quant>) -> (Guard, Guard) {
        let (domains, _) = self.domains(step, phi, quant);
        let (small, large): (Vec<_>, Vec<_>) = domains.into_iter().partition(|domain| domain.bound.is_some());
        let (mut holds, mut scope) = self.expand(step, quant, &small);
        for domain in large {
            let yes = self.atom(step, quant, &domain);
            holds = self.logic.guards.or(holds, yes);
            scope = self.logic.guards.or(scope, domain.guard);
        }
        (holds, scope)
    }

    /// The arrays that a quantifier ranges over, and the paths on which there is one.
    fn domains(&mut self, step: &mut Step<'p, '_>, phi: Guard, quant: &Quant) -> (Vec<Domain>, Guard) {
        let (arrays, phi) = self.eval(step, phi, &quant.domain);
        let phi = self.check_null(step, phi, &arrays);
        let mut domains = Vec::new();
        for (g, v) in arrays.restrict(&mut self.logic, phi).pairs(&mut self.logic) {
            let Value::Ref(array) = v else { continue };
            let (lx, mut memory) = self.memory(step.state);
            let lengths = memory.length(lx, array, g);
            for (guard, n) in lengths.pairs(&mut self.logic) {
                let Value::Num(n) = n else { continue };
                let length = self.logic.pin(guard, n);
                let bound = upper_bound(&mut self.logic, guard, length).filter(|bound| *bound <= EXPANDED_CELLS);
                domains.push(Domain { guard, array, length, bound });
            }
        }
        (domains, phi)
    }

    /// Cell by cell. Gives the guard on which the formula holds, and the guard on which the body does not throw.
    fn expand(&mut self, step: &mut Step<'p, '_>, quant: &Quant, domains: &[Domain]) -> (Guard, Guard) {
        // The paths on which no cell so far has decided, and those on which the formula is decided or the cells ended.
        let mut open = self.logic.or_all(domains.iter().map(|domain| domain.guard).collect());
        let (mut holds, mut fails) = (Guard::FALSE, Guard::FALSE);
        for i in 0..cells(domains) {
            let Some(cell) = self.bind_cell(step, open, quant, domains, i) else { break };
            let ended = self.logic.guards.and_not(open, cell);
            if quant.forall {
                holds = self.logic.guards.or(holds, ended);
            } else {
                fails = self.logic.guards.or(fails, ended);
            }
            let (body, cell) = self.cond(step, cell, &quant.body);
            unbind(step);
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
        (holds, self.logic.guards.or(holds, fails))
    }

    /// Binds element and index of a quantifier to the cells at a constant index, of all arrays that have one: the body is
    /// evaluated once for all of them. Gives the part of φ on which there is one, if there is any.
    fn bind_cell(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        quant: &Quant,
        domains: &[Domain],
        index: i64,
    ) -> Option<Guard> {
        let index = self.logic.terms.constant(Num::from(index));
        let (mut elem, mut within) = (Summary::empty(), Vec::new());
        for domain in domains {
            let below = self.logic.lt(index, domain.length);
            let below = self.logic.guards.and(domain.guard, below);
            let here = self.logic.guards.and(phi, below);
            if here != Guard::FALSE {
                let (lx, mut memory) = self.memory(step.state);
                let cell = memory.element(lx, domain.array, index, here);
                elem = elem.update(lx, here, &cell);
                within.push(here);
            }
        }
        if within.is_empty() {
            return None;
        }
        let within = self.logic.or_all(within);
        let elem = self.collapsed_read(step.state, within, elem);
        self.bind(step, quant, elem, index);
        Some(within)
    }

    /// Binds element and index of a quantifier.
    fn bind(&mut self, step: &mut Step<'p, '_>, quant: &Quant, elem: Summary, index: TermId) {
        step.bindings.push((quant.elem, elem));
        let index = Summary::constant(&mut self.logic, Value::Num(index));
        step.bindings.push((quant.index, index));
    }

    /// The paths of φ on which a checked `forall` fails, infeasible ones left out: see [`Machine::failures`]. Nothing
    /// when the quantifier is not expanded. Gives the paths that go on besides.
    #[must_use]
    pub(crate) fn failing_cells(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        quant: &Quant,
    ) -> (Option<Guard>, Guard) {
        let (domains, phi) = self.domains(step, phi, quant);
        if domains.iter().any(|domain| domain.bound.is_none()) {
            return (None, phi);
        }
        let mut rest = self.logic.or_all(domains.iter().map(|domain| domain.guard).collect());
        let mut fails = Guard::FALSE;
        for i in 0..cells(&domains) {
            let Some(before) = self.bind_cell(step, rest, quant, &domains, i) else { break };
            let (failing, cell) = self.failures(step, before, &quant.body);
            unbind(step);
            fails = self.logic.or(fails, failing);
            let thrown = self.logic.and_not(before, cell);
            let ended = self.logic.or(failing, thrown);
            rest = self.logic.and_not(rest, ended);
        }
        (Some(fails), self.logic.or(rest, fails))
    }

    /// A fresh atom. Its value within the guard of the array.
    fn atom(&mut self, step: &Step<'p, '_>, quant: &Arc<Quant>, domain: &Domain) -> Guard {
        let Domain { guard: scope, array, length, bound: _ } = *domain;
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
            generation: self.quantifiers.generation,
            has_witness: false,
            instances: BTreeSet::new(),
            axioms: Guard::TRUE,
        });
        self.look_for_throw(self.quantifiers.atoms.len() - 1);
        if quant.forall { self.logic.guards.and(scope, universal) } else { self.logic.guards.and_not(scope, universal) }
    }

    /// Whether the body of an atom may throw at some index, at which there need be no instances.
    fn look_for_throw(&mut self, i: usize) {
        let Atom { quant, array, length, scope, .. } = &self.quantifiers.atoms[i];
        let (array, length, scope) = (*array, *length, *scope);
        if self.quantifiers.body_may_throw || quant.body.is_pure() {
            return;
        }
        let index = self.witness(array, Guard::FALSE);
        let within = self.logic.lt(index, length);
        let within = self.logic.guards.and(scope, within);
        let (_, thrown) = self.refuted_at(i, within, index, (NEVER, NEVER));
        // Without axioms: paths that only they exclude count as possible.
        self.quantifiers.body_may_throw = self.solver.feasible(&mut self.logic, thrown).is_possible();
    }

    /// An index of an array that is nothing else within a guard. What is another index elsewhere is preferred: an array has
    /// fewer index keys then, each of which any other may be equal to.
    fn witness(&mut self, array: AddrId, guard: Guard) -> TermId {
        let Self { quantifiers, logic, .. } = self;
        let known = quantifiers.witnesses.entry(array).or_default();
        if let Some((index, taken)) =
            known.iter_mut().find(|(_, taken)| logic.guards.and(*taken, guard) == Guard::FALSE)
        {
            *taken = logic.guards.or(*taken, guard);
            return *index;
        }
        let (name, low) = ("the index of a counterexample".to_owned(), Some(Num::ZERO));
        let index = logic.terms.add_input(InputInfo { name, sort: Sort::Int, low, high: None, kind: InputKind::Value });
        let index = logic.terms.input(index);
        known.push((index, guard));
        index
    }

    /// The part of `scope` on which the cell at an index (within the bounds) contradicts the universal reading of an
    /// atom, and the part on which the body throws. Index keys that the body gives to arrays are of one generation,
    /// counterexamples of the formulas in it of another.
    fn refuted_at(&mut self, atom: usize, scope: Guard, index: TermId, (read, inner): (u32, u32)) -> (Guard, Guard) {
        if scope == Guard::FALSE {
            return (scope, scope);
        }
        let atom = self.quantifiers.atoms[atom].clone();
        let mut snapshot = atom.snapshot;
        let mut step = Step {
            span: atom.quant.span,
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
        let thrown = self.logic.guards.and_not(scope, proper);
        let refuted = if atom.quant.forall { self.logic.guards.and_not(proper, body) } else { body };
        (refuted, thrown)
    }

    /// A pc guard with the axioms of the quantified formulas in it: a counterexample of each that may be false there, and
    /// instances of each that may be true.
    pub fn with_axioms(&mut self, mut guard: Guard) -> Guard {
        loop {
            let mut is_new = false;
            // Axioms may mention further atoms, and may give arrays further keys.
            let mut atoms = 0..;
            while let Some(i) = atoms.next().filter(|i| *i < self.quantifiers.atoms.len()) {
                if guard == Guard::FALSE {
                    return guard;
                }
                if !self.mentions(guard, i) {
                    continue;
                }
                is_new |= self.refute(i, guard);
                is_new |= self.instantiate(i, guard);
                guard = self.logic.guards.and(guard, self.quantifiers.atoms[i].axioms);
            }
            if !is_new {
                return guard;
            }
        }
    }

    /// Whether a quantified formula that was not expanded is in a guard.
    pub fn is_quantified(&mut self, guard: Guard) -> bool {
        (0..self.quantifiers.atoms.len()).any(|atom| self.mentions(guard, atom))
    }

    fn mentions(&mut self, guard: Guard, atom: usize) -> bool {
        let form = self.logic.terms.input(self.quantifiers.atoms[atom].choice);
        self.logic.support(guard).contains(&form)
    }

    /// Where an atom may be false within a guard, that it has a counterexample. Tells whether that is new.
    fn refute(&mut self, i: usize, guard: Guard) -> bool {
        let Atom { array, scope, holds, length, generation, has_witness, .. } = self.quantifiers.atoms[i];
        let missed = self.logic.guards.and_not(scope, holds);
        if has_witness || self.logic.guards.and(guard, missed) == Guard::FALSE {
            return false;
        }
        self.quantifiers.atoms[i].has_witness = true;
        let witness = self.witness(array, missed);
        let within = self.logic.lt(witness, length);
        let proper = self.logic.guards.and(missed, within);
        let (refuted, _) = self.refuted_at(i, proper, witness, (generation, generation));
        let wrong = self.logic.guards.and_not(missed, refuted);
        self.exclude(i, wrong);
        true
    }

    /// Where an atom may be true within a guard, what it says of the index keys that its array has gained since. Tells whether
    /// there were any.
    fn instantiate(&mut self, i: usize, guard: Guard) -> bool {
        let holds = self.quantifiers.atoms[i].holds;
        if self.logic.guards.and(guard, holds) == Guard::FALSE {
            return false;
        }
        let known = self.quantifiers.atoms[i].instances.len();
        loop {
            let atom = &self.quantifiers.atoms[i];
            let new = self.table.keys(atom.array).and_then(|keys| {
                let mut places = keys.up_to(LAST_GENERATION);
                let place = places.find(|place| !atom.instances.contains(place))?;
                Some((place, keys.keys()[place as usize], keys.generation(place)))
            });
            let Some((place, key, generation)) = new.filter(|_| atom.instances.len() < MAX_INSTANCES) else { break };
            self.quantifiers.atoms[i].instances.insert(place);
            self.instantiate_at(i, key, generation);
        }
        self.quantifiers.atoms[i].instances.len() > known
    }

    fn instantiate_at(&mut self, i: usize, index: TermId, generation: u32) {
        let atom = &self.quantifiers.atoms[i];
        let (length, scope, holds) = (atom.length, atom.scope, atom.holds);
        let zero = self.logic.terms.constant(Num::ZERO);
        let (low, high) = (self.logic.le(zero, index), self.logic.lt(index, length));
        let within = self.logic.guards.and(low, high);
        let claimed = self.logic.guards.and(scope, holds);
        let claimed = self.logic.guards.and(claimed, within);
        let (wrong, _) = self.refuted_at(i, claimed, index, (NEVER, generation + 1));
        self.exclude(i, wrong);
    }

    /// An axiom: some paths are none.
    fn exclude(&mut self, i: usize, wrong: Guard) {
        let axioms = &mut self.quantifiers.atoms[i].axioms;
        *axioms = self.logic.guards.and_not(*axioms, wrong);
    }

    /// Instantiates the atoms that a guard mentions at the constants below the lengths that a model gives their
    /// arrays, so that cells which were never read get values that satisfy the bodies. Tells whether
    /// there were new ones.
    pub fn complete(&mut self, guard: Guard, length_of: impl Fn(&Self, TermId) -> Option<i64>) -> bool {
        let mut grows = false;
        for i in 0..self.quantifiers.atoms.len() {
            if !self.mentions(guard, i) {
                continue;
            }
            let Atom { array, length, .. } = self.quantifiers.atoms[i];
            for n in 0..length_of(self, length).unwrap_or(0).clamp(0, MAX_INSTANCES as i64) {
                let n = self.logic.terms.constant(Num::from(n));
                let known = self.table.keys(array).and_then(|keys| keys.place(n).map(|place| keys.generation(place)));
                self.table.key(&self.logic, array, n);
                grows |= known != Some(0);
            }
        }
        grows
    }
}

/// The most cells that one of some small arrays has.
fn cells(domains: &[Domain]) -> i64 {
    domains.iter().filter_map(|domain| domain.bound).max().unwrap_or(0)
}

/// Takes away what was bound last.
fn unbind(step: &mut Step<'_, '_>) {
    step.bindings.truncate(step.bindings.len() - 2);
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
