//! The axioms of quantified formulas: a counterexample of each atom that may be false, and instances of each that may be
//! true. They are conjoined to a guard before its feasibility is asked.

use super::atoms::Atom;
use crate::guard::Guard;
use crate::num::Num;
use crate::term::TermId;
use crate::transition::Machine;

/// The most index keys at which a quantifier over an array without a known bound is instantiated.
const MAX_INSTANCES: usize = 256;

/// The last generation of index keys that have instances. What the program reads or writes, and the counterexamples of its
/// formulas, have generation 0. Counterexamples of formulas in an instance are one generation later than its key.
const LAST_GENERATION: u32 = 1;

/// The generation of keys that have no instances: those that only an instance reads. If they had, the cells next to a cell
/// would bring in ever more cells.
pub(super) const NEVER: u32 = u32::MAX;

impl Machine<'_> {
    /// A pc guard with the axioms of the quantified formulas in it: a counterexample of each that may be false there, and
    /// instances of each that may be true.
    pub fn with_axioms(&mut self, mut guard: Guard) -> Guard {
        loop {
            let mut is_new = false;
            // Axioms may contain further atoms, and may add keys to arrays.
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
                guard = self.logic.and(guard, self.quantifiers.atoms[i].axioms);
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

    /// If an atom may be false within a guard, adds the axiom that it has a counterexample. Returns whether that is new.
    fn refute(&mut self, i: usize, guard: Guard) -> bool {
        let Atom { array, scope, holds, length, generation, has_witness, .. } = self.quantifiers.atoms[i];
        let missed = self.logic.and_not(scope, holds);
        if has_witness || self.logic.and(guard, missed) == Guard::FALSE {
            return false;
        }
        self.quantifiers.atoms[i].has_witness = true;
        let witness = self.witness(array, missed);
        let within = self.logic.lt(witness, length);
        let proper = self.logic.and(missed, within);
        let (refuted, _) = self.refuted_at(i, proper, witness, (generation, generation));
        let wrong = self.logic.and_not(missed, refuted);
        self.exclude(i, wrong);
        true
    }

    /// If an atom may be true within a guard, adds its instances at the index keys that its array has gained since. Returns
    /// whether there were any.
    fn instantiate(&mut self, i: usize, guard: Guard) -> bool {
        let holds = self.quantifiers.atoms[i].holds;
        if self.logic.and(guard, holds) == Guard::FALSE {
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
        let within = self.logic.and(low, high);
        let claimed = self.logic.and(scope, holds);
        let claimed = self.logic.and(claimed, within);
        let (wrong, _) = self.refuted_at(i, claimed, index, (NEVER, generation + 1));
        self.exclude(i, wrong);
    }

    /// Adds an axiom: the paths of `wrong` are infeasible.
    fn exclude(&mut self, i: usize, wrong: Guard) {
        let axioms = &mut self.quantifiers.atoms[i].axioms;
        *axioms = self.logic.and_not(*axioms, wrong);
    }

    /// Adds index keys at the constants below the lengths that a model gives the arrays of the atoms in a guard. Instances at
    /// these make cells that were never read satisfy the bodies. Returns whether any are new.
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
