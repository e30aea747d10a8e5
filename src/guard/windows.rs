//! Wrapped numbers within a guard: identity where bounds allow, few windows where a threshold is needed.
//!
//! ```text
//!   wrap(w, t) within φ  =  t - j·m           if φ ⇒ j·m + least ≤ t ≤ j·m + most       (m = 2^bits)
//!                        =  a base            otherwise
//!   a base within φ      =  { (φ ∧ [t in window j], t - j·m) }      at most MOST windows
//! ```
//!
//! Bounds of a term within a guard are the best of: its range, the thresholds on itself, the sum of the bounds of its bases (of
//! products, by their factors), and *one-step sums*, the bounds of a known form plus the bounds of the rest. So `i + 1` does not
//! wrap where `i < n`. If conditional terms are among the bases, they are also those of its flat form (`flat.rs`): a balance is
//! bounded by what was paid where a payment was accepted.

use super::alternatives::plus;
use super::{Guard, Logic};
use crate::ir::Width;
use crate::num::Num;
use crate::term::{Range, Term, TermId, Threshold, sum_range};

/// The most windows that a term is resolved into. With more it remains one base.
const MOST: usize = 4;

/// The most windows that are tried. The guard may exclude most of them.
const TRIED: i64 = 1 << 10;

/// The most known forms with a base that one-step sums look at.
const KNOWN: usize = 8;

/// The depth of products inside products whose bounds are those of their factors.
const PRODUCTS: usize = 3;

/// What became of machine integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wraps {
    /// Results of operations that were within the width, or in one window: no wrap is left. All values of a summary are one result
    /// if its bounds show it.
    pub identities: u64,
    /// Results that stayed wrapped.
    pub bases: u64,
    /// Wrapped numbers that a comparison, division or index has resolved.
    pub resolved: u64,
    /// The windows that they were resolved into, in sum.
    pub windows: u64,
    /// Wrapped numbers of too many windows, which stayed one number.
    pub opaque: u64,
}

/// The tighter one of two ranges, end by end.
fn meet((low, high): Range, (least, most): Range) -> Range {
    let low = match (low, least) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    };
    let high = match (high, most) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    (low, high)
}

/// The range of a product of numbers with bounds; a square is not negative.
fn product((a, b): (Range, Range), is_square: bool) -> Range {
    let ((Some(a), Some(b)), (Some(c), Some(d))) = (a, b) else {
        return (is_square.then_some(Num::ZERO), None);
    };
    let ends = [&a * &c, &a * &d, &b * &c, &b * &d];
    let least = if is_square { Some(Num::ZERO) } else { ends.iter().min().cloned() };
    (least, ends.iter().max().cloned())
}

impl Logic {
    /// Bounds of an integer term wherever a guard holds.
    pub fn range_within(&mut self, g: Guard, t: TermId) -> Range {
        let found = self.range_of_bases(g, t, PRODUCTS);
        self.one_step_range(g, t, found)
    }

    /// The sum of the bounds of the bases, for products inside products up to a depth.
    pub(crate) fn range_of_bases(&mut self, g: Guard, t: TermId, depth: usize) -> Range {
        let (constant, parts) = self.terms.parts(t);
        let mut ends = |base: TermId| match self.terms.node(base) {
            Term::Mul(a, b) if depth > 0 => {
                let factors = (*a, *b);
                let [a, b] = [factors.0, factors.1].map(|factor| self.range_of_bases(g, factor, depth - 1));
                meet(self.span(g, base), product((a, b), factors.0 == factors.1))
            }
            _ => self.span(g, base),
        };
        let found = sum_range(&constant, parts.iter().map(|(base, c)| (c, ends(*base))));
        if parts.len() < 2 { found } else { meet(found, self.known_range(g, t)) }
    }

    /// The bounds that known forms add to others.
    fn one_step_range(&mut self, g: Guard, t: TermId, mut found: Range) -> Range {
        let (_, parts) = self.terms.parts(t);
        for (base, c) in &parts {
            for form in self.known_forms(*base) {
                let Some((_, factor)) = self.terms.parts(form).1.into_iter().find(|(b, _)| b == base) else { continue };
                let Some(scale) = c.checked_div(&factor).filter(Num::is_integer) else { continue };
                let scaled = self.terms.scale(form, &scale);
                let rest = self.terms.sub(t, scaled);
                let (constant, parts) = self.terms.parts(rest);
                let rest = sum_range(&constant, parts.iter().map(|(base, c)| (c, self.terms.range(*base))));
                found = meet(found, plus(self.known_range(g, scaled), &rest));
            }
        }
        found
    }

