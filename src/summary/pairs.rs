//! Summaries as lists of pairs.
//!
//! ```text
//! s1 ⊎φ s2  =  coalesce( { (¬φ ∧ g, v) | (g, v) ∈ s1 }  ∪  { (φ ∧ h, w) | (h, w) ∈ s2 } )
//! ```
//!
//! Pairs with equal values become one, whose guard is the disjunction of theirs. Pairs with a false guard are dropped.
//! Covers are computed along with the operations, because `∨` over the guards of a long list costs more than the operation
//! itself.

use super::{Invalid, Value};
use crate::guard::{Guard, Logic, Rewriting};
use std::cell::Cell;
use std::rc::Rc;

/// A value summary. Immutable, cheap to clone, compared by its pairs.
#[derive(Clone, Debug)]
pub(super) struct Pairs(Rc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Sorted by value.
    pairs: Box<[(Guard, Value)]>,
    cover: Cell<Option<Guard>>,
}

impl PartialEq for Pairs {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.pairs == other.0.pairs
    }
}

impl Eq for Pairs {}

impl Pairs {
    pub(super) fn new(pairs: Vec<(Guard, Value)>, cover: Option<Guard>) -> Self {
        Self(Rc::new(Inner { pairs: pairs.into(), cover: Cell::new(cover) }))
    }

    /// The summary that is defined nowhere.
    pub(super) fn empty() -> Self {
        Self::new(Vec::new(), Some(Guard::FALSE))
    }

    /// The value under a guard, undefined elsewhere.
    pub(super) fn guarded(guard: Guard, value: Value) -> Self {
        if guard.is_false() {
            return Self::empty();
        }
        Self::new(vec![(guard, value)], Some(guard))
    }

    /// The Boolean that is true under `guard`, within `φ`.
    pub(super) fn boolean(lx: &mut Logic, phi: Guard, guard: Guard) -> Self {
        let yes = lx.and(phi, guard);
        let no = lx.and_not(phi, guard);
        let mut pairs = vec![(no, Value::Bool(false)), (yes, Value::Bool(true))];
        pairs.retain(|(g, _)| !g.is_false());
        Self::new(pairs, Some(phi))
    }

    /// The summary of any pairs. Their guards may overlap only where the values are equal; equal values coalesce.
    pub(super) fn from_pairs(lx: &mut Logic, pairs: impl IntoIterator<Item = (Guard, Value)>) -> Self {
        let pairs = pairs.into_iter().collect();
        Self::coalesce(lx, pairs, None)
    }

    fn coalesce(lx: &mut Logic, mut pairs: Vec<(Guard, Value)>, cover: Option<Guard>) -> Self {
        pairs.retain(|(g, _)| !g.is_false());
        if !pairs.is_sorted_by(|a, b| a.1 < b.1) {
            pairs.sort_by_key(|(_, value)| *value);
            let mut merged: Vec<(Guard, Value)> = Vec::with_capacity(pairs.len());
            for group in pairs.chunk_by(|a, b| a.1 == b.1) {
                let guard = match (group, cover) {
                    ([(guard, _)], _) => *guard,
                    (_, Some(cover)) if group.len() == pairs.len() => cover,
                    _ => lx.or_all(group.iter().map(|(g, _)| *g).collect()),
                };
                merged.push((guard, group[0].1));
            }
            pairs = merged;
        }
        let cover = cover.or(match pairs[..] {
            [] => Some(Guard::FALSE),
            [(guard, _)] => Some(guard),
            _ => None,
        });
        Self::new(pairs, cover)
    }

    /// The pair whose guard is `φ`. It is the whole summary within `φ`, since no other guard meets it. Summaries that
    /// depend on the same inputs have the same guards, so a case distinction by one often asks another about one of its own
    /// guards.
    fn only(&self, phi: Guard) -> Option<(Guard, Value)> {
        self.pairs().iter().find(|(g, _)| *g == phi).copied()
    }

