//! Guards as conditions of terms.

use super::{Guard, Logic, Threshold};
use crate::num::Num;
use crate::term::TermId;
use rustc_hash::FxHashMap;

impl Logic {
    /// `g ? yes : no` as a term: a truth value for each node of the guard, and one term that chooses by the root's.
    pub fn select(&mut self, g: Guard, yes: TermId, no: TermId) -> TermId {
        let [zero, one] = [Num::ZERO, Num::ONE].map(|n| self.terms.constant(n));
        let mut truths: FxHashMap<u32, TermId> = FxHashMap::from_iter([(0, zero), (1, one)]);
        for node in self.guards.nodes(g) {
            let atom = self.forms.atom(node.atom);
            let form = self.forms.form(atom.form).term;
            let truth = self.terms.ite(form, &atom.threshold, truths[&node.high], truths[&node.low]);
            truths.insert(node.index, truth);
        }
        let truth = truths[&self.guards.root(g)];
        self.terms.ite(truth, &Threshold::at_most(Num::ZERO), no, yes)
    }

    /// A guard that is `g` wherever `care` holds; `care` must not be `FALSE`. Where the store supports that, the result has
    /// no decisions that matter only elsewhere.
    pub fn simplify(&mut self, g: Guard, care: Guard) -> Guard {
        match self.guards.diagrams() {
            Some(store) => store.simplify(g.into(), care).as_guard(),
            None => self.and(g, care),
        }
    }
}
