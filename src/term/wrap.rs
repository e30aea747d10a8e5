//! Integers of a width: results that are wrapped, as a base.
//!
//! `wrap(w, t)` is `t` modulo `m = 2^bits`, in the range of the width. Its normal form, in this order:
//!
//! 1. constants are computed, and a term whose range fits is itself;
//! 2. a wrap inside is left out where that changes nothing modulo m: in sums, and in products of sums without products;
//! 3. coefficients and the constant part become their symmetric residues modulo m;
//! 4. a term whose range is now in one window `[j·m + least, j·m + most]` is `t - j·m`; any other is a base of its own.
//!
//! So linear functions that are equal modulo m are equal terms.

#[cfg(test)]
mod tests;

use super::{Facts, InputId, Op, Range, Term, TermId, Terms};
use crate::ir::{BitOp, Width};
use crate::num::Num;

impl Terms {
    /// An integer modulo 2^bits, in the range of the width.
    pub fn wrap(&mut self, width: Width, t: TermId) -> TermId {
        if let Some(value) = self.as_const(t) {
            let value = width.wrap(value);
            return self.constant(value);
        }
        self.find_hulls(t);
        if self.fits(width, t) {
            return t;
        }
        let t = self.residue(width, t, false);
        self.find_hulls(t);
        if let Some(shift) = self.window(width, &self.range(t)) {
            let shift = self.constant(shift);
            return self.sub(t, shift);
        }
        self.intern(Term::Wrap(width, t), |terms| Facts {
            inputs: terms.union_of_inputs([t].into_iter()),
            integer: true,
            truth: false,
        })
    }

    /// Whether a width has all values of an integer. Those of conditional terms are known only after
    /// [`find_hulls`](Self::find_hulls).
    pub fn fits(&self, width: Width, t: TermId) -> bool {
        matches!(self.range(t), (Some(low), Some(high)) if width.contains(&low) && width.contains(&high))
    }

    /// Whether a base of the term is a wrapped number.
    pub fn has_wraps(&self, t: TermId) -> bool {
        self.bases(t).any(|base| matches!(self.node(base), Term::Wrap(..)))
    }

    /// What is to be subtracted from a term with this range to wrap it; nothing if that is not the same for all its values.
    pub fn window(&self, width: Width, (low, high): &Range) -> Option<Num> {
        let (low, high) = (low.as_ref()?, high.as_ref()?);
        let shift = |n: &Num| n - &width.wrap(n);
        let found = shift(low);
        (found == shift(high) && high - low < width.modulus()).then_some(found)
    }

    /// A term that is the same modulo 2^bits, without the wraps that make no difference to it.
    ///
    /// Where it is `inside` a product, no wrap of a product is left out: the numbers under repeated squares would have more bits than
    /// memory.
    fn residue(&mut self, width: Width, t: TermId, inside: bool) -> TermId {
        self.remember(Op::Residue(width, inside), t, t, |terms| terms.sum_of_residues(width, t, inside))
    }

    fn sum_of_residues(&mut self, width: Width, t: TermId, inside: bool) -> TermId {
        let half = Width::signed(width.bits);
        let (constant, parts) = self.parts(t);
        let mut found = vec![self.constant(half.wrap(&constant))];
        for (base, c) in parts {
            let c = half.wrap(&c);
            let inner = match self.node(base).clone() {
                // 2^bits divides c·2^inner.
                Term::Wrap(inner, u)
                    if half.wrap(&(&c * &inner.modulus())).is_zero() && !(inside && self.has_products(u)) =>
                {
                    self.residue(width, u, inside)
                }
                Term::Mul(a, b) if self.is_integer(base) => {
                    let (a, b) = (self.residue(width, a, true), self.residue(width, b, true));
                    self.mul(a, b)
                }
                _ => base,
            };
            let part = if inner == base {
                self.scale(base, &c)
            } else {
                let part = self.scale(inner, &c);
                let (constant, parts) = self.parts(part);
                let parts = parts.into_iter().map(|(base, c)| (base, half.wrap(&c))).collect();
                self.linear(half.wrap(&constant), parts)
            };
            found.push(part);
        }
        let sum = self.total(&found);
        let (constant, parts) = self.parts(sum);
        let parts = parts.into_iter().map(|(base, c)| (base, half.wrap(&c))).collect();
        self.linear(half.wrap(&constant), parts)
    }

    /// Whether a base of the term is a product.
    pub fn has_products(&self, t: TermId) -> bool {
        self.bases(t).any(|base| matches!(self.node(base), Term::Mul(..)))
    }

    /// An input that makes a wrapped number take every value of its width, whatever the other inputs are: it has an odd
    /// coefficient and at least 2^bits values. With its coefficient.
    pub fn covering_input(&self, width: Width, inner: TermId) -> Option<(InputId, Num)> {
        self.parts(inner).1.into_iter().find_map(|(base, c)| {
            let input = self.as_input(base)?;
            let info = self.info(input);
            let (low, high) = (info.low.as_ref()?, info.high.as_ref()?);
            let values = &(high - low) + &Num::ONE;
            let is_odd = Width::U1.wrap(&c) == Num::ONE;
            // No other base may depend on the input.
            let is_alone = self.bases(inner).all(|other| other == base || !self.inputs(other).contains(&input));
            (is_odd && is_alone && values >= width.modulus()).then_some((input, c))
        })
    }

    /// Both, any or one of the bits of two integers that have the width. A shift by a constant is a product or a quotient.
    pub fn bits(&mut self, op: BitOp, width: Width, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let value = width.bits(op, x, y);
            return self.constant(value);
        }
        let (a, b) = (a.min(b), a.max(b));
        match op {
            BitOp::And | BitOp::Or if a == b => return a,
            BitOp::Xor if a == b => return self.constant(Num::ZERO),
            _ => {}
        }
        let node = Term::Bits(Box::new(Bits { op, width, a, b }));
        self.intern(node, |terms| Facts {
            inputs: terms.union_of_inputs([a, b].into_iter()),
            integer: true,
            truth: false,
        })
    }
}

/// An operation on the bits of two integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    /// The operation; no shift.
    pub op: BitOp,
    /// The width of operands and result.
    pub width: Width,
    /// The left operand.
    pub a: TermId,
    /// The right operand.
    pub b: TermId,
}
