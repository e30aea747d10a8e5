//! Guarded linear forms: numbers whose coefficients depend on the path.
//!
//! ```text
//!   Σ_b C_b·b + C_0             each C_b a diagram of constants, C_0 a counter, each b a base (see `term`)
//!   f ± g                       C_b ± D_b for each b
//!   f ⊎φ g                      φ ? D_b : C_b for each b
//!   f ⋈ g within φ              C_0 - D_0 ⋈ 0, if C_b = D_b within φ for each b
//! ```
//!
//! A sum of what a condition lets through has 2ⁿ values after n steps, but each of its coefficients depends on the condition
//! of one step. So the operations above cost what the coefficients cost, and what is added here and taken away there
//! cancels without a question to the solver. (Affine decision diagrams, Sanner and McAllester 2005, have the same functions;
//! here the bases are apart, as most coefficients have few nodes.)

use super::count::{Count, Part};
use super::diagram::{Diagram, constant, store};
use super::{Summary, Value};
use crate::guard::{AtomId, Guard, Logic, NodeId, Rewriting};
use crate::num::Num;
use crate::term::TermId;
use im::OrdMap;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// A guarded linear form, defined somewhere.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The constant part. The form is defined where this is.
    constant: Count,
    /// The coefficients of bases, each right where the form is defined. A base that is absent has the coefficient 0.
    coefficients: OrdMap<TermId, NodeId>,
    /// The form as a conditional term, once that has been made.
    term: Rc<Cell<Option<TermId>>>,
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.constant == other.constant && self.coefficients == other.coefficients
    }
}

impl Eq for Form {}

/// The most coefficient vectors that a comparison tells apart.
const VECTORS: usize = 16;

/// A base with at most this many values is read as a constant in comparisons.
const FEW: i64 = 8;

/// The difference of two forms within a guard.
pub struct Difference {
    care: Guard,
    /// The coefficients that are not 0 there.
    coefficients: Vec<(TermId, NodeId)>,
    /// The constant parts of the two. Parts that they share cancel out.
    constants: [Count; 2],
}

/// Bounds of the difference of two forms within a guard.
pub struct Bounds {
    care: Guard,
    /// A lower and an upper bound, each the difference of two counters, if there is one.
    ends: [Option<[Count; 2]>; 2],
}

/// `left + scale·right` within `care`; `None` where that is zero.
fn add(lx: &mut Logic, care: Guard, left: Option<NodeId>, scale: &Num, right: NodeId) -> Option<NodeId> {
    let zero = constant(lx, Num::ZERO);
    let left = left.unwrap_or(zero);
    if left == zero && *scale == Num::ONE {
        return Some(right);
    }
    let [left, right] = [left, right].map(|node| Diagram::of_node(node, care));
    let sum = left.map2(lx, care, right, |lx, v, w| {
        let [v, w] = [v, w].map(|value| value.number().unwrap_or_else(|| lx.terms.constant(Num::ZERO)));
        let scaled = lx.terms.scale(w, scale);
        Value::Num(lx.terms.add(v, scaled))
    });
    sum.map(Diagram::node).filter(|sum| *sum != zero)
}

impl Form {
    fn new(constant: Count, coefficients: OrdMap<TermId, NodeId>) -> Self {
        Self { constant, coefficients, term: Rc::default() }
    }

    /// A counter as a form.
    pub(super) fn of_count(constant: Count) -> Self {
        Self::new(constant, OrdMap::new())
    }

    /// The form with the values of disjoint pairs, whose guards are `cover` together. `None` unless all are numbers, with
    /// constant parts that a counter can have.
    pub(super) fn of_pairs(lx: &mut Logic, pairs: &[(Guard, Value)], cover: Guard) -> Option<Self> {
        let zero = constant(lx, Num::ZERO);
        let (mut constants, mut coefficients) = (Vec::with_capacity(pairs.len()), OrdMap::new());
        for (guard, value) in pairs {
            let (number, parts) = lx.terms.parts(value.number()?);
            constants.push((*guard, Value::Num(lx.terms.constant(number))));
            for (base, coefficient) in parts {
                let coefficient = constant(lx, coefficient);
                let others = coefficients.get(&base).copied().unwrap_or(zero);
                let node = store(lx).select(*guard, coefficient, others);
                coefficients.insert(base, node);
            }
        }
        let constants = Summary::from_pairs(lx, constants).diagram(lx)??;
        let constant = Count::begin(lx, constants)?.within(cover)?;
        Some(Self::new(constant, coefficients).simplify(lx, cover))
    }

