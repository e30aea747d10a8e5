//! Theory lemmas: clauses over thresholds that hold under every input, learned from unsatisfiable cores.

use crate::guard::{Exhausted, Guard, HoldsGuards, Logic, Rewriting};
use crate::index::Idx;
use crate::term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most lemmas that are conjoined with a guard at one time.
const CONJOINED: usize = 64;

/// A strengthened guard may have this many nodes per node of the guard, and `SLACK` beyond.
const GROWTH: usize = 2;
const SLACK: usize = 256;

#[derive(Debug)]
struct Lemma {
    guard: Guard,
    forms: Box<[TermId]>,
}

/// The lemmas learned so far.
#[derive(Debug, Default)]
pub(super) struct Lemmas {
    all: Vec<Lemma>,
    known: FxHashSet<Guard>,
    /// The lemmas whose first form is the key.
    by_form: FxHashMap<TermId, Vec<usize>>,
    /// The guard conjoined with lemmas, and the number of lemmas that had been considered.
    strengthened: FxHashMap<Guard, (Guard, usize)>,
    /// For each form, the last visit of a guard that has it. (In path mode, each question inspects thousands of lemmas.)
    marks: Vec<u32>,
    look: u32,
}

impl HoldsGuards for Lemmas {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        // Strengthened guards are forgotten when guards are freed, and `known` has the guards of `all`.
        let Self { all, known: _, by_form: _, strengthened: _, marks: _, look: _ } = self;
        all.iter().for_each(|Lemma { guard, forms: _ }| visit(*guard));
    }

    /// Drops lemmas whose image is `TRUE` or equals another's.
    fn rewrite(&mut self, lx: &mut Logic, rewriting: &Rewriting) {
        let Self { all, known: _, by_form: _, strengthened: _, marks: _, look: _ } = std::mem::take(self);
        for Lemma { guard, forms: _ } in all {
            self.learn(lx, rewriting.of(guard));
        }
    }
}

impl Lemmas {
    /// The number of lemmas.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Forgets strengthened guards, because they may have been freed.
    pub(super) fn forget(&mut self) {
        self.strengthened.clear();
    }

    /// Keeps a guard that is true under every input.
    pub(super) fn learn(&mut self, lx: &mut Logic, lemma: Guard) {
        if lemma.is_true() || lx.intact().is_err() || !self.known.insert(lemma) {
            return;
        }
        let forms: Box<[TermId]> = lx.support(lemma)[..].into();
        let Some(first) = forms.first() else { return };
        self.by_form.entry(*first).or_default().push(self.all.len());
        self.all.push(Lemma { guard: lemma, forms });
    }

    /// A guard that the same inputs satisfy, with fewer satisfying assignments of its variables. It is the conjunction with
    /// the lemmas that have all their forms in its support.
    pub(super) fn strengthen(&mut self, lx: &mut Logic, g: Guard) -> Result<Guard, Exhausted> {
        let (mut result, seen) = self.strengthened.get(&g).copied().unwrap_or((g, 0));
        if seen == self.all.len() {
            return Ok(result);
        }
        let support = lx.support(g);
        self.look += 1;
        for form in support.iter() {
            let at = form.index();
            self.marks.resize(self.marks.len().max(at + 1), 0);
            self.marks[at] = self.look;
        }
        let marked = |form: &TermId| self.marks.get(form.index()) == Some(&self.look);
        let mut relevant: Vec<usize> = support
            .iter()
            .filter_map(|form| self.by_form.get(form))
            .flatten()
            .copied()
            .filter(|&lemma| lemma >= seen && self.all[lemma].forms.iter().all(marked))
            .collect();
        // The lemmas learned last are about what is being explored now.
        relevant.sort_unstable_by(|a, b| b.cmp(a));
        let largest = GROWTH * lx.guards.node_count(g) + SLACK;
        let mut conjoined = 0;
        for lemma in relevant {
            if result.is_false() || conjoined == CONJOINED {
                break;
            }
            let lemma = self.all[lemma].guard;
            // Guards are kept until a collection, so none is built in vain.
            if lx.implies(result, lemma) {
                continue;
            }
            let stronger = lx.and(result, lemma);
            conjoined += 1;
            lx.intact()?;
            if lx.guards.node_count(stronger) <= largest {
                result = stronger;
            }
        }
        // What a guard implies is unknown after guards have run out.
        lx.intact()?;
        self.strengthened.insert(g, (result, self.all.len()));
        Ok(result)
    }
}
