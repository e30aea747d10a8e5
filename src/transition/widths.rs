//! Integers of a width: wrapped results, divisions that round towards zero, operations on bits.
//!
//! ```text
//!   eval(φ, wrap(w, e)) = { (g, wrap(w, t) within φ∧g) | (g,t) ∈ eval(φ, e) }              (see `guard::windows`)
//!   a / b, a % b        = { (g∧h∧s, ±(±v / ±w)) | s the signs of v and w }                 Euclidean, of what is not negative
//! ```
//!
//! What has wrapped stays one value. It is resolved into its windows where a threshold of it is needed: in comparisons,
//! divisions, indexes and lengths.

use super::Machine;
use crate::guard::{Guard, Logic};
use crate::ir::{BinaryOp, BitOp, Width};
use crate::num::Num;
use crate::summary::{Summary, Value};
use crate::term::{Term, TermId};
use num_bigint::BigInt;
use num_traits::One;
use std::ops::RangeInclusive;

/// The paths on which an integer is not negative, and those on which it is, with its absolute value. One that has no paths is
/// absent.
fn signs(lx: &mut Logic, g: Guard, t: TermId) -> Vec<(Guard, TermId, bool)> {
    let zero = lx.terms.constant(Num::ZERO);
    let positive = lx.le(zero, t);
    let (above, below) = (lx.and(g, positive), lx.and_not(g, positive));
    let negated = lx.terms.neg(t);
    [(above, t, false), (below, negated, true)].into_iter().filter(|(g, ..)| !g.is_false()).collect()
}

/// A quotient or remainder that rounds towards zero, where the divisor is not zero.
fn truncated(lx: &mut Logic, g: Guard, op: BinaryOp, a: TermId, b: TermId) -> Summary {
    let mut pairs = Vec::new();
    for (g, a, a_negative) in signs(lx, g, a) {
        for (g, b, b_negative) in signs(lx, g, b) {
            let (result, negated) = match op {
                BinaryOp::DivTrunc => (lx.terms.div_euclid(a, b), a_negative != b_negative),
                _ => (lx.terms.rem_euclid(a, b), a_negative),
            };
            let result = if negated { lx.terms.neg(result) } else { result };
            pairs.push((g, Value::Num(result)));
        }
    }
    Summary::from_pairs(lx, pairs)
}

/// A number whose bits are moved: a case for each number of places.
fn shifted(lx: &mut Logic, g: Guard, (op, width): (BitOp, Width), a: TermId, by: TermId) -> Summary {
    let places = Width::unsigned(width.bits.ilog2() as u8);
    let by = lx.wrap_within(g, places, by);
    let (low, high) = lx.range_within(g, by);
    let end = |end: Option<Num>, default: &Num| end.unwrap_or(default.clone()).to_i64().unwrap_or(0);
    let (low, high) = (end(low, &Num::ZERO), end(high, &places.most()));
    let (mut pairs, mut rest) = (Vec::new(), g);
    for k in low..=high {
        // The range may follow from facts about bits, which the thresholds do not know. So the last case is what is left.
        let up_to = if k == high {
            Guard::TRUE
        } else {
            let k = lx.terms.constant(k);
            lx.le_beside(by, k)
        };
        let here = lx.and(rest, up_to);
        rest = lx.and_not(rest, up_to);
        if here.is_false() {
            continue;
        }
        let factor = Num::from(BigInt::one() << k);
        let moved = match op {
            BitOp::Shl => lx.terms.scale(a, &factor),
            BitOp::Shr => {
                let factor = lx.terms.constant(factor);
                lx.terms.div_euclid(a, factor)
            }
            _ => {
                let bits = lx.wrap_within(here, Width::unsigned(width.bits), a);
                let factor = lx.terms.constant(factor);
                lx.terms.div_euclid(bits, factor)
            }
        };
        pairs.push((here, Value::Num(lx.wrap_within(here, width, moved))));
    }
    Summary::from_pairs(lx, pairs)
}

/// Whether a width has all numbers of an interval, whose ends are those of `i64` where there is no bound.
fn contains(width: Width, range: &RangeInclusive<i64>) -> bool {
    let (low, high) = (*range.start(), *range.end());
    i64::MIN < low && high < i64::MAX && [low, high].into_iter().all(|end| width.contains(&Num::from(end)))
}

