//! Forms and thresholds: the meaning of the variables of guards.
//!
//! Every comparison of numbers becomes a *threshold* `f ≤ k` (or `f < k`) on a *form* `f`, a linear combination
//! without a constant part in which equal comparisons are written equally:
//!
//! - an *integer form* has integer-valued bases only, integer coefficients without a common divisor, the first one
//!   positive; its thresholds are `f ≤ k` with `k` an integer. `x < y`, `y > x` and `¬(y ≤ x)` share one.
//! - a *real form* has another base (a real input, an exact division) and 1 as its first coefficient; its thresholds
//!   are ordered by `k`, `f < k` before `f ≤ k`.
//!
//! Equality is not an atom: `f = k` is `(f ≤ k) ∧ ¬(f ≤ k - 1)`, or `(f ≤ k) ∧ ¬(f < k)`.
//!
//! The thresholds seen so far on one form are kept sorted. The guard of a new one `k` between its neighbours `p` and
//! `q` is *defined* as
//!
//! ```text
//! L(k) = L(p) ∨ (v ∧ L(q))      v a fresh variable that means f ≤ k;  L(-∞) = false, L(+∞) = true
//! ```
//!
//! so that `L(p) ⇒ L(k) ⇒ L(q)` as Boolean functions. Every assignment of the variables of a form then selects one of the
//! intervals between neighbouring thresholds. None of these is empty if the form *qualifies*, that is, takes every integer
//! (rational) value of its range. So a guard over one qualifying form, or over several that share no input, is satisfiable
//! exactly when its BDD is not false.
//!
//! Suppose that thresholds are requested in ascending order, as in a loop up to an input. Then each would be defined by the
//! one before, and the guard of the n-th would have n nodes. Therefore, once there are many, a new threshold between two
//! others first makes the one half-way between them, and so on (`Forms::divider`). Behind the last one, it first makes one as
//! far away as there are thresholds. Its guard then has as many nodes as there are halvings. This costs variables, at worst
//! twice as many where all of a range is requested.
//!
//! A comparison on the paths of a guard φ needs no threshold if φ implies `L(p)` or excludes `L(q)`: then it is true or false on
//! these paths.
//!
//! (The definition can also contain what thresholds on *other* forms imply: `implied`.)
//!
//! Nothing else may use `v` as if it were `f ≤ k`: under an arbitrary assignment of the variables the two can differ.
//! `L(k)` means `f ≤ k`. The assignment of `[f ≤ k]` to every `v` is one that makes them equal.

use super::cache::Cache;
use super::flat::Flats;
use super::implied::Tightness;
use super::store::Level;
use super::{AtomId, Guard, Guards, Logic};
use crate::entity;
use crate::index::IndexVec;
use crate::num::Num;
use crate::term::{Sort, Term, TermId, Terms, Threshold, content, quotient};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A form with fewer thresholds gets only those that are requested. Builds with debug assertions bisect early, so that
/// tests cover it.
const MANY: usize = if cfg!(debug_assertions) { 2 } else { 16 };

/// An interval is bisected if it has at most this many values for each threshold of the form, so that few are between.
const DENSE: i64 = 32;

entity! {
    /// A form.
    pub struct FormId("f");
}

/// A form and the thresholds seen on it.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) term: TermId,
    /// Whether all its values are integers.
    pub(super) integer: bool,
    /// Whether it takes every value between `low` and `high`.
    pub(super) qualifies: bool,
    /// A lower bound of its values.
    low: Option<Num>,
    /// An upper bound of its values.
    high: Option<Num>,
    /// In ascending order of the thresholds.
    pub(super) thresholds: Vec<AtomId>,
    /// The first and the last of them that was made.
    oldest_and_youngest: Option<(AtomId, AtomId)>,
}

/// A variable and the threshold for whose definition it was made.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub(super) form: FormId,
    pub(super) threshold: Threshold,
    /// `L(threshold)`
    pub(super) guard: Guard,
    /// The neighbours when it was defined.
    pub(super) below: Option<AtomId>,
    pub(super) above: Option<AtomId>,
}

