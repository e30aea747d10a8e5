//! What forms with common inputs imply of each other.
//!
//! `x ≤ y` and `y ≤ z` imply `x ≤ z`. In general, where a form is the sum `f = ±g ± h` of two others, bounds of `g` and `h`
//! add up to one of `f`. Thresholds on different forms do not express that: a guard may hold under assignments of the
//! variables that no input has. The solver finds out when it is asked about the pc, but the summaries of a sort multiply
//! such assignments. Three elements that are compared with each other have eight assignments, and six of these are orders.
//! For seven elements there are two million assignments and 5,040 orders.
//!
//! For a threshold `f ≤ k`, let *Lower* hold where older thresholds imply it. Let *Upper* hold except where they imply `f >
//! k`. `Lower ⇒ L(k) ⇒ Upper` is true under every input. The conjunction of that for all thresholds is the *theory* of
//! sums. It has three uses:
//!
//! - When a collection finds the store large, guards are rewritten, *if* that makes them smaller ([`Logic::tighten`]). Each
//!   keeps its value within the theory. Elsewhere it takes its value at one assignment within. So every Boolean law that
//!   holds among guards still does, and their truth values under inputs do not change.
//! - From then on definitions are *tight*: `L(k) = Lower ∨ (v ∧ Upper)`, with the neighbours of `k` on its own form
//!   among the older thresholds.
//! - A guard that is `FALSE` within the theory is infeasible without a question to Z3 ([`Logic::contradicts_sums`]).
//!
//! Tight guards are not always smaller. "Element j is the greatest so far" is a small guard if it may have any value on
//! assignments that are no order, and exponential otherwise. Therefore definitions are loose at first.

use super::forms::{FormId, Forms};
use super::{AtomId, Guard, Logic};
use crate::num::Num;
use crate::term::{TermId, Threshold};
use rustc_hash::FxHashMap;

/// With fewer nodes of guards in use, guards are not rewritten. Builds with debug assertions rewrite early, and where it is
/// not worth it, so that every test covers rewritten guards.
const TIGHTEN_FROM: usize = if cfg!(debug_assertions) { 1 } else { 1 << 14 };
/// The most nodes of a tight definition. A threshold that needs more has a loose one.
const DEFINITION_NODES: usize = 1 << 10;
/// The nodes that rewriting may create for each node in use.
const ATTEMPT: usize = 4;
/// The nodes that a question may create for each node of its guard.
const QUESTION: usize = 64;
/// The next attempt is made when this many times the nodes of the last one are in use.
const AGAIN: usize = 4;
/// Rewritten guards must not have more than this share of the nodes that were in use.
const SHARE: (usize, usize) = if cfg!(debug_assertions) { (3, 1) } else { (3, 4) };
/// The most pairs of thresholds of two forms that are examined for a threshold of their sum.
const PAIRS: usize = 64;
/// After this many questions without an answer, no more are asked. Each answered one allows this many more.
const PATIENCE: u32 = 4;

/// The image of each guard under a rewriting.
#[derive(Debug)]
pub struct Rewriting(FxHashMap<Guard, Guard>);

impl Rewriting {
    /// The image of a guard, which must be one of those given to [`Logic::tighten`].
    pub fn of(&self, guard: Guard) -> Guard {
        self.get(guard).expect("every holder of guards has been visited")
    }

    /// The image of a guard, if it was one of those given to [`Logic::tighten`].
    pub fn get(&self, guard: Guard) -> Option<Guard> {
        match guard {
            Guard::FALSE | Guard::TRUE => Some(guard),
            _ => self.0.get(&guard).copied(),
        }
    }
}

/// Whether definitions are tight, and when to try again what may be in vain.
#[derive(Clone, Debug)]
pub(super) struct Tightness {
    tight: bool,
    /// Nodes in use.
    try_from: usize,
    patience: u32,
}

impl Default for Tightness {
    fn default() -> Self {
        Self { tight: false, try_from: TIGHTEN_FROM, patience: PATIENCE }
    }
}

/// A form or its negation.
#[derive(Clone, Copy, Debug)]
struct Signed {
    form: FormId,
    negative: bool,
}

/// A threshold, and whether it holds.
type Known = (AtomId, bool);