    /// The counter, if it is nothing else.
    pub(super) fn as_count(&self) -> Option<Count> {
        self.coefficients.is_empty().then(|| self.constant.clone())
    }

    pub(super) fn cover(&self) -> Guard {
        self.constant.cover()
    }

    /// The same function with another cover; `None` if that is false.
    pub(super) fn within(&self, cover: Guard) -> Option<Self> {
        Some(Self { constant: self.constant.within(cover)?, ..self.clone() })
    }

    /// The same form with conditions that need to be right only within `paths`.
    pub(super) fn simplify(&self, lx: &mut Logic, paths: Guard) -> Self {
        let care = lx.and(self.cover(), paths);
        let simpler = |(base, node): (&TermId, &NodeId)| (*base, store(lx).simplify(*node, care));
        let coefficients = self.coefficients.iter().map(simpler).collect();
        Self::new(self.constant.clone(), coefficients)
    }

    /// `self + scale·other` within `φ`. `None` where a counter would have too many values, or where nothing is defined.
    pub(super) fn plus(&self, lx: &mut Logic, phi: Guard, scale: &Num, other: &Self) -> Option<Self> {
        let both = lx.and(self.cover(), other.cover());
        let cover = lx.and(both, phi);
        if cover.is_false() {
            return None;
        }
        let constant = self.constant.sum_with(lx, cover, scale, &other.constant)?;
        let coefficients = self.combined(lx, cover, scale, other);
        Some(Self::new(constant, coefficients))
    }

    fn combined(&self, lx: &mut Logic, care: Guard, scale: &Num, other: &Self) -> OrdMap<TermId, NodeId> {
        let mut coefficients = self.coefficients.clone();
        for (base, node) in &other.coefficients {
            match add(lx, care, coefficients.get(base).copied(), scale, *node) {
                Some(sum) => coefficients.insert(*base, sum),
                None => coefficients.remove(base),
            };
        }
        coefficients
    }

    /// `factor·self` within `φ`.
    pub(super) fn scaled(&self, lx: &mut Logic, phi: Guard, factor: &Num) -> Option<Self> {
        let cover = lx.and(self.cover(), phi);
        let zero = constant(lx, Num::ZERO);
        let nothing = Count::begin(lx, Diagram::of_node(zero, cover))?;
        Self::of_count(nothing).plus(lx, cover, factor, self)
    }

    /// The guarded update. `None` where a counter would have too many values.
    pub(super) fn update(&self, lx: &mut Logic, phi: Guard, other: &Self) -> Option<Option<Self>> {
        let (mine, theirs) = (lx.and_not(self.cover(), phi), lx.and(other.cover(), phi));
        if mine.is_false() {
            return Some(other.within(theirs));
        }
        if theirs.is_false() {
            return Some(self.within(mine));
        }
        let cover = lx.or(mine, theirs);
        let constant = self.constant.chosen(lx, phi, &other.constant)?;
        if self.coefficients.ptr_eq(&other.coefficients) {
            return Some(Some(Self::new(constant, self.coefficients.clone())));
        }
        let zero = self::constant(lx, Num::ZERO);
        let condition = lx.simplify(phi, cover);
        let bases: BTreeSet<TermId> = self.coefficients.keys().chain(other.coefficients.keys()).copied().collect();
        let mut coefficients = self.coefficients.clone();
        for base in bases {
            let [mine, theirs] = [self, other].map(|form| form.coefficients.get(&base).copied().unwrap_or(zero));
            match store(lx).select(condition, theirs, mine) {
                node if node == mine => continue,
                node if node == zero => coefficients.remove(&base),
                node => coefficients.insert(base, node),
            };
        }
        Some(Some(Self::new(constant, coefficients)))
    }

    /// The number of inputs and other terms that are added.
    pub(super) fn summands(&self) -> usize {
        self.coefficients.len()
    }

    /// `self - other` within `φ`.
    pub(super) fn difference(&self, lx: &mut Logic, phi: Guard, other: &Self) -> Difference {
        let both = lx.and(self.cover(), other.cover());
        let care = lx.and(both, phi);
        let zero = constant(lx, Num::ZERO);
        let [mut mine, theirs] = [self, other].map(|form| form.constant.clone());
        let mut coefficients = Vec::new();
        for (base, node) in self.combined(lx, care, &-&Num::ONE, other) {
            let node = store(lx).simplify(node, care);
            if node == zero {
                continue;
            }
            match enumerated(lx, care, base, node).and_then(|part| mine.plus(lx, mine.cover(), part)) {
                Some(sum) => mine = sum,
                None => coefficients.push((base, node)),
            }
        }
        Difference { care, coefficients, constants: [mine, theirs] }
    }

