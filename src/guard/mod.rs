//! Guards: Boolean functions of the inputs, as BDDs over canonical atoms.
//!
//! Three layers. [`Guards`] interns and combines BDDs and does not know what the variables mean. There are two such stores,
//! one for each representation of summaries (`store`). The forms (`forms`) give each variable its meaning, a threshold on a
//! linear form, such that guards over one form are exact. [`Logic`] is both together with the terms, and the one object
//! that the engine passes around.
//!
//! **When variables or memory run out** ([`Budget`]) the store sets a sticky flag. From then on operations return
//! *arbitrary* guards, quickly and without panicking. [`Logic::intact`] turns the flag into an error. It must be called
//! before the result of a step is used for an answer. On an error the step is discarded, and the run ends with `unknown`.
//!
//! Invariant: this module never asks the solver.

mod alternatives;
mod bdds;
mod budget;
mod cache;
mod consequences;
mod cover;
mod diagrams;
mod facts;
mod flat;
mod floats;
mod forms;
mod holder;
mod implied;
mod integers;
mod model;
mod select;
mod store;
#[cfg(test)]
mod tests;
mod windows;

use crate::config::Summaries;
use crate::entity;
use crate::num::Num;
pub use crate::term::Threshold;
use crate::term::{InputId, InputInfo, InputKind, Sort, TermId, Terms};
pub use budget::{Budget, Cancellation, Exhausted};
pub(crate) use diagrams::{Diagrams, Leaf, NodeId, Pairing, Parted};
pub use facts::{Cube, Fact, Literal};
use forms::Forms;
pub use holder::HoldsGuards;
pub(crate) use holder::holds_guards;
pub use implied::Rewriting;
use std::rc::Rc;
pub use store::Guards;
pub use windows::Wraps;

entity! {
    /// A BDD variable. Its meaning is a threshold on a form: see [`Logic::atom`].
    pub struct AtomId("v");
}

/// A Boolean function of the inputs: the id of an interned BDD. Equal functions of the atoms are equal ids. The default is `FALSE`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Guard(u32);

impl Guard {
    /// No input.
    pub const FALSE: Guard = Guard(0);
    /// Every input.
    pub const TRUE: Guard = Guard(1);

    /// Whether the guard holds of no assignment of the atoms.
    pub fn is_false(self) -> bool {
        self == Self::FALSE
    }

    /// Whether the guard holds of every assignment of the atoms.
    pub fn is_true(self) -> bool {
        self == Self::TRUE
    }

    /// The constant guard of a Boolean.
    pub fn from_bool(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }
}

/// Terms, guards, and the meaning of the guards' variables.
#[derive(Clone, Debug)]
pub struct Logic {
    /// The terms.
    pub terms: Terms,
    /// The guards.
    pub guards: Guards,
    /// Counters of wrapped numbers.
    pub wraps: Wraps,
    forms: Forms,
}

impl Default for Logic {
    /// A logic for the default representation of summaries.
    fn default() -> Self {
        Self::new(Summaries::default(), Budget::default())
    }
}

impl Logic {
    /// A logic without inputs and atoms, for a representation of summaries.
    pub fn new(summaries: Summaries, budget: Budget) -> Self {
        Self {
            terms: Terms::default(),
            guards: Guards::new(summaries, budget),
            wraps: Wraps::default(),
            forms: Forms::default(),
        }
    }

    /// An error if anything has run out: every guard made since then is arbitrary. See the module's documentation.
    pub fn intact(&self) -> Result<(), Exhausted> {
        self.guards.exhausted().map_or(Ok(()), Err)
    }

    /// `a ∧ b`
    pub fn and(&mut self, a: Guard, b: Guard) -> Guard {
        self.guards.and(a, b)
    }

    /// `a ∨ b`
    pub fn or(&mut self, a: Guard, b: Guard) -> Guard {
        self.guards.or(a, b)
    }

    /// `¬a`
    pub fn not(&mut self, a: Guard) -> Guard {
        self.guards.not(a)
    }

    /// `a ∧ ¬b`
    pub fn and_not(&mut self, a: Guard, b: Guard) -> Guard {
        self.guards.and_not(a, b)
    }

