//! Comparisons in which conditional terms cancel out.
//!
//! A number that is updated under conditions is a conditional term, and a sum of such numbers is a form over several of
//! them. What one of them gains and another one loses cancels out in all cases, but an arithmetic solver has to try the
//! cases. Here the form is *flat*: it has a coefficient for each base that is not conditional. A coefficient depends on the
//! conditions and is a list of numbers with guards (a linear form over decision diagrams with numbers as leaves).
//!
//! ```text
//!   flat(c ? s : t)[b]  =  c ? flat(s)[b] : flat(t)[b]          flat(s + k·t)[b]  =  flat(s)[b] + k·flat(t)[b]
//! ```
//!
//! Where all coefficients turn out not to depend on conditions, on the paths in question, the form is compared without the
//! conditional terms: on these paths it has the same value. Other forms remain as they are.

use super::alternatives::{plus, union};
use super::{Guard, Logic};
use crate::num::Num;
use crate::term::{Ite, Range, Term, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most nodes that may be made for the coefficients of one form.
const EFFORT: usize = 1 << 20;
/// The most values of one coefficient.
const VALUES: usize = 16;
/// The most terms below a form.
const TERMS: usize = 4_000;

/// A number that depends on conditions: its values except zero, with disjoint guards that are not false.
type Coefficient = Vec<(Num, Guard)>;

/// A form as coefficients of bases that are not conditional; `None` is the key of the constant part.
type Flat = BTreeMap<Option<TermId>, Coefficient>;

/// A base, or the constant part, times a number; empty if the number is zero.
fn unconditional(base: Option<TermId>, value: Num) -> Flat {
    let values = (!value.is_zero()).then(|| (base, vec![(value, Guard::TRUE)]));
    Flat::from_iter(values)
}

/// What is known of conditional terms, until guards are freed.
#[derive(Clone, Debug, Default)]
pub(super) struct Flats {
    /// `None` for a form that takes too much effort.
    forms: FxHashMap<TermId, Option<Rc<Flat>>>,
    /// The guards of truth values.
    truths: FxHashMap<TermId, Guard>,
}

impl Flats {
    pub(super) fn clear(&mut self) {
        self.forms.clear();
        self.truths.clear();
    }
}

impl Logic {
    /// `a - b` without the conditional terms, if these cancel out on all inputs of φ. The alternatives differ only in their
    /// constant part; their guards cover φ.
    pub fn without_conditions(&mut self, phi: Guard, a: TermId, b: TermId) -> Option<Vec<(Guard, TermId)>> {
        let conditional = |t| self.terms.bases(t).filter(|base| self.terms.is_conditional(*base)).count();
        if conditional(a) + conditional(b) < 2 || self.intact().is_err() {
            return None;
        }
        let t = self.terms.sub(a, b);
        let flat = self.flat_with_effort(t)?;
        let mut sum = Vec::new();
        let mut constants = Coefficient::new();
        for (base, coefficient) in flat.iter() {
            let mut values = coefficient.clone();
            values.retain(|(_, guard)| !self.disjoint(phi, *guard));
            match (base, &values[..]) {
                (None, _) => constants = values,
                (Some(_), []) => {}
                (Some(base), [(value, guard)]) if self.implies(phi, *guard) => sum.push((*base, value.clone())),
                (Some(_), _) => return None,
            }
        }
        let elsewhere = self.elsewhere(&constants);
        let all = constants.into_iter().chain([(Num::ZERO, elsewhere)]);
        Some(all.map(|(constant, guard)| (guard, self.terms.linear(constant, sum.clone()))).collect())
    }

    /// Bounds of a term wherever a guard holds: the sum of those of its bases, each where its coefficient is not zero.
    pub(super) fn flat_range(&mut self, g: Guard, t: TermId) -> Range {
        let Some(flat) = self.flat_with_effort(t) else { return (None, None) };
        let zero: Range = (Some(Num::ZERO), Some(Num::ZERO));
        let mut range = zero.clone();
        for (base, coefficient) in flat.iter() {
            let mut rest = g;
            let mut products = Vec::new();
            for (n, guard) in coefficient {
                let here = self.and(g, *guard);
                rest = self.and_not(rest, *guard);
                if !here.is_false() {
                    let (low, high) = base.map_or((Some(Num::ONE), Some(Num::ONE)), |base| self.span(here, base));
                    let (low, high) = if n.is_negative() { (high, low) } else { (low, high) };
                    products.push((low.map(|low| &low * n), high.map(|high| &high * n)));
                }
            }
            if !rest.is_false() {
                products.push(zero.clone());
            }
            let product = products.into_iter().reduce(|a, b| union(a, b, None)).unwrap_or_default();
            range = plus(range, &product);
        }
        range
    }

    /// The flat form of a term, if it takes not too much.
    fn flat_with_effort(&mut self, t: TermId) -> Option<Rc<Flat>> {
        let limit = self.guards.borrow_nodes(EFFORT);
        let flat = self.flat(t);
        let was_enough = self.guards.give_back(limit);
        flat.filter(|_| was_enough)
    }

    /// The flat form of a term.
    fn flat(&mut self, t: TermId) -> Option<Rc<Flat>> {
        if let Some(known) = self.forms.flats.forms.get(&t) {
            return known.clone();
        }
        let below = self.terms.values_below(t);
        if below.len() <= TERMS {
            for part in below {
                if self.terms.is_truth(part) && self.terms.as_const(part).is_none() {
                    self.truth(part);
                } else if !self.forms.flats.forms.contains_key(&part) {
                    let flat = self.flat_of_operands(part).filter(|_| self.intact().is_ok());
                    self.forms.flats.forms.insert(part, flat.map(Rc::new));
                }
            }
        }
        self.forms.flats.forms.entry(t).or_default().clone()
    }

    /// The flat form of a term whose operands have theirs.
    fn flat_of_operands(&mut self, t: TermId) -> Option<Flat> {
        let known = |lx: &Self, t: TermId| lx.forms.flats.forms.get(&t)?.clone();
        match self.terms.node(t).clone() {
            Term::Const(value) => Some(unconditional(None, value)),
            Term::Ite(ite) => {
                let condition = self.condition(&ite)?;
                let (yes, no) = (known(self, ite.yes)?, known(self, ite.no)?);
                let mut flat = Flat::new();
                for base in yes.keys().chain(no.keys()) {
                    if !flat.contains_key(base) {
                        let [yes, no] = [&yes, &no].map(|flat| flat.get(base).map_or(&[][..], |values| values));
                        let coefficient = self.choose(condition, yes, no)?;
                        flat.insert(*base, coefficient);
                    }
                }
                flat.retain(|_, coefficient| !coefficient.is_empty());
                Some(flat)
            }
            Term::Linear(linear) => {
                let mut flat = unconditional(None, linear.constant);
                for (base, scale) in &linear.terms {
                    for (base, values) in known(self, *base)?.iter() {
                        let sum = self.plus(flat.get(base).map_or(&[][..], |values| values), scale, values)?;
                        flat.insert(*base, sum);
                    }
                }
                flat.retain(|_, coefficient| !coefficient.is_empty());
                Some(flat)
            }
            Term::Input(_)
            | Term::Mul(..)
            | Term::DivEuclid(..)
            | Term::RemEuclid(..)
            | Term::DivExact(..)
            | Term::Wrap(..)
            | Term::Bits(_)
            | Term::Ieee(..) => Some(unconditional(Some(t), Num::ONE)),
        }
    }

    /// The guard of a condition that was made from a guard.
    fn condition(&mut self, ite: &Ite) -> Option<Guard> {
        if !self.terms.is_truth(ite.form) {
            return self
                .thresholds(ite.form)
                .find(|(threshold, _)| **threshold == ite.threshold)
                .map(|(_, guard)| guard);
        }
        let truth = self.truth(ite.form)?;
        Some(match [Num::ZERO, Num::ONE].map(|n| ite.threshold.admits(&n)) {
            [true, false] => self.not(truth),
            [_, both] => Guard::from_bool(both),
        })
    }

    /// The guard of a truth value whose operands have theirs.
    fn truth(&mut self, t: TermId) -> Option<Guard> {
        if let Some(value) = self.terms.as_const(t) {
            return Some(Guard::from_bool(!value.is_zero()));
        }
        if let Some(known) = self.forms.flats.truths.get(&t) {
            return Some(*known);
        }
        let Term::Ite(ite) = self.terms.node(t).clone() else { return None };
        let condition = self.condition(&ite)?;
        let (yes, no) = (self.truth(ite.yes)?, self.truth(ite.no)?);
        let truth = self.ite(condition, yes, no);
        self.intact().ok()?;
        self.forms.flats.truths.insert(t, truth);
        Some(truth)
    }

    /// The guard under which none of the values is chosen.
    fn elsewhere(&mut self, values: &[(Num, Guard)]) -> Guard {
        let somewhere = self.or_all(values.iter().map(|(_, guard)| *guard).collect());
        self.not(somewhere)
    }

    /// `condition ? yes : no`
    fn choose(&mut self, condition: Guard, yes: &[(Num, Guard)], no: &[(Num, Guard)]) -> Option<Coefficient> {
        if yes == no {
            return Some(yes.to_vec());
        }
        let mut values: Vec<(Num, Guard)> = yes.iter().map(|(n, g)| (n.clone(), self.and(*g, condition))).collect();
        values.extend(no.iter().map(|(n, g)| (n.clone(), self.and_not(*g, condition))));
        self.merged(values)
    }

    /// `a + scale·b`
    fn plus(&mut self, a: &[(Num, Guard)], scale: &Num, b: &[(Num, Guard)]) -> Option<Coefficient> {
        let [no_a, no_b] = [a, b].map(|values| (Num::ZERO, self.elsewhere(values)));
        let mut values = Vec::new();
        for (m, g) in a.iter().chain([&no_a]) {
            for (n, h) in b.iter().chain([&no_b]) {
                values.push((m + &(scale * n), self.and(*g, *h)));
            }
        }
        self.merged(values)
    }

    /// Gives equal values one guard.
    fn merged(&mut self, mut values: Vec<(Num, Guard)>) -> Option<Coefficient> {
        values.retain(|(n, guard)| !n.is_zero() && !guard.is_false());
        values.sort();
        let groups = values.chunk_by(|a, b| a.0 == b.0);
        let merged: Coefficient = groups
            .map(|group| (group[0].0.clone(), self.or_all(group.iter().map(|(_, guard)| *guard).collect())))
            .collect();
        (merged.len() <= VALUES && self.intact().is_ok()).then_some(merged)
    }
}
