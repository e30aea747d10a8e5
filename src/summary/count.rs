//! Counters: sums that are not added up before their values are needed.
//!
//! ```text
//!   s + k                       s, k                       k an integer, or a diagram of integers
//!   (s, a, …) ⊎φ (s, b, …)      s, (φ ? b + … : a + …)
//! ```
//!
//! A counter goes up under a condition in each of n steps. It has n values over all inputs of these conditions, so its
//! diagram has in the order of n² nodes, and each step builds all of them anew. The conditions need few nodes each. So a
//! counter is kept as its first value and a diagram for each change, as pseudo-Boolean constraints are kept as their terms
//! (Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, 2006). Parts that two counters have in common need
//! not be inspected. Sums of costs or lengths, or of what a call of unknown class adds, are counters too, with more values
//! for each change. A question about the values adds up all parts that have not been added before, neighbours first: the
//! sum of neighbours depends on little else than their own inputs. Counting continues from that sum.

use super::diagram::{Diagram, constant, store, value};
use super::{Summary, Value};
use crate::guard::{AtomId, Guard, Logic, NodeId, Rewriting};
use crate::num::Num;
use im::Vector;
use num_integer::Integer;
use std::cell::Cell;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// A sum of diagrams of integers, defined somewhere.
#[derive(Clone, Debug)]
pub(super) struct Count {
    cover: Guard,
    /// The first is the value that counting began with.
    parts: Vector<Part>,
    /// The number of first parts that have been added up, and their sum. It is right where the diagram is defined.
    total: Rc<Cell<Option<(usize, Diagram)>>>,
}

/// A diagram, and an interval that contains its leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    node: NodeId,
    low: i64,
    high: i64,
}

impl PartialEq for Count {
    fn eq(&self, other: &Self) -> bool {
        self.cover == other.cover && self.parts == other.parts
    }
}

impl Eq for Count {}

/// Values are within this and its negation, so that sums stay far from the ends of `i64`.
const MOST: i64 = 1 << 48;
/// A counter has at most this many possible values, because there is a term for each.
const WIDEST: i64 = 1 << 12;

/// The value as an integer, if it is such a constant.
pub(super) fn integer(lx: &Logic, value: Value) -> Option<i64> {
    lx.terms.as_const(value.number()?)?.to_i64()
}

impl Part {
    fn constant(lx: &mut Logic, k: i64) -> Self {
        Self { node: constant(lx, k), low: k, high: k }
    }

    /// A part from a diagram; `None` unless its values are integers in a narrow range.
    pub(super) fn of(lx: &mut Logic, diagram: Diagram) -> Option<Self> {
        Self::of_any_width(lx, diagram).filter(|part| is_narrow(&part.range(), 1))
    }

    /// A part from a diagram; `None` unless its values are integers, not too large to be added up.
    pub(super) fn of_any_width(lx: &mut Logic, diagram: Diagram) -> Option<Self> {
        let mut range: Option<(i64, i64)> = None;
        for leaf in diagram.leaves(lx) {
            let value = value(lx, leaf);
            let k = integer(lx, value)?;
            range = Some(range.map_or((k, k), |(low, high)| (low.min(k), high.max(k))));
        }
        let (low, high) = range?;
        (low >= -MOST && high <= MOST).then(|| Part { node: diagram.node(), low, high })
    }

    /// An interval that contains the leaves.
    pub(super) fn range(self) -> RangeInclusive<i64> {
        self.low..=self.high
    }

    /// The part times a number; `None` unless its values are integers.
    fn scaled(self, lx: &mut Logic, scale: &Num) -> Option<Self> {
        if *scale == Num::ONE {
            return Some(self);
        }
        let scaled = Diagram::of_node(self.node, Guard::TRUE).scaled(lx, scale)?;
        Self::of(lx, scaled)
    }
}

/// Whether a counter may have values in an interval that differ by multiples of `step`.
fn is_narrow(range: &RangeInclusive<i64>, step: i64) -> bool {
    let (low, high) = (*range.start(), *range.end());
    low >= -MOST && high <= MOST && (high - low) / step.max(1) < WIDEST
}

/// The ends of an interval that contains the sum of some parts.
fn range_of(parts: &Vector<Part>) -> (i64, i64) {
    parts.iter().fold((0, 0), |(low, high), part| (low + part.low, high + part.high))
}