/// `¬(f ≤ k)` as a bound of `-f`.
fn opposite(integer: bool, threshold: &Threshold) -> Threshold {
    if integer {
        Threshold::at_most(-&(&threshold.bound + &Num::ONE))
    } else {
        Threshold { bound: -&threshold.bound, strict: !threshold.strict }
    }
}

impl Logic {
    /// `Lower` and `Upper` of a threshold: what implies it, and what it implies, by its definition.
    pub(super) fn definition(&mut self, atom: AtomId) -> (Guard, Guard) {
        let known = self.forms.atom(atom);
        let least = known.below.map_or(Guard::FALSE, |p| self.forms.atom(p).guard);
        let most = known.above.map_or(Guard::TRUE, |q| self.forms.atom(q).guard);
        if !self.forms.tightness.tight {
            return (least, most);
        }
        let (within, beyond) = self.implied(atom);
        // Within the neighbours in any case, because the thresholds of a form are monotone.
        let within = self.guards.and(within, most);
        let lower = self.guards.or(least, within);
        let beyond = self.guards.and_not(beyond, least);
        let upper = self.guards.and_not(most, beyond);
        let largest = self.guards.node_count(lower).max(self.guards.node_count(upper));
        if largest <= DEFINITION_NODES { (lower, upper) } else { (least, most) }
    }

    /// Where older thresholds on the parts of sums imply a threshold on the sum, and where they imply its negation.
    fn implied(&mut self, atom: AtomId) -> (Guard, Guard) {
        let known = self.forms.atom(atom);
        let (form, threshold) = (known.form, known.threshold.clone());
        let beyond = opposite(self.forms.form(form).integer, &threshold);
        let (mut for_it, mut against_it) = (Vec::new(), Vec::new());
        for (one, other) in self.sums(form) {
            self.add_up(atom, one, other, &threshold, &mut for_it);
            let [one, other] = [one, other].map(|part| Signed { negative: !part.negative, ..part });
            self.add_up(atom, one, other, &beyond, &mut against_it);
        }
        (self.guards.or_all(for_it), self.guards.or_all(against_it))
    }

    /// Where two forms have bounds, older than a threshold, whose sum is within `most`.
    fn add_up(&mut self, atom: AtomId, one: Signed, other: Signed, most: &Threshold, found: &mut Vec<Guard>) {
        let (one, other) = (self.forms.older_bounds(one, atom), self.forms.older_bounds(other, atom));
        if one.len() * other.len() > PAIRS {
            return;
        }
        for (first, a) in &one {
            for (second, b) in &other {
                let sum = Threshold { bound: &a.bound + &b.bound, strict: a.strict || b.strict };
                if sum <= *most {
                    let [first, second] = [first, second].map(|(atom, holds)| {
                        let guard = self.forms.atom(*atom).guard;
                        if *holds { guard } else { self.guards.not(guard) }
                    });
                    found.push(self.guards.and(first, second));
                }
            }
        }
    }

    /// The ways to write a form as a sum of two others.
    fn sums(&mut self, form: FormId) -> Vec<(Signed, Signed)> {
        let whole = self.forms.form(form).term;
        // One of the two has this base of the sum. The base with the fewest forms is taken.
        let rarest = self.terms.bases(whole).min_by_key(|base| self.forms.with_base(*base).len());
        let Some(base) = rarest else { return Vec::new() };
        let mut sums = Vec::new();
        for at in self.forms.with_base(base).to_vec() {
            let term = self.forms.form(at).term;
            for negative in [false, true] {
                let rest = if negative { self.terms.add(whole, term) } else { self.terms.sub(whole, term) };
                let other = self.signed_form(rest).filter(|other| at != form && other.form != form);
                // A sum whose parts both have the base is found twice.
                let twice = |other: &Signed| self.forms.with_base(base).binary_search(&other.form).is_ok();
                if let Some(other) = other.filter(|other| other.form < at || !twice(other)) {
                    sums.push((Signed { form: at, negative }, other));
                }
            }
        }
        sums
    }

    /// A term that is a form, or the negation of one.
    fn signed_form(&mut self, term: TermId) -> Option<Signed> {
        if let Some(form) = self.forms.id_of(term) {
            return Some(Signed { form, negative: false });
        }
        let negation = self.terms.neg(term);
        self.forms.id_of(negation).map(|form| Signed { form, negative: true })
    }