impl Machine<'_> {
    /// Integers modulo 2^bits, in the range of the width.
    pub(super) fn wrapped(&mut self, phi: Guard, width: Width, value: &Summary) -> Summary {
        if value.parts().len() > 1 {
            return self.by_part(value, |machine, part| machine.wrapped(phi, width, part));
        }
        if self.all_fit(phi, width, value) {
            self.logic.wraps.identities += 1;
            return value.clone();
        }
        let lx = &mut self.logic;
        if !value.has_symbolic_number(lx) {
            return value.map_numbers(lx, phi, |lx, t| lx.terms.wrap(width, t));
        }
        value.bind(lx, phi, |lx, value, g| {
            let value = value.map_number(|t| lx.wrap_within(g, width, t));
            Summary::guarded(lx, g, value)
        })
    }

    /// Whether bounds show that integers are in the range of the width on the paths of φ.
    fn all_fit(&mut self, phi: Guard, width: Width, value: &Summary) -> bool {
        let lx = &mut self.logic;
        let zero = Value::Num(lx.terms.constant(Num::ZERO));
        let zero = Summary::constant(lx, zero);
        if value.difference(lx, &zero).is_some_and(|range| contains(width, &range)) {
            return true;
        }
        if let Some(form) = value.form_difference(lx, phi, &zero) {
            let bounds = form.bounds(lx);
            if contains(width, &bounds.range(lx)) || contains(width, &bounds.range_of_sum(lx)) {
                return true;
            }
        }
        let values = value.values(lx);
        values.into_iter().filter_map(Value::number).all(|t| lx.terms.fits(width, t))
    }

    /// Numbers of one width before they were wrapped, and the width, on the paths of φ; `None` if none was wrapped. What they
    /// have in common is not hidden in a wrap of each.
    pub(super) fn unwrapped(&mut self, phi: Guard, value: &Summary) -> Option<(Width, Summary)> {
        let lx = &mut self.logic;
        let width = value.symbolic_numbers(lx).find_map(|t| match lx.terms.node(t) {
            Term::Wrap(width, _) => Some(*width),
            _ => None,
        })?;
        let fits = |t| match lx.terms.node(t) {
            Term::Wrap(other, _) => *other == width,
            _ => lx.terms.fits(width, t),
        };
        if !value.listed().filter_map(Value::number).all(fits) {
            return None;
        }
        let unwrapped = value.map_numbers(lx, phi, |lx, t| match lx.terms.node(t) {
            Term::Wrap(_, inner) => *inner,
            _ => t,
        });
        Some((width, unwrapped))
    }

    /// The same numbers without wraps, in their windows, where these are few.
    pub(super) fn resolved(&mut self, phi: Guard, value: Summary) -> Summary {
        let lx = &mut self.logic;
        if !value.symbolic_numbers(lx).any(|t| lx.terms.has_wraps(t)) {
            return value;
        }
        value.bind(lx, phi, |lx, value, g| match value.number().and_then(|t| lx.windows(g, t)) {
            Some(windows) => {
                let pairs: Vec<_> = windows.into_iter().map(|(g, t)| (g, Value::Num(t))).collect();
                Summary::from_pairs(lx, pairs)
            }
            None => Summary::guarded(lx, g, value),
        })
    }

    /// Quotients or remainders that round towards zero, where the divisor is not zero.
    pub(super) fn divided(&mut self, phi: Guard, op: BinaryOp, a: &Summary, b: &Summary) -> Summary {
        a.bind(&mut self.logic, phi, |lx, v, g| {
            b.bind(lx, g, |lx, w, h| match (v, w) {
                (Value::Num(v), Value::Num(w)) => truncated(lx, h, op, v, w),
                _ => Summary::guarded(lx, h, Value::Missing),
            })
        })
    }

    /// Results of operations on bits.
    pub(super) fn on_bits(&mut self, phi: Guard, op: BitOp, width: Width, a: &Summary, b: &Summary) -> Summary {
        if op.is_shift() {
            let a = self.resolved(phi, a.clone());
            return a.bind(&mut self.logic, phi, |lx, v, g| {
                b.bind(lx, g, |lx, w, h| match (v, w) {
                    (Value::Num(v), Value::Num(w)) => shifted(lx, h, (op, width), v, w),
                    _ => Summary::guarded(lx, h, Value::Missing),
                })
            });
        }
        a.map2(&mut self.logic, phi, b, |lx, v, w| match (v, w) {
            (Value::Num(v), Value::Num(w)) => Value::Num(lx.terms.bits(op, width, v, w)),
            _ => Value::Missing,
        })
    }
}