/// The sum of two diagrams within their common cover.
fn add(lx: &mut Logic, left: Diagram, right: Diagram) -> Diagram {
    let sum = left.map2(lx, Guard::TRUE, right, |lx, v, w| match (v, w) {
        (Value::Num(v), Value::Num(w)) => Value::Num(lx.terms.add(v, w)),
        _ => Value::Missing,
    });
    // Their cover is false only when guards have run out.
    sum.unwrap_or(left)
}

impl Count {
    /// The counter that begins with a diagram of integers.
    pub(super) fn begin(lx: &mut Logic, diagram: Diagram) -> Option<Self> {
        let part = Part::of(lx, diagram)?;
        let total = Rc::new(Cell::new(Some((1, diagram))));
        Some(Self { cover: diagram.cover(), parts: Vector::unit(part), total })
    }

    pub(super) fn cover(&self) -> Guard {
        self.cover
    }

    /// Whether it can have several values.
    pub(super) fn is_several(&self) -> bool {
        self.range().start() != self.range().end()
    }

    /// The same parts with another cover; `None` if that is false.
    pub(super) fn within(&self, cover: Guard) -> Option<Self> {
        (!cover.is_false()).then(|| Self { cover, ..self.clone() })
    }

    /// The first `kept` parts of this counter, followed by another part.
    fn followed(&self, cover: Guard, kept: usize, part: Option<Part>) -> Self {
        let mut parts = self.parts.take(kept);
        // A counter has a first part.
        parts.extend(part.filter(|part| kept == 0 || part.low != 0 || part.high != 0));
        let total = self.total.get().filter(|(summed, _)| *summed <= kept);
        Self { cover, parts, total: Rc::new(Cell::new(total)) }
    }

    /// The sum with one more part; `cover` is where that is right. `None` if the range of values is too wide.
    pub(super) fn plus(&self, lx: &mut Logic, cover: Guard, part: Part) -> Option<Self> {
        let is_constant = |part: &Part| part.low == part.high;
        let last = self.parts.last().filter(|last| is_constant(last) && is_constant(&part) && self.parts.len() > 1);
        let result = match last {
            Some(last) => {
                let both = Part::constant(lx, last.low + part.low);
                self.followed(cover, self.parts.len() - 1, Some(both))
            }
            None => self.followed(cover, self.parts.len(), Some(part)),
        };
        is_narrow(&result.range(), 1).then_some(result)
    }

    /// `self + scale·other`; `cover` is where that is right. `None` if the range of values there is too wide.
    pub(super) fn sum_with(&self, lx: &mut Logic, cover: Guard, scale: &Num, other: &Self) -> Option<Self> {
        self.within(cover)?.extended_by(lx, scale, other).or_else(|| {
            let (mine, theirs) = (self.settled(lx, cover), other.settled(lx, cover));
            mine.extended_by(lx, scale, &theirs)
        })
    }

    /// The sum with the parts of another counter, where this one is defined. `None` if the range of values is too wide.
    fn extended_by(&self, lx: &mut Logic, scale: &Num, other: &Self) -> Option<Self> {
        other.parts.iter().try_fold(self.clone(), |sum, part| {
            let part = part.scaled(lx, scale)?;
            sum.plus(lx, self.cover, part)
        })
    }

    /// The same within `cover`, which is not false, where parts with one value are one part.
    fn settled(&self, lx: &mut Logic, cover: Guard) -> Self {
        let narrowed = self.narrowed(lx, cover);
        let (constants, others): (Vec<Part>, Vec<Part>) =
            narrowed.parts.into_iter().partition(|part| part.low == part.high);
        let constant = Part::constant(lx, constants.iter().map(|part| part.low).sum());
        let parts = std::iter::once(constant).chain(others).collect();
        Self { cover, parts, total: Rc::default() }
    }

    /// The sum with one more part, for its range only: no term is made for its values.
    pub(super) fn extended(&self, part: Part) -> Self {
        self.followed(self.cover, self.parts.len(), Some(part))
    }

    /// The guarded update. `None` unless both began with the same part.
    pub(super) fn update(&self, lx: &mut Logic, phi: Guard, other: &Self) -> Option<Summary> {
        (self.common(other) > 0).then(|| Summary::of_count(self.chosen(lx, phi, other)))
    }