    /// The form as one term, conditional where a coefficient is.
    pub(super) fn term(&self, lx: &mut Logic) -> TermId {
        if let Some(term) = self.term.get() {
            return term;
        }
        let care = self.cover();
        let zero = lx.terms.constant(Num::ZERO);
        let constants = self.constant.total(lx).with_cover(care);
        let mut parts = vec![chosen(lx, constants.node(), care, None)];
        parts.extend(self.coefficients.iter().map(|(base, node)| chosen(lx, *node, care, Some(*base))));
        let sum = lx.terms.total(&parts);
        if lx.intact().is_err() {
            return zero;
        }
        self.term.set(Some(sum));
        sum
    }

    /// [`term`](Self::term), if it has been made and the form is defined under these truth values.
    pub(super) fn at(&self, lx: &Logic, truth: impl FnMut(AtomId) -> Option<bool>) -> Option<Value> {
        let term = self.term.get()?;
        lx.guards.eval(self.cover(), truth)?.then_some(Value::Num(term))
    }

    /// The guards that a collection must keep.
    pub(super) fn held(&self) -> impl Iterator<Item = Guard> + '_ {
        let Self { constant, coefficients, term: _ } = self;
        constant.held().chain(coefficients.values().map(|node| node.as_guard()))
    }

    /// The same function under rewritten guards.
    pub(super) fn rewritten(&self, rewriting: &Rewriting) -> Option<Self> {
        let Self { constant, coefficients, term: _ } = self;
        let image = |(base, node): (&TermId, &NodeId)| (*base, NodeId::from(rewriting.of(node.as_guard())));
        Some(Self::new(constant.rewritten(rewriting)?, coefficients.iter().map(image).collect()))
    }
}

impl Difference {
    /// The difference of the constant parts. `None` if it may have too many values.
    pub fn constant(&self, lx: &mut Logic) -> Option<Summary> {
        let [mine, theirs] = &self.constants;
        let difference = mine.minus(lx, self.care, theirs)?;
        Some(Summary::of_plain(difference))
    }

    /// The number of coefficients that are not 0 everywhere.
    pub fn summands(&self) -> usize {
        self.coefficients.len()
    }

    /// Where the coefficient at an index is not 0.
    pub fn uncancelled(&self, lx: &mut Logic, at: usize) -> Guard {
        let parts = parts(lx, self.coefficients[at].1, self.care);
        where_number(lx, &parts, |c| !c.is_zero())
    }

    /// The coefficient vectors, as terms without a constant part, each with its guard. `None` if there are many.
    pub fn cases(&self, lx: &mut Logic) -> Option<Vec<(Guard, TermId)>> {
        let mut cases = vec![(self.care, lx.terms.constant(Num::ZERO))];
        for (base, node) in &self.coefficients {
            let mut split = Vec::new();
            for (guard, term) in cases {
                for (guard, number) in parts(lx, *node, guard) {
                    let part = lx.terms.scale(*base, &number);
                    split.push((guard, lx.terms.add(term, part)));
                }
            }
            if split.len() > VECTORS || lx.intact().is_err() {
                return None;
            }
            cases = split;
        }
        Some(cases)
    }

    /// Bounds of the difference.
    pub fn bounds(&self, lx: &mut Logic) -> Bounds {
        Bounds { care: self.care, ends: [false, true].map(|most| self.bound(lx, most)) }
    }

    /// A lower bound, or an upper one if `most`, as a difference of counters. Each base is replaced by a bound of the values that
    /// it has where its coefficient is not zero.
    fn bound(&self, lx: &mut Logic, most: bool) -> Option<[Count; 2]> {
        let [mut mine, mut theirs] = self.constants.clone();
        for (base, node) in &self.coefficients {
            let parts = parts(lx, *node, self.care);
            for negative in [false, true] {
                let has_sign = |c: &Num| !c.is_zero() && c.is_negative() == negative;
                let chosen = where_number(lx, &parts, has_sign);
                if chosen.is_false() {
                    continue;
                }
                let (low, high) = lx.span(chosen, *base);
                let bound = if most == negative { low } else { high }?;
                let product = Diagram::of_node(*node, self.care).map(lx, self.care, |lx, v| {
                    let c = v.term().and_then(|term| lx.terms.as_const(term)).filter(|c| has_sign(c));
                    let product = c.map_or(Num::ZERO, |c| &c.abs() * &bound.abs());
                    Value::Num(lx.terms.constant(product))
                })?;
                let part = Part::of_any_width(lx, product)?;
                match negative == bound.is_negative() {
                    true => mine = mine.extended(part),
                    false => theirs = theirs.extended(part),
                }
            }
        }
        Some([mine, theirs])
    }
}