    /// The part of a guard within the theory of some thresholds. Leaves out those that would make it larger than `largest`
    /// nodes.
    fn within_theory(&mut self, g: Guard, atoms: impl IntoIterator<Item = AtomId>, largest: usize) -> Guard {
        let mut result = g;
        for atom in atoms {
            let (within, beyond) = self.implied(atom);
            let threshold = self.forms.atom(atom).guard;
            let (upper, outside) = (self.guards.not(beyond), self.guards.not(within));
            let possible = self.guards.ite(threshold, upper, outside);
            let stronger = self.guards.and(result, possible);
            if stronger.is_false() || self.intact().is_err() {
                return stronger;
            }
            if self.guards.node_count(stronger) <= largest {
                result = stronger;
            }
        }
        result
    }

    /// Whether what its thresholds imply of each other makes a guard infeasible; tried with little effort. A run that
    /// hardly ever gets an answer stops asking.
    pub fn contradicts_sums(&mut self, g: Guard) -> bool {
        if self.forms.tightness.patience == 0 || !self.guards.shares_nodes() || self.intact().is_err() {
            return false;
        }
        let (atoms, nodes) = (self.guards.atoms(g), self.guards.node_count(g));
        let limit = self.guards.borrow_nodes(QUESTION * nodes);
        let rest = self.within_theory(g, atoms, QUESTION * nodes);
        let contradicts = self.guards.give_back(limit) && rest.is_false();
        let patience = &mut self.forms.tightness.patience;
        *patience = if contradicts { *patience + PATIENCE } else { *patience - 1 };
        contradicts
    }

    /// Makes definitions tight and rewrites guards, if the store has grown large and the `live` guards become smaller by
    /// it. Then the caller must replace every guard by its image, and must not use any but the `live` ones. To be called
    /// after a collection; leaves garbage.
    pub fn tighten(&mut self, live: impl Iterator<Item = Guard>) -> Option<Rewriting> {
        let nodes = self.guards.nodes_in_use();
        if !self.guards.shares_nodes() || nodes < self.forms.tightness.try_from || self.intact().is_err() {
            return None;
        }
        self.forms.tightness.try_from = AGAIN * nodes;
        let live: Vec<Guard> = live.collect();
        let rewriting = self.rewritten(&live, nodes)?;
        self.adopt(&rewriting);
        Some(rewriting)
    }

    /// The images of the `live` guards and the definitions. `None` where rewriting changes nothing, takes more than is
    /// allowed for this number of nodes in use, or leaves too large a share of them.
    pub(super) fn rewritten(&mut self, live: &[Guard], nodes: usize) -> Option<Rewriting> {
        let definitions = self.forms.definitions();
        let limit = self.guards.borrow_nodes(ATTEMPT * nodes);
        let theory = self.within_theory(Guard::TRUE, self.forms.atom_ids(), nodes);
        // Some input satisfies the theory, so it is `FALSE` only when something has run out.
        let store = self.guards.diagrams().filter(|_| !theory.is_true() && !theory.is_false());
        let guards = live.iter().chain(&definitions).copied();
        let images = store.and_then(|store| store.constrain(guards, theory, nodes * SHARE.0 / SHARE.1));
        let ended = self.guards.give_back(limit);
        images.filter(|_| ended).map(Rewriting)
    }

    /// From now on, definitions are tight.
    pub(super) fn adopt(&mut self, rewriting: &Rewriting) {
        self.forms.tightness.tight = true;
        self.forms.redefine(|guard| rewriting.of(guard));
    }
}

impl Forms {
    /// The bounds of a form, or of its negation, that are older than a threshold.
    fn older_bounds(&self, part: Signed, than: AtomId) -> Vec<(Known, Threshold)> {
        let form = self.form(part.form);
        let bound = |atom: &AtomId| {
            let threshold = &self.atom(*atom).threshold;
            match part.negative {
                false => ((*atom, true), threshold.clone()),
                true => ((*atom, false), opposite(form.integer, threshold)),
            }
        };
        form.thresholds.iter().filter(|atom| **atom < than).map(bound).collect()
    }
}