    /// The number of first parts that are the same.
    fn common(&self, other: &Self) -> usize {
        self.parts.iter().zip(&other.parts).take_while(|(a, b)| a == b).count()
    }

    /// The guarded update; `None` if that is defined nowhere.
    pub(super) fn chosen(&self, lx: &mut Logic, phi: Guard, other: &Self) -> Option<Self> {
        let common = self.common(other);
        let (mine, theirs) = (lx.and_not(self.cover, phi), lx.and(other.cover, phi));
        if mine.is_false() {
            return other.within(theirs);
        }
        if theirs.is_false() {
            return self.within(mine);
        }
        let cover = lx.or(mine, theirs);
        let [a, b] = [self, other].map(|count| count.sum_from(lx, common));
        let store = store(lx);
        let condition = store.simplify(phi.into(), cover).as_guard();
        let node = store.select(condition, b.node, a.node);
        let part = if store.code(node).is_some() && node == a.node {
            a
        } else {
            Part { node, low: a.low.min(b.low), high: a.high.max(b.high) }
        };
        Some(self.followed(cover, common, Some(part)))
    }

    /// The sum of the parts from `first` on, wherever it is defined.
    fn sum_from(&self, lx: &mut Logic, first: usize) -> Part {
        let rest = self.parts.skip(first);
        let (low, high) = range_of(&rest);
        let parts = rest.iter().map(|part| Diagram::of_node(part.node, Guard::TRUE)).collect();
        match Self::sum(lx, parts) {
            Some(sum) => Part { node: sum.node(), low, high },
            None => Part::constant(lx, 0),
        }
    }

    fn sum(lx: &mut Logic, mut parts: Vec<Diagram>) -> Option<Diagram> {
        while parts.len() > 1 {
            let pair = |lx: &mut Logic, pair: &[Diagram]| match *pair {
                [left, right] => add(lx, left, right),
                _ => pair[0],
            };
            parts = parts.chunks(2).map(|chunk| pair(lx, chunk)).collect();
        }
        parts.pop()
    }

    /// The sum of some first parts, if it is right where this counter is defined.
    fn begun(&self, lx: &mut Logic) -> Option<(usize, Diagram)> {
        self.total.get().filter(|(_, sum)| lx.implies(self.cover, sum.cover()))
    }

    /// The sum, if it has been added up.
    pub(super) fn known(&self, lx: &mut Logic) -> Option<Diagram> {
        let (_, sum) = self.begun(lx).filter(|(summed, _)| *summed == self.parts.len())?;
        Some(sum.with_cover(self.cover))
    }

    /// The sum.
    pub(super) fn total(&self, lx: &mut Logic) -> Diagram {
        if let Some(known) = self.known(lx) {
            return known;
        }
        let known = self.begun(lx);
        let (summed, begun) = known.map_or((0, None), |(summed, sum)| (summed, Some(sum.with_cover(self.cover))));
        let rest = self.parts.iter().skip(summed).map(|part| Diagram::of_node(part.node, self.cover)).collect();
        let rest = Self::sum(lx, rest);
        let sum = match (begun, rest) {
            (Some(begun), Some(rest)) => add(lx, begun, rest),
            (begun, rest) => begun.or(rest).expect("a counter has a first part"),
        };
        // The guard of a value is no smaller than the sum. To compute all guards for a comparison would take longer than the
        // addition.
        let sum = sum.as_weighed(lx);
        if lx.intact().is_ok() {
            self.total.set(Some((self.parts.len(), sum)));
        }
        sum
    }

    /// An interval that contains the values, perhaps not tightly.
    pub(super) fn range(&self) -> RangeInclusive<i64> {
        let (low, high) = range_of(&self.parts);
        low..=high
    }

    /// The same function, with the intervals of the parts within `φ`.
    pub(super) fn narrowed(&self, lx: &mut Logic, phi: Guard) -> Self {
        let narrowed = |part: &Part| {
            let node = store(lx).simplify(part.node, phi);
            let range = Part::of_any_width(lx, Diagram::of_node(node, phi));
            range.map_or(*part, |range| Part { node: part.node, ..range })
        };
        Self { parts: self.parts.iter().map(narrowed).collect(), ..self.clone() }
    }