/// All forms and atoms.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    forms: IndexVec<FormId, Form>,
    by_term: FxHashMap<TermId, FormId>,
    atoms: IndexVec<AtomId, Atom>,
    supports: FxHashMap<Guard, Rc<[TermId]>>,
    comparisons: Cache,
    by_base: FxHashMap<TermId, Vec<FormId>>,
    pub(super) tightness: Tightness,
    pub(super) flats: Flats,
}

impl Default for Forms {
    fn default() -> Self {
        Self {
            forms: IndexVec::new(),
            by_term: FxHashMap::default(),
            atoms: IndexVec::new(),
            supports: FxHashMap::default(),
            comparisons: Cache::new(1 << 18),
            by_base: FxHashMap::default(),
            tightness: Tightness::default(),
            flats: Flats::default(),
        }
    }
}

impl Form {
    /// Adds a threshold at its place in the order.
    fn add(&mut self, at: usize, atom: AtomId) {
        self.thresholds.insert(at, atom);
        let oldest = self.oldest_and_youngest.map_or(atom, |(oldest, _)| oldest);
        self.oldest_and_youngest = Some((oldest, atom));
    }

    /// Removes a threshold.
    fn remove(&mut self, atom: AtomId) {
        self.thresholds.retain(|known| *known != atom);
        self.oldest_and_youngest = self.thresholds.iter().min().copied().zip(self.thresholds.iter().max().copied());
    }

    /// The threshold right below whose variable a new one is placed: the youngest, if they belong together. The first two
    /// thresholds may be an assumed range, made one right after the other. They do not count: the range was assumed of many
    /// inputs before anything was asked about one, and a question within it belongs where it is first asked.
    fn neighbour(&self, at: usize, rank: Rank) -> Option<AtomId> {
        let (oldest, youngest) = self.oldest_and_youngest?;
        let is_range = |atom: AtomId| atom.0 <= oldest.0 + 1;
        let ends = self.thresholds.first().zip(self.thresholds.last());
        let is_ranged = ends.is_some_and(|(low, high)| low != high && is_range(*low) && is_range(*high));
        let is_within = is_ranged && 0 < at && at < self.thresholds.len();
        let together = is_within || rank == Rank::Beside;
        (together && !(is_within && is_range(youngest))).then_some(youngest)
    }
}

impl Forms {
    pub(super) fn atom(&self, atom: AtomId) -> &Atom {
        &self.atoms[atom]
    }

    pub(super) fn form(&self, form: FormId) -> &Form {
        &self.forms[form]
    }

    pub(super) fn form_of(&self, term: TermId) -> Option<&Form> {
        self.by_term.get(&term).map(|id| &self.forms[*id])
    }

    /// Forgets the guards that will not survive a collection. Returns those that must.
    pub(super) fn prepare_collection(&mut self) -> Vec<Guard> {
        self.forget_guards();
        self.definitions()
    }

    /// Forgets the cached guards.
    fn forget_guards(&mut self) {
        self.comparisons.clear();
        self.supports.clear();
        self.flats.clear();
    }

    /// The guards of the thresholds, by atom.
    pub(super) fn definitions(&self) -> Vec<Guard> {
        self.atoms.iter().map(|atom| atom.guard).collect()
    }

    /// Replaces the guards of the thresholds, and forgets all others.
    pub(super) fn redefine(&mut self, image: impl Fn(Guard) -> Guard) {
        for atom in self.atoms.iter_mut() {
            atom.guard = image(atom.guard);
        }
        self.forget_guards();
    }

    pub(super) fn atom_ids(&self) -> impl Iterator<Item = AtomId> + use<> {
        self.atoms.ids()
    }

