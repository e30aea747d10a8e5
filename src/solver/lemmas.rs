//! Theory lemmas: clauses over thresholds that hold of every input, learned from unsatisfiable cores.

use crate::guard::{Guard, Logic};
use crate::term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The most lemmas that are conjoined with one guard at one time.
const CONJOINED: usize = 64;

/// A strengthened guard may have this many nodes per node of the guard, and `SLACK` beyond.
const GROWTH: usize = 4;
const SLACK: usize = 256;

/// The most guards of which it is kept that they were infeasible.
const REFUTED: usize = 16;

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
    /// The guard conjoined with lemmas, and how many lemmas had been looked at.
    strengthened: FxHashMap<Guard, (Guard, usize)>,
    /// The guards that were infeasible as a whole, the last ones.
    refuted: VecDeque<Guard>,
}

impl Lemmas {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Keeps a guard that is true of every input. Whether it is new.
    pub(super) fn learn(&mut self, lx: &mut Logic, lemma: Guard) -> bool {
        if lemma.is_true() || lx.exhausted().is_some() || !self.known.insert(lemma) {
            return false;
        }
        let forms: Box<[TermId]> = lx.support(lemma)[..].into();
        let Some(first) = forms.first() else { return false };
        self.by_form.entry(*first).or_default().push(self.all.len());
        self.all.push(Lemma { guard: lemma, forms });
        true
    }

    /// Keeps that a guard is infeasible, without a clause to say why.
    pub(super) fn refute(&mut self, g: Guard) {
        self.refuted.truncate(REFUTED - 1);
        self.refuted.push_front(g);
    }

    /// Whether a guard implies one that was infeasible: the path went on from there.
    pub(super) fn is_refuted(&self, lx: &mut Logic, g: Guard) -> bool {
        self.refuted.iter().any(|refuted| lx.implies(g, *refuted))
    }

    /// The lemmas from number `from` on all of whose forms are in the support of a guard, those learned last first:
    /// they are about what is being explored now.
    fn relevant_from(&self, lx: &mut Logic, g: Guard, from: usize) -> Vec<Guard> {
        let support = lx.support(g);
        let forms: FxHashSet<TermId> = support.iter().copied().collect();
        let applies = |lemma: &usize| *lemma >= from && self.all[*lemma].forms.iter().all(|form| forms.contains(form));
        let mut relevant: Vec<usize> =
            support.iter().filter_map(|form| self.by_form.get(form)).flatten().copied().filter(applies).collect();
        relevant.sort_unstable_by(|a, b| b.cmp(a));
        relevant.into_iter().map(|lemma| self.all[lemma].guard).collect()
    }

    /// The lemmas all of whose forms are in the support of a guard.
    pub(super) fn relevant(&self, lx: &mut Logic, g: Guard) -> Vec<Guard> {
        self.relevant_from(lx, g, 0)
    }

    /// A guard that the same inputs satisfy, with fewer satisfying assignments of its variables: the conjunction with
    /// the lemmas all of whose forms are in its support.
    pub(super) fn strengthen(&mut self, lx: &mut Logic, g: Guard) -> Guard {
        let (mut result, seen) = self.strengthened.get(&g).copied().unwrap_or((g, 0));
        if seen == self.all.len() {
            return result;
        }
        let mut conjoined = 0;
        for lemma in self.relevant_from(lx, g, seen) {
            if result.is_false() || conjoined == CONJOINED {
                break;
            }
            // Guards are kept for ever: build none for nothing.
            if lx.implies(result, lemma) {
                continue;
            }
            conjoined += 1;
            result = within_limit(lx, g, result, lemma).unwrap_or(result);
        }
        self.strengthened.insert(g, (result, self.all.len()));
        result
    }

    /// `rest`, which is `g` and lemmas, with one more lemma; nothing where that becomes too large.
    pub(super) fn conjoin(&mut self, lx: &mut Logic, g: Guard, rest: Guard, lemma: Guard) -> Option<Guard> {
        let stronger = within_limit(lx, g, rest, lemma)?;
        self.strengthened.insert(g, (stronger, self.all.len()));
        Some(stronger)
    }
}

/// `rest ∧ lemma`, unless that is far larger than the guard. Lemmas about other forms than the neighbours in the order
/// of the variables multiply a guard: 28 comparisons of 8 inputs grew from 14,000 nodes to 1.4 million on the way to
/// false.
fn within_limit(lx: &mut Logic, g: Guard, rest: Guard, lemma: Guard) -> Option<Guard> {
    let largest = GROWTH * lx.guards.node_count(g) + SLACK;
    let stronger = lx.and(rest, lemma);
    (lx.exhausted().is_none() && lx.guards.node_count(stronger) <= largest).then_some(stronger)
}