    /// A number of which all differences between values are multiples; 0 if there is one value. `None` if some value is no integer.
    fn step(&self, lx: &mut Logic) -> Option<i64> {
        self.parts.iter().try_fold(0, |step: i64, part| {
            let leaves = Diagram::of_node(part.node, self.cover).leaves(lx);
            leaves.into_iter().try_fold(step, |step, leaf| {
                let value = value(lx, leaf);
                Some(step.gcd(&(integer(lx, value)? - part.low)))
            })
        })
    }

    /// `self - other` within `care`. Parts of both that depend on the same input are added up first, so that what they have in
    /// common cancels out. `None` if there may be too many values.
    pub(super) fn minus(&self, lx: &mut Logic, care: Guard, other: &Self) -> Option<Diagram> {
        let (mine, theirs) = (self.narrowed(lx, care), other.narrowed(lx, care));
        let range = mine.difference(&theirs);
        if !is_narrow(&range, 1) && !is_narrow(&range, mine.step(lx)?.gcd(&theirs.step(lx)?)) {
            return None;
        }
        let mut nodes = Vec::with_capacity(mine.parts.len() + theirs.parts.len());
        for (scale, parts) in [(Num::ONE, &mine.parts), (-&Num::ONE, &theirs.parts)] {
            for part in parts {
                let scaled = part.scaled(lx, &scale)?;
                let node = store(lx).simplify(scaled.node, care);
                nodes.push((store(lx).level(node), node));
            }
        }
        nodes.sort_unstable();
        let groups = nodes.chunk_by(|a, b| a.0 == b.0);
        let sums = groups
            .filter_map(|group| Self::sum(lx, group.iter().map(|(_, node)| Diagram::of_node(*node, care)).collect()));
        let sums = sums.collect();
        Self::sum(lx, sums)
    }

    /// An interval that contains the difference of two counters, computed without the parts that they share.
    pub(super) fn difference(&self, other: &Self) -> RangeInclusive<i64> {
        let sorted = |count: &Self| {
            let mut parts: Vec<Part> = count.parts.iter().copied().collect();
            parts.sort_unstable_by_key(|part| part.node);
            parts
        };
        let (mine, theirs) = (sorted(self), sorted(other));
        let (mut a, mut b) = (mine.iter().peekable(), theirs.iter().peekable());
        let (mut low, mut high) = (0, 0);
        loop {
            match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.node == y.node => {
                    a.next();
                    b.next();
                }
                (Some(x), y) if y.is_none_or(|y| x.node < y.node) => {
                    (low, high) = (low + x.low, high + x.high);
                    a.next();
                }
                (_, Some(y)) => {
                    (low, high) = (low - y.high, high - y.low);
                    b.next();
                }
                (_, None) => return low..=high,
            }
        }
    }

    /// The value under truth values of the variables, if there is a term for it.
    pub(super) fn at(&self, lx: &Logic, mut truth: impl FnMut(AtomId) -> Option<bool>) -> Option<Value> {
        if !lx.guards.eval(self.cover, &mut truth)? {
            return None;
        }
        let mut sum = 0;
        for part in &self.parts {
            let leaf = lx.guards.leaf_at(part.node, &mut truth)?;
            sum += integer(lx, Value::from_code(leaf))?;
        }
        lx.terms.find_constant(&Num::from(sum)).map(Value::Num)
    }

    /// The guards that a collection must keep.
    pub(super) fn held(&self) -> impl Iterator<Item = Guard> + '_ {
        let Self { cover, parts, total } = self;
        let total = total.get().into_iter().flat_map(|(_, sum)| sum.held());
        parts.iter().map(|part| part.node.as_guard()).chain([*cover]).chain(total)
    }

    /// The same function under rewritten guards.
    pub(super) fn rewritten(&self, rewriting: &Rewriting) -> Option<Self> {
        let cover = rewriting.of(self.cover);
        let part = |part: &Part| Part { node: rewriting.of(part.node.as_guard()).into(), ..*part };
        let parts = self.parts.iter().map(part).collect();
        (!cover.is_false()).then(|| Self { cover, parts, total: Rc::default() })
    }
}