    /// The threshold to make before a new one at index `at` of its form, if any. Between neighbours that are near each other it is
    /// the one half-way. If only one of them is near, it is as far from that one as the form has thresholds. The bounds of the
    /// form are neighbours, too.
    fn divider(&self, form: &Form, at: usize, threshold: &Threshold) -> Option<Threshold> {
        let count = form.thresholds.len();
        if !form.integer || count < MANY {
            return None;
        }
        let bound = |at: usize| form.thresholds.get(at).map(|atom| &self.atom(*atom).threshold.bound);
        let below = at.checked_sub(1).map_or(form.low.as_ref(), bound);
        let above = bound(at).or(form.high.as_ref());
        let values = below.zip(above).and_then(|(below, above)| (above - below).to_i64());
        let near = Num::from(count as i64);
        let divider = match (values, below, above) {
            (Some(values), Some(below), _) if values <= DENSE * count as i64 => below + &Num::from(values / 2),
            (_, Some(below), _) if threshold.bound < below + &near => below + &near,
            (_, _, Some(above)) if threshold.bound > above - &near => above - &near,
            _ => return None,
        };
        (Some(&divider) != below && divider != threshold.bound).then(|| Threshold::at_most(divider))
    }

    /// The form that is this term, if there is one.
    pub(super) fn id_of(&self, term: TermId) -> Option<FormId> {
        self.by_term.get(&term).copied()
    }

    /// The forms with a base.
    pub(super) fn with_base(&self, base: TermId) -> &[FormId] {
        self.by_base.get(&base).map_or(&[], |forms| forms)
    }

    pub(super) fn support(&mut self, guards: &Guards, g: Guard) -> Rc<[TermId]> {
        if let Some(known) = self.supports.get(&g) {
            return known.clone();
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let forms: Rc<[TermId]> = guards
            .atoms(g)
            .into_iter()
            .map(|atom| self.atoms[atom].form)
            .filter(|form| seen.insert(*form))
            .map(|form| self.forms[form].term)
            .collect();
        self.supports.insert(g, forms.clone());
        forms
    }
}

/// The coefficients of a term, if all its bases are unranged integer inputs.
fn unranged_integers(terms: &Terms, t: TermId) -> Option<Vec<Num>> {
    let (_, parts) = terms.parts(t);
    parts
        .into_iter()
        .map(|(base, c)| {
            let info = terms.info(terms.as_input(base)?);
            (info.sort == Sort::Int && !info.is_ranged()).then_some(c)
        })
        .collect()
}

/// Whether a form takes every value of its range.
fn qualifies(terms: &Terms, form: TermId) -> bool {
    let coprime = |numbers: &[Num]| content(numbers.iter()) == Num::ONE;
    match terms.node(form) {
        Term::Input(_) => true,
        Term::Wrap(width, inner) => terms.covering_input(*width, *inner).is_some(),
        Term::RemEuclid(dividend, divisor) => match (terms.as_const(*divisor), unranged_integers(terms, *dividend)) {
            (Some(c), Some(mut coefficients)) => {
                coefficients.push(c.clone());
                coprime(&coefficients)
            }
            _ => false,
        },
        Term::DivEuclid(dividend, divisor) => {
            terms.as_const(*divisor).is_some() && unranged_integers(terms, *dividend).is_some_and(|cs| coprime(&cs))
        }
        Term::Linear(linear) => {
            let mut integers = Vec::new();
            let (mut real, mut free) = (false, false);
            for (base, c) in &linear.terms {
                let Some(info) = terms.as_input(*base).map(|id| terms.info(id)) else { return false };
                match (info.sort, info.is_ranged()) {
                    // Whatever the other inputs are, an unranged real one makes every rational reachable.
                    (Sort::Real, ranged) => (real, free) = (true, free || !ranged),
                    (Sort::Int, false) => integers.push(c.clone()),
                    (Sort::Int, true) => {}
                }
            }
            if real { free } else { !integers.is_empty() && coprime(&integers) }
        }
        _ => false,
    }
}

/// A comparison of two numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    AtMost,
    Below,
    Equal,
}

impl Comparison {
    fn holds(self, a: &Num, b: &Num) -> bool {
        match self {
            Comparison::AtMost => a <= b,
            Comparison::Below => a < b,
            Comparison::Equal => a == b,
        }
    }
}