    /// The guarded update `self ⊎φ other`: `other` where `φ` holds, `self` elsewhere.
    pub(super) fn update(&self, lx: &mut Logic, phi: Guard, other: &Pairs) -> Self {
        if phi.is_false() || Rc::ptr_eq(&self.0, &other.0) {
            return self.clone();
        }
        let only = other.only(phi).filter(|_| other.len() > 1).map(|(guard, value)| Self::guarded(guard, value));
        let other = only.as_ref().unwrap_or(other);
        if phi.is_true() {
            return other.clone();
        }
        let (mine, theirs) = (self.cover(lx), other.cover(lx));
        if let ([(_, v)], [(_, w)]) = (self.pairs(), other.pairs())
            && v == w
        {
            let cover = Self::updated_cover(lx, mine, phi, theirs);
            return Self::guarded(cover, *v);
        }
        // A summary that is defined only within φ needs no conjunction with it.
        let within = theirs == phi || lx.implies(theirs, phi);
        let apart = mine.is_false() || lx.disjoint(mine, phi);
        let mut pairs = Vec::with_capacity(self.len() + other.len());
        let (mut old, mut new) = (self.pairs().iter().peekable(), other.pairs().iter().peekable());
        loop {
            let (g, h, value) = match (old.peek(), new.peek()) {
                (Some((g, v)), Some((h, w))) if v == w => {
                    new.next();
                    old.next();
                    (Some(*g), Some(*h), *v)
                }
                (Some((_, v)), Some((h, w))) if w < v => {
                    new.next();
                    (None, Some(*h), *w)
                }
                (Some((g, v)), _) => {
                    old.next();
                    (Some(*g), None, *v)
                }
                (None, Some((h, w))) => {
                    new.next();
                    (None, Some(*h), *w)
                }
                (None, None) => break,
            };
            let guard = match (g, h) {
                (Some(g), None) if apart => g,
                (None, Some(h)) if within => h,
                (Some(g), Some(h)) if apart && within => lx.or(g, h),
                (g, h) => lx.ite(phi, h.unwrap_or(Guard::FALSE), g.unwrap_or(Guard::FALSE)),
            };
            if !guard.is_false() {
                pairs.push((guard, value));
            }
        }
        let cover = Self::updated_cover(lx, mine, phi, theirs);
        Self::new(pairs, Some(cover))
    }

    fn updated_cover(lx: &mut Logic, mine: Guard, phi: Guard, theirs: Guard) -> Guard {
        if mine == theirs { mine } else { lx.ite(phi, theirs, mine) }
    }

    /// The summary within `φ`.
    pub(super) fn restrict(&self, lx: &mut Logic, phi: Guard) -> Self {
        let cover = self.cover(lx);
        if phi.is_true() || cover == phi || cover.is_false() {
            return self.clone();
        }
        if let Some((guard, value)) = self.only(phi) {
            return Self::guarded(guard, value);
        }
        let within = lx.and(cover, phi);
        if within == cover {
            return self.clone();
        }
        let pairs = self.pairs().iter().map(|(g, v)| (lx.and(*g, phi), *v)).filter(|(g, _)| !g.is_false()).collect();
        Self::new(pairs, Some(within))
    }

    /// Applies `f` to the values within `φ`.
    pub(super) fn map(&self, lx: &mut Logic, phi: Guard, mut f: impl FnMut(&mut Logic, Value) -> Value) -> Self {
        let inside = self.restrict(lx, phi);
        let pairs = inside.pairs().iter().map(|(g, v)| (*g, f(lx, *v))).collect();
        Self::coalesce(lx, pairs, inside.0.cover.get())
    }

    /// Calls `f` on each compatible pair of pairs within `φ`, with the conjunction of the three guards. Returns the guard
    /// within which both are defined.
    fn product(
        &self,
        lx: &mut Logic,
        phi: Guard,
        other: &Pairs,
        mut f: impl FnMut(&mut Logic, Guard, Value, Value),
    ) -> Guard {
        let left = self.restrict(lx, phi);
        let within = left.cover(lx);
        let right = other.restrict(lx, within);
        let mut rest: Vec<(Guard, Value)> = right.pairs().to_vec();
        for (g, v) in left.pairs() {
            if let Some(at) = rest.iter().position(|(h, _)| h == g) {
                let (_, w) = rest.swap_remove(at);
                f(lx, *g, *v, w);
                continue;
            }
            let mut kept = Vec::with_capacity(rest.len());
            let mut done = false;
            for (h, w) in rest {
                if done {
                    kept.push((h, w));
                    continue;
                }
                let both = lx.and(*g, h);
                if !both.is_false() {
                    f(lx, both, *v, w);
                    // Guards of one summary are disjoint: one that is within a guard of the other meets no further one.
                    done = both == *g;
                }
                if both.is_false() || both != h {
                    kept.push((h, w));
                }
            }
            rest = kept;
        }
        right.cover(lx)
    }

    /// Applies `f` to the values of both summaries within `φ`: the product, without the pairs of values that exclude each
    /// other.
    pub(super) fn map2(
        &self,
        lx: &mut Logic,
        phi: Guard,
        other: &Pairs,
        mut f: impl FnMut(&mut Logic, Value, Value) -> Value,
    ) -> Self {
        let mut pairs = Vec::new();
        let cover = self.product(lx, phi, other, |lx, g, v, w| pairs.push((g, f(lx, v, w))));
        Self::coalesce(lx, pairs, Some(cover))
    }

    /// The guard under which a predicate holds of the value, within `φ`.
    pub(super) fn when(&self, lx: &mut Logic, phi: Guard, mut p: impl FnMut(&mut Logic, Value) -> Guard) -> Guard {
        let inside = self.restrict(lx, phi);
        let parts = inside.pairs().iter().map(|(g, v)| {
            let holds = p(lx, *v);
            lx.and(*g, holds)
        });
        let parts = parts.collect();
        lx.or_all(parts)
    }