    /// Bounds of a term by the thresholds on its form.
    fn known_range(&mut self, g: Guard, t: TermId) -> Range {
        let Some((form, scale, constant)) = self.known_form(t) else { return (None, None) };
        let fact = self.bounds(g, form);
        let low = fact.low.map(|low: Threshold| &low.bound + &Num::ONE);
        let high = fact.high.map(|high: Threshold| high.bound);
        let value = |bound: Num| &(&bound * &scale) + &constant;
        match scale.is_negative() {
            true => (high.map(value), low.map(value)),
            false => (low.map(value), high.map(value)),
        }
    }

    /// Forms of more than one base that have a base and thresholds.
    fn known_forms(&self, base: TermId) -> Vec<TermId> {
        let forms = self.forms.with_base(base).iter().rev().map(|id| self.forms.form(*id));
        let known = forms.filter(|form| form.integer && !form.thresholds.is_empty()).map(|form| form.term);
        known.filter(|form| matches!(self.terms.node(*form), Term::Linear(_))).take(KNOWN).collect()
    }

    /// An integer modulo 2^bits, in the range of the width, wherever a guard holds.
    pub fn wrap_within(&mut self, g: Guard, width: Width, t: TermId) -> TermId {
        let wrapped = self.wrap_where(g, width, t);
        match self.terms.node(wrapped) {
            Term::Wrap(..) => self.wraps.bases += 1,
            _ => self.wraps.identities += 1,
        }
        wrapped
    }

    fn wrap_where(&mut self, g: Guard, width: Width, t: TermId) -> TermId {
        self.terms.find_hulls(t);
        if self.terms.fits(width, t) {
            return t;
        }
        let range = self.range_of_bases(g, t, PRODUCTS);
        let range = match self.terms.window(width, &range) {
            Some(_) => range,
            None => self.one_step_range(g, t, range),
        };
        let range = match self.terms.window(width, &range) {
            None if self.terms.bases(t).any(|base| self.terms.is_conditional(base)) => {
                meet(range, self.flat_range(g, t))
            }
            _ => range,
        };
        match self.terms.window(width, &range) {
            Some(shift) => {
                let shift = self.terms.constant(shift);
                self.terms.sub(t, shift)
            }
            None => self.terms.wrap(width, t),
        }
    }

    /// A term without wrapped numbers among its bases: a term for each part of the guard. `None` if there are none, or too many
    /// windows.
    pub fn windows(&mut self, g: Guard, t: TermId) -> Option<Vec<(Guard, TermId)>> {
        if !self.terms.has_wraps(t) {
            return None;
        }
        let resolved = self.resolve(g, t);
        match &resolved {
            Some(windows) => {
                self.wraps.resolved += 1;
                self.wraps.windows += windows.len() as u64;
            }
            None => self.wraps.opaque += 1,
        }
        resolved
    }

    /// [`Self::windows`] of a term with wrapped numbers among its bases.
    fn resolve(&mut self, g: Guard, t: TermId) -> Option<Vec<(Guard, TermId)>> {
        let mut open = vec![(g, t)];
        let mut done = Vec::new();
        while let Some((g, t)) = open.pop() {
            let wrapped = self.terms.parts(t).1.into_iter().find_map(|(base, c)| match self.terms.node(base) {
                Term::Wrap(width, inner) => Some((base, c, *width, *inner)),
                _ => None,
            });
            let Some((base, c, width, inner)) = wrapped else {
                done.push((g, t));
                continue;
            };
            // The sign of what bits decide is one of its bits, and no threshold helps.
            if self.terms.bases(inner).any(|base| matches!(self.terms.node(base), Term::Bits(_))) {
                return None;
            }
            self.terms.find_hulls(inner);
            let (Some(low), Some(high)) = self.range_within(g, inner) else { return None };
            let modulus = width.modulus();
            let [mut shift, last] = [low, high].map(|bound| &bound - &width.wrap(&bound));
            if &last - &shift > &modulus * &Num::from(TRIED) {
                return None;
            }
            let whole = self.terms.scale(base, &c);
            let rest = self.terms.sub(t, whole);
            let mut above = g;
            loop {
                if done.len() + open.len() >= MOST || self.intact().is_err() {
                    return None;
                }
                // The windows are a partition of the guard, also where it does not know the range.
                let below = if shift == last {
                    Guard::TRUE
                } else {
                    let most = self.terms.constant(&shift + &width.most());
                    self.le(inner, most)
                };
                let window = self.and(above, below);
                let by = self.terms.constant(shift.clone());
                let number = self.terms.sub(inner, by);
                let part = self.terms.scale(number, &c);
                if !window.is_false() {
                    open.push((window, self.terms.add(rest, part)));
                }
                if shift == last {
                    break;
                }
                above = self.and_not(above, below);
                shift = &shift + &modulus;
            }
        }
        Some(done)
    }
}