/// The place in the order for the variable of a new threshold.
///
/// Comparisons for equality ask *which* value a form has, as a parser asks about a token. Their answers belong together,
/// whenever the question comes. Inequalities bound loops and lengths, each one a new stage of the run. To put them together
/// would move every stage above the decisions made in between.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    /// Below all others.
    Last,
    /// Right below the youngest of the same form, if the store can do that.
    Beside,
    /// For a question on the paths of a guard. No variable is made where a neighbour of the threshold answers on these paths.
    /// Beside, if the oldest threshold of the form is open on these paths: an earlier question about it was asked under a
    /// condition that these paths do not share, such as which array a name refers to, and the two answers belong together.
    /// Otherwise last.
    Within(Guard),
    /// Above all others, if the store can do that.
    First,
}

impl Logic {
    /// `a ≤ b`
    pub fn le(&mut self, a: TermId, b: TermId) -> Guard {
        self.compare(Comparison::AtMost, a, b, Rank::Last)
    }

    /// `a < b`
    pub fn lt(&mut self, a: TermId, b: TermId) -> Guard {
        self.compare(Comparison::Below, a, b, Rank::Last)
    }

    /// `a ≤ b` on the paths of φ. Elsewhere the guard may mean something else.
    pub fn le_within(&mut self, phi: Guard, a: TermId, b: TermId) -> Guard {
        self.compare(Comparison::AtMost, a, b, Rank::Within(phi))
    }

    /// `a < b` on the paths of φ. Elsewhere the guard may mean something else.
    pub fn lt_within(&mut self, phi: Guard, a: TermId, b: TermId) -> Guard {
        self.compare(Comparison::Below, a, b, Rank::Within(phi))
    }

    /// `a ≤ b` of a constant and a number with few values, such as an index or the places of a shift: which value the number
    /// has is one question, so a new variable goes beside the others of the form.
    pub fn le_beside(&mut self, a: TermId, b: TermId) -> Guard {
        self.compare(Comparison::AtMost, a, b, Rank::Beside)
    }

    /// `a = b`
    pub fn eq(&mut self, a: TermId, b: TermId) -> Guard {
        self.compare(Comparison::Equal, a.min(b), a.max(b), Rank::Beside)
    }

    /// The comparison as a guard. A new variable gets this rank.
    fn compare(&mut self, comparison: Comparison, a: TermId, b: TermId, rank: Rank) -> Guard {
        if a == b {
            return Guard::from_bool(comparison != Comparison::Below);
        }
        if let (Some(x), Some(y)) = (self.terms.as_const(a), self.terms.as_const(b)) {
            return Guard::from_bool(comparison.holds(x, y));
        }
        if self.intact().is_err() {
            return Guard::FALSE;
        }
        let key = (comparison as u64) << 32 | u64::from(a.0);
        if let Some(known) = self.forms.comparisons.get(key, b.0) {
            return Guard(known);
        }
        let difference = self.terms.sub(a, b);
        let guard = self.compare_with_zero(comparison, difference, rank);
        // What a neighbour answers is true on the paths of φ alone.
        let is_answered = matches!(rank, Rank::Within(_)) && (guard.is_true() || guard.is_false());
        if !is_answered && self.intact().is_ok() {
            self.forms.comparisons.insert(key, b.0, guard.0);
        }
        guard
    }

    fn compare_with_zero(&mut self, comparison: Comparison, difference: TermId, rank: Rank) -> Guard {
        if let Some(c) = self.terms.as_const(difference) {
            return Guard::from_bool(comparison.holds(c, &Num::ZERO));
        }
        let (term, scale, constant) = self.solved(difference);
        let form = self.form_id(term);
        let bound = -&quotient(&constant, &scale);
        if comparison == Comparison::Equal {
            if self.forms.form(form).integer && !bound.is_integer() {
                return Guard::FALSE;
            }
            let above = self.threshold(form, Threshold::below(bound.clone()), rank);
            let within = self.threshold(form, Threshold::at_most(bound), rank);
            return self.guards.and_not(within, above);
        }
        // If the scale is negative, `scale·form ≤ k` is the negation of `form < k / scale`.
        let negative = scale.is_negative();
        let strict = (comparison == Comparison::Below) != negative;
        let guard = self.threshold(form, Threshold { bound, strict }, rank);
        if negative { self.guards.not(guard) } else { guard }
    }

