//! Thresholds of floating-point operations on one symbol. Such an operation is monotone in each of a few intervals of the symbol, so a
//! threshold of its result is one of the symbol, or few.

use super::{Guard, Logic};
use crate::num::Num;
use crate::term::TermId;

impl Logic {
    /// `form ≤ bound`, if the form is an operation on one symbol, as a guard about the symbol.
    pub(super) fn pulled_back(&mut self, form: TermId, bound: &Num) -> Option<Guard> {
        let (symbol, intervals) = self.terms.preimage(form, bound.to_i64()?)?;
        let mut guard = Guard::FALSE;
        for (low, high) in intervals {
            let [low, high] = [low, high].map(|end| self.terms.constant(end));
            let (from, to) = (self.le(low, symbol), self.le(symbol, high));
            let inside = self.and(from, to);
            guard = self.or(guard, inside);
        }
        Some(guard)
    }

    /// The least and the greatest value of an operation on one symbol wherever a guard holds.
    pub(super) fn float_range(&mut self, g: Guard, t: TermId) -> Option<(Num, Num)> {
        let symbol = self.terms.operated(t)?;
        let (low, high) = self.range_within(g, symbol);
        let (low, high) = self.terms.image(t, low?.to_i64()?, high?.to_i64()?)?;
        Some((low.into(), high.into()))
    }
}
