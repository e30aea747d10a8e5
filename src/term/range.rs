//! The numbers between which a term is, whatever its inputs are.

use super::{Term, TermId, Terms};
use crate::num::Num;

/// The least and the greatest value that a term is known to have.
pub type Range = (Option<Num>, Option<Num>);

/// The range of a constant and multiples of bases, given by the coefficients and ranges of these.
pub fn sum_range<'a>(constant: &Num, terms: impl Iterator<Item = (&'a Num, Range)>) -> Range {
    let start = Some(constant.clone());
    terms.fold((start.clone(), start), |(low, high), (c, (base_low, base_high))| {
        let (base_low, base_high) = if c.is_negative() { (base_high, base_low) } else { (base_low, base_high) };
        let add = |sum: Option<Num>, bound: Option<Num>| Some(&sum? + &(&bound? * c));
        (add(low, base_low), add(high, base_high))
    })
}

impl Terms {
    /// The least and the greatest value of a term, by its structure. Those of conditional terms are known only after
    /// [`find_hulls`](Self::find_hulls).
    pub fn range(&self, t: TermId) -> Range {
        match self.node(t) {
            Term::Const(c) => (Some(c.clone()), Some(c.clone())),
            Term::Input(id) => (self.info(*id).low.clone(), self.info(*id).high.clone()),
            Term::RemEuclid(_, divisor) => match self.as_const(*divisor) {
                Some(c) if !c.is_zero() => (Some(Num::ZERO), Some(&c.abs() - &Num::ONE)),
                // No path divides by zero, but a term may, where a value takes the place of an input.
                _ => (Some(Num::ZERO), None),
            },
            Term::DivEuclid(dividend, divisor) => match self.as_const(*divisor) {
                // The normal form has a positive divisor, for which the quotient is monotone.
                Some(c) if !c.is_negative() => {
                    let (low, high) = self.range(*dividend);
                    let div = |n: Num| n.div_rem_euclid(c).map(|(q, _)| q);
                    (low.and_then(div), high.and_then(div))
                }
                _ => (None, None),
            },
            Term::Linear(linear) => {
                sum_range(&linear.constant, linear.terms.iter().map(|(base, c)| (c, self.range(*base))))
            }
            Term::Wrap(width, _) => (Some(width.least()), Some(width.most())),
            Term::Bits(bits) => (Some(bits.width.least()), Some(bits.width.most())),
            Term::Ieee(op, operands) => self.ieee_range(*op, operands),
            Term::Mul(..) | Term::DivExact(..) => (None, None),
            // A search through all alternatives would take too long for every question.
            Term::Ite(_) => self.hulls.get(&t).cloned().unwrap_or((None, None)),
        }
    }

    /// Finds the ranges of the conditional terms among the bases of a term: those of all their alternatives together.
    pub fn find_hulls(&mut self, t: TermId) {
        let mut open = self.unknown_hulls(&[t]);
        while let Some(top) = open.last().copied() {
            let Term::Ite(ite) = self.node(top) else { unreachable!("only conditional terms have hulls") };
            let alternatives = [ite.yes, ite.no];
            let inside = self.unknown_hulls(&alternatives);
            if inside.is_empty() {
                let [(a, b), (c, d)] = alternatives.map(|alternative| self.range(alternative));
                self.hulls.insert(top, (a.zip(c).map(|(a, c)| a.min(c)), b.zip(d).map(|(b, d)| b.max(d))));
                open.pop();
            } else {
                open.extend(inside);
            }
        }
    }

    /// The conditional terms whose range would make that of some terms known.
    fn unknown_hulls(&self, terms: &[TermId]) -> Vec<TermId> {
        let mut unknown = Vec::new();
        let mut open = terms.to_vec();
        while let Some(t) = open.pop() {
            match self.node(t) {
                Term::Ite(_) if !self.hulls.contains_key(&t) => unknown.push(t),
                Term::Linear(linear) => open.extend(linear.terms.iter().map(|(base, _)| *base)),
                Term::DivEuclid(dividend, _) => open.push(*dividend),
                _ => {}
            }
        }
        unknown
    }
}