    /// `t = scale·form + constant`, for a term that is not constant.
    fn solved(&mut self, t: TermId) -> (TermId, Num, Num) {
        let (constant, mut parts) = self.terms.parts(t);
        let integer = parts.iter().all(|(base, _)| self.terms.is_integer(*base));
        let first = &parts[0].1;
        let scale = if integer { content(parts.iter().map(|(_, c)| c)) } else { first.abs() };
        let scale = if first.is_negative() { -&scale } else { scale };
        for (_, c) in &mut parts {
            *c = quotient(c, &scale);
        }
        (self.terms.linear(Num::ZERO, parts), scale, constant)
    }

    /// `t = scale·form + constant` for an integer form that has thresholds, if there is one.
    pub(super) fn known_form(&mut self, t: TermId) -> Option<(TermId, Num, Num)> {
        let is_integer = self.terms.bases(t).all(|base| self.terms.is_integer(base));
        if !is_integer || self.terms.as_const(t).is_some() {
            return None;
        }
        let solved = self.solved(t);
        let is_known = self.forms.form_of(solved.0).is_some_and(|form| !form.thresholds.is_empty());
        is_known.then_some(solved)
    }

    /// The form of a term, made if there is none. The term has no constant part, and is primitive or has 1 as first
    /// coefficient.
    fn form_id(&mut self, term: TermId) -> FormId {
        if let Some(known) = self.forms.by_term.get(&term) {
            return *known;
        }
        let terms = &self.terms;
        debug_assert!(terms.parts(term).0.is_zero(), "a form has no constant part");
        let (low, high) = terms.range(term);
        let form = self.forms.forms.push(Form {
            term,
            integer: terms.bases(term).all(|base| terms.is_integer(base)),
            qualifies: qualifies(terms, term),
            low,
            high,
            thresholds: Vec::new(),
            oldest_and_youngest: None,
        });
        self.forms.by_term.insert(term, form);
        for base in self.terms.bases(term) {
            self.forms.by_base.entry(base).or_default().push(form);
        }
        form
    }

    /// `L(threshold)` of a form: the guard that means `form ≤ k` or `form < k`. The form must come from a
    /// [`Fact`](super::Fact), [`Logic::support`] or [`Logic::atom`].
    pub fn at_most(&mut self, form: TermId, threshold: &Threshold) -> Guard {
        self.placed(form, threshold.clone(), Rank::Last)
    }

    /// As [`Self::at_most`], but puts the variable of a new threshold above all others: the last decision is tested first.
    pub(super) fn at_most_first(&mut self, form: TermId, threshold: &Threshold) -> Guard {
        self.placed(form, threshold.clone(), Rank::First)
    }

    /// `base ≤ k`, of an integer base. The variable of a new threshold goes beside the others of the base, if the store
    /// supports that, because they all answer one question: which value the base has.
    pub fn within(&mut self, base: TermId, k: impl Into<Num>) -> Guard {
        self.placed(base, Threshold::at_most(k.into()), Rank::Beside)
    }

    fn placed(&mut self, form: TermId, threshold: Threshold, rank: Rank) -> Guard {
        if self.intact().is_err() {
            return Guard::FALSE;
        }
        let form = self.form_id(form);
        self.threshold(form, threshold, rank)
    }