impl Bounds {
    /// An interval that contains the difference; its ends are those of `i64` where there is no bound.
    pub fn range(&self, lx: &mut Logic) -> RangeInclusive<i64> {
        self.between(lx, |lx, care, [mine, theirs]| {
            Some(mine.narrowed(lx, care).difference(&theirs.narrowed(lx, care)))
        })
    }

    /// The same, with all steps added up first: one that adds to both forms does not add the most to one and the least to the
    /// other.
    pub fn range_of_sum(&self, lx: &mut Logic) -> RangeInclusive<i64> {
        self.between(lx, |lx, care, [mine, theirs]| {
            let sum = mine.minus(lx, care, theirs)?;
            Part::of_any_width(lx, sum).map(Part::range)
        })
    }

    /// The interval between the least lower bound and the greatest upper bound, from the range of each.
    fn between(
        &self,
        lx: &mut Logic,
        range: impl Fn(&mut Logic, Guard, &[Count; 2]) -> Option<RangeInclusive<i64>>,
    ) -> RangeInclusive<i64> {
        let [low, high] = self.ends.each_ref().map(|end| end.as_ref().and_then(|end| range(lx, self.care, end)));
        low.map_or(i64::MIN, |range| *range.start())..=high.map_or(i64::MAX, |range| *range.end())
    }
}

/// A coefficient times its base within `care`, if the base has few values where the coefficient is not zero.
fn enumerated(lx: &mut Logic, care: Guard, base: TermId, node: NodeId) -> Option<Part> {
    if !lx.terms.is_integer(base) {
        return None;
    }
    let parts = parts(lx, node, care);
    let chosen = where_number(lx, &parts, |c| !c.is_zero());
    let (low, high) = lx.extremes(chosen, base)?;
    let (low, high) = (low.to_i64()?, high.to_i64()?);
    if high.saturating_sub(low) >= FEW {
        return None;
    }
    let mut product = constant(lx, Num::ZERO);
    for (guard, coefficient) in parts {
        for k in low..=high {
            let (below, within) = (lx.within(base, k - 1), lx.within(base, k));
            let is_k = lx.and_not(within, below);
            let condition = lx.and(guard, is_k);
            let value = constant(lx, &coefficient * &Num::from(k));
            product = store(lx).select(condition, value, product);
        }
    }
    lx.intact().ok()?;
    Part::of(lx, Diagram::of_node(product, care))
}

/// The numbers that a diagram has within `care`, each with its guard.
fn parts(lx: &mut Logic, node: NodeId, care: Guard) -> Vec<(Guard, Num)> {
    let pairs = Diagram::of_node(node, care).restrict(lx, care).map(|inside| inside.pairs(lx));
    let number = |lx: &Logic, value: Value| value.term().and_then(|term| lx.terms.as_const(term)).cloned();
    pairs.into_iter().flatten().map(|(guard, value)| (guard, number(lx, value).unwrap_or(Num::ZERO))).collect()
}

/// Where the number has a property.
fn where_number(lx: &mut Logic, parts: &[(Guard, Num)], has: impl Fn(&Num) -> bool) -> Guard {
    let guards = parts.iter().filter(|(_, number)| has(number)).map(|(guard, _)| *guard).collect();
    lx.or_all(guards)
}

/// The number that a diagram has, as a term; times a base, if there is one.
fn chosen(lx: &mut Logic, node: NodeId, care: Guard, base: Option<TermId>) -> TermId {
    let mut result = None;
    let mut rest = Guard::FALSE;
    for (guard, number) in parts(lx, node, care) {
        let value = match base {
            Some(base) => lx.terms.scale(base, &number),
            None => lx.terms.constant(number),
        };
        rest = lx.or(rest, guard);
        result = Some(match result {
            Some(others) => {
                let condition = lx.simplify(guard, rest);
                lx.select(condition, value, others)
            }
            None => value,
        });
    }
    result.unwrap_or_else(|| lx.terms.constant(Num::ZERO))
}