    /// `condition ? yes : no`
    pub fn ite(&mut self, condition: Guard, yes: Guard, no: Guard) -> Guard {
        self.guards.ite(condition, yes, no)
    }

    /// The disjunction of any number of guards.
    pub fn or_all(&mut self, guards: Vec<Guard>) -> Guard {
        self.guards.or_all(guards)
    }

    /// Whether `a ⇒ b` holds under all assignments of the atoms.
    pub fn implies(&mut self, a: Guard, b: Guard) -> bool {
        self.guards.implies(a, b)
    }

    /// Whether `a ∧ b` is the guard `FALSE`.
    pub fn disjoint(&mut self, a: Guard, b: Guard) -> bool {
        self.guards.disjoint(a, b)
    }

    /// A choice between `n` alternatives: an artificial input from 0 to `n - 1`, and the guard of each alternative.
    /// The guards are disjoint and cover every input. `n` must not be 0.
    pub fn choice(&mut self, name: &str, n: usize) -> (InputId, Vec<Guard>) {
        self.grouped_choice(name, &[n])
    }

    /// A choice between alternatives in groups; no group is empty. The decision between groups is above those within a
    /// group, so what depends only on the group has as many nodes as there are groups.
    pub fn grouped_choice(&mut self, name: &str, sizes: &[usize]) -> (InputId, Vec<Guard>) {
        let n = sizes.iter().sum();
        assert!(n > 0, "a choice has at least one alternative");
        let input = self.add_choice(name, n);
        let mut guards = vec![Guard::FALSE; n];
        self.bisect(input, &mut guards, 0, sizes);
        (input, guards)
    }

    /// A choice between two alternatives, made after all others: the guard of the second. Its variable goes above all
    /// others, where the store supports that, so that the alternatives need not be copied.
    pub fn latest_choice(&mut self, name: &str) -> Guard {
        let input = self.add_choice(name, 2);
        let form = self.terms.input(input);
        let first = self.at_most_first(form, &Threshold::at_most(Num::ZERO));
        self.not(first)
    }

    /// An artificial input from 0 to `n - 1`.
    fn add_choice(&mut self, name: &str, n: usize) -> InputId {
        let high = Num::from(i64::try_from(n).expect("few alternatives") - 1);
        let number = InputInfo::value(name, Sort::Int).ranged(Some(Num::ZERO), Some(high));
        self.terms.add_input(InputInfo { kind: InputKind::Choice, ..number })
    }

    /// Makes the guards of the alternatives. Thresholds in the order of a binary search make each a conjunction of log n
    /// literals: first between groups, then within them.
    fn bisect(&mut self, input: InputId, guards: &mut [Guard], offset: usize, sizes: &[usize]) {
        let form = self.terms.input(input);
        if let [only] = guards {
            let value = self.terms.constant(offset as i64);
            *only = self.eq(form, value);
            return;
        }
        if let [size] = *sizes {
            return self.bisect(input, guards, offset, &vec![1; size]);
        }
        let (first, second) = sizes.split_at(sizes.len() / 2);
        let (left, right) = guards.split_at_mut(first.iter().sum());
        let middle = offset + left.len();
        self.at_most(form, &Threshold::at_most((middle as i64 - 1).into()));
        self.bisect(input, left, offset, first);
        self.bisect(input, right, middle, second);
    }

    /// The forms that a guard depends on, in the order of their first atom.
    pub fn support(&mut self, g: Guard) -> Rc<[TermId]> {
        self.forms.support(&self.guards, g)
    }

    /// Frees the nodes of all guards except `live` and the thresholds. A store of nodes reuses the ids of freed guards, so
    /// the caller must not use a freed guard. Whatever keeps guards across collections ([`HoldsGuards`]) either has them
    /// among the `live` ones or forgets them. Builds with debug assertions detect most uses of a freed guard.
    pub fn collect(&mut self, live: impl IntoIterator<Item = Guard>) {
        let thresholds = self.forms.prepare_collection();
        self.guards.collect(live.into_iter().chain(thresholds));
    }

    /// The number of atoms created.
    pub fn atoms_len(&self) -> usize {
        self.guards.variables_used()
    }
}