    /// `L(threshold)`, defined now if it is new.
    fn threshold(&mut self, form: FormId, mut threshold: Threshold, rank: Rank) -> Guard {
        let known = self.forms.form(form);
        if known.integer {
            // Over the integers `< k` is `≤ ⌈k⌉ - 1`, and `≤ k` is `≤ ⌊k⌋`.
            let bound = match threshold.strict {
                true => &-&(-&threshold.bound).floor() - &Num::ONE,
                false => threshold.bound.floor(),
            };
            threshold = Threshold::at_most(bound);
        }
        if known.low.as_ref().is_some_and(|low| !threshold.admits(low)) {
            return Guard::FALSE;
        }
        if known.high.as_ref().is_some_and(|high| threshold.admits(high)) {
            return Guard::TRUE;
        }
        let term = known.term;
        if let Some(guard) = self.pulled_back(term, &threshold.bound) {
            return guard;
        }
        let known = self.forms.form(form);
        let at = match known.thresholds.binary_search_by(|atom| self.forms.atom(*atom).threshold.cmp(&threshold)) {
            Ok(at) => return self.forms.atom(known.thresholds[at]).guard,
            Err(at) => at,
        };
        let below = at.checked_sub(1).map(|at| known.thresholds[at]);
        let above = known.thresholds.get(at).copied();
        if let Rank::Within(phi) = rank
            && let Some(holds) = self.answered(phi, below, above)
        {
            return Guard::from_bool(holds);
        }
        let known = self.forms.form(form);
        if let Some(divider) = self.forms.divider(known, at, &threshold) {
            self.threshold(form, divider, rank);
            if self.intact().is_err() {
                return Guard::FALSE;
            }
            return self.threshold(form, threshold, rank);
        }
        let oldest = known.oldest_and_youngest.map(|(oldest, _)| oldest);
        let rank = match rank {
            Rank::Within(phi) if oldest.is_some_and(|oldest| self.is_open(phi, oldest)) => Rank::Beside,
            rank => rank,
        };
        let beside = self.forms.form(form).neighbour(at, rank);
        let level = match (rank, beside) {
            (Rank::First, _) => Level::First,
            (_, Some(youngest)) => Level::Below(youngest),
            (_, None) => Level::Last,
        };
        let Some(atom) = self.guards.fresh(level) else { return Guard::FALSE };
        let id = self.forms.atoms.push(Atom { form, threshold, guard: Guard::FALSE, below, above });
        debug_assert_eq!(id, atom, "one atom for each variable");
        self.forms.forms[form].add(at, atom);
        let (least, most) = self.definition(atom);
        let variable = self.guards.variable(atom);
        let part = self.guards.and(variable, most);
        let guard = self.guards.or(least, part);
        if self.intact().is_err() {
            // A definition that ran out must not be found again. The variable's own meaning is true of it in any case.
            self.forms.forms[form].remove(atom);
            self.forms.atoms[atom].guard = variable;
            return Guard::FALSE;
        }
        self.forms.atoms[atom].guard = guard;
        guard
    }

    /// Whether a threshold between two others holds on the paths of φ, if one of these decides it.
    fn answered(&mut self, phi: Guard, below: Option<AtomId>, above: Option<AtomId>) -> Option<bool> {
        let [below, above] = [below, above].map(|atom| atom.map(|atom| self.forms.atom(atom).guard));
        if below.is_some_and(|below| self.implies(phi, below)) {
            return Some(true);
        }
        above.is_some_and(|above| self.disjoint(phi, above)).then_some(false)
    }

    /// Whether a threshold holds on some paths of φ and not on others.
    fn is_open(&mut self, phi: Guard, atom: AtomId) -> bool {
        let guard = self.forms.atom(atom).guard;
        !self.disjoint(phi, guard) && !self.implies(phi, guard)
    }

    /// The form and threshold for whose definition a variable was made.
    pub fn atom(&self, atom: AtomId) -> (TermId, &Threshold) {
        let atom = self.forms.atom(atom);
        (self.forms.form(atom.form).term, &atom.threshold)
    }

    /// Whether a form takes every value of its range, so that guards over it alone are exact.
    pub fn qualifies(&self, form: TermId) -> bool {
        match self.forms.form_of(form) {
            Some(form) => form.qualifies,
            None => qualifies(&self.terms, form),
        }
    }

    /// Whether a form takes integer values only.
    pub fn is_integer_form(&self, form: TermId) -> bool {
        self.forms.form_of(form).map_or_else(|| self.terms.is_integer(form), |form| form.integer)
    }

    /// The thresholds seen on a form, ascending, with their guards.
    pub fn thresholds(&self, form: TermId) -> impl ExactSizeIterator<Item = (&Threshold, Guard)> {
        let atoms = self.forms.form_of(form).map_or(&[][..], |form| &form.thresholds);
        atoms.iter().map(|atom| {
            let atom = self.forms.atom(*atom);
            (&atom.threshold, atom.guard)
        })
    }
}