    /// The guard under which a predicate holds of the values of both summaries, within `φ`. The predicate takes the guard of the
    /// two values.
    pub(super) fn when2(
        &self,
        lx: &mut Logic,
        phi: Guard,
        other: &Pairs,
        mut p: impl FnMut(&mut Logic, Guard, Value, Value) -> Guard,
    ) -> Guard {
        let mut parts = Vec::new();
        self.product(lx, phi, other, |lx, g, v, w| {
            let holds = p(lx, g, v, w);
            parts.push(lx.and(g, holds));
        });
        lx.or_all(parts)
    }

    /// The guard under which the summary is defined.
    pub(super) fn cover(&self, lx: &mut Logic) -> Guard {
        if let Some(known) = self.0.cover.get() {
            return known;
        }
        let cover = lx.or_all(self.pairs().iter().map(|(g, _)| *g).collect());
        self.0.cover.set(Some(cover));
        cover
    }

    /// The pairs, sorted by value.
    pub(super) fn pairs(&self) -> &[(Guard, Value)] {
        &self.0.pairs
    }

    /// The only value that `φ` allows, if there is exactly one. A guard that is not `FALSE` counts as allowed.
    pub(super) fn as_constant_within(&self, lx: &mut Logic, phi: Guard) -> Option<Value> {
        let mut allowed = self.pairs().iter().filter(|(g, _)| !lx.disjoint(*g, phi)).map(|(_, v)| *v);
        allowed.next().filter(|_| allowed.next().is_none())
    }

    /// Any summary that is `self` within `φ`. If more than `most` of its numbers are not constants, one conditional term
    /// replaces its numbers.
    pub(super) fn collapse(&self, lx: &mut Logic, most: usize, phi: Guard) -> Self {
        let is_symbolic = |(_, value): &&(Guard, Value)| !value.is_plain(lx);
        let (numbers, mut pairs): (Vec<_>, Vec<_>) =
            self.pairs().iter().partition(|(_, value)| matches!(value, Value::Num(_)));
        if numbers.iter().filter(is_symbolic).count() <= most {
            return self.clone();
        }
        // Each condition separates a number from those after it in the list, within their common cover only.
        let (mut cover, mut chosen) = (Guard::FALSE, None);
        for (guard, value) in numbers.into_iter().rev() {
            let Value::Num(value) = value else { unreachable!("the numbers are numbers") };
            cover = lx.or(cover, guard);
            let care = lx.and(cover, phi);
            let condition = if care.is_false() { care } else { lx.simplify(guard, care) };
            chosen = Some(match chosen {
                Some(others) => lx.select(condition, value, others),
                None => value,
            });
        }
        pairs.extend(chosen.map(|term| (cover, Value::Num(term))));
        Self::coalesce(lx, pairs, self.0.cover.get())
    }

    /// Every guard in the summary, for the collection of dead guards.
    pub(super) fn guards(&self) -> impl Iterator<Item = Guard> + '_ {
        self.0.pairs.iter().map(|(g, _)| *g).chain(self.0.cover.get())
    }

    /// The same function under rewritten guards.
    pub(super) fn rewritten(&self, rewriting: &Rewriting) -> Self {
        let image = |(guard, value): &(Guard, Value)| (rewriting.of(*guard), *value);
        let pairs = self.pairs().iter().map(image).filter(|(guard, _)| !guard.is_false()).collect();
        Self::new(pairs, self.0.cover.get().map(|cover| rewriting.of(cover)))
    }

    /// The number of pairs.
    pub(super) fn len(&self) -> usize {
        self.pairs().len()
    }

    /// Checks the invariants: no guard is false, values ascend, guards are disjoint. The cover is the disjunction of the
    /// guards, and equals the guard under which the key is defined, if that is given.
    pub(super) fn check(&self, lx: &mut Logic, defining: Option<Guard>) -> Result<(), Invalid> {
        for pair in self.pairs().windows(2) {
            if pair[0].1 >= pair[1].1 {
                return Err(Invalid::Order(pair[0].1, pair[1].1));
            }
        }
        let mut union = Guard::FALSE;
        for (at, (g, v)) in self.pairs().iter().enumerate() {
            if g.is_false() {
                return Err(Invalid::FalseGuard(*v));
            }
            if !lx.disjoint(union, *g) {
                // There is one. But if the store is interrupted right now, its answer is arbitrary.
                let other = self.pairs()[..at].iter().find(|(h, _)| !lx.disjoint(*h, *g));
                return Err(Invalid::Overlap(other.map_or(*v, |(_, other)| *other), *v));
            }
            union = lx.or(union, *g);
        }
        let cover = self.cover(lx);
        let defining = defining.unwrap_or(union);
        match cover == union && cover == defining {
            true => Ok(()),
            false => Err(Invalid::Cover { cover, defining }),
        }
    }
}
