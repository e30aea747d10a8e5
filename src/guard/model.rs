//! Models of independent guards, without a solver.

use super::integers;
use super::{Fact, Guard, Logic};
use crate::num::Num;
use crate::term::{Assignment, InputId, Sort, Term, TermId};
use num_bigint::BigInt;
use num_integer::Integer;

impl Logic {
    /// A model of a guard that is [`independent`](Self::independent), with values near the default where possible. `None`
    /// when the guard is not independent, or `FALSE`.
    pub fn model_if_independent(&mut self, g: Guard) -> Option<Assignment> {
        if g.is_false() || self.intact().is_err() || !self.independent(g) {
            return None;
        }
        let mut model = Assignment::new();
        for fact in self.intervals(g)? {
            self.realise(&fact, &mut model)?;
        }
        (self.eval(g, &model) == Some(true)).then_some(model)
    }

    /// Gives the inputs of a qualifying form values that put it into an interval.
    fn realise(&self, fact: &Fact, model: &mut Assignment) -> Option<()> {
        let terms = &self.terms;
        let integer = self.is_integer_form(fact.form);
        let default = terms.eval(fact.form, &Assignment::new())?;
        match terms.node(fact.form) {
            Term::Input(id) => {
                let info = terms.info(*id);
                let value = near(&default, fact, integer, info.low.as_ref(), info.high.as_ref())?;
                model.set(*id, value);
                Some(())
            }
            Term::Wrap(width, inner) => {
                let (input, factor) = terms.covering_input(*width, *inner)?;
                let wanted = near(&default, fact, true, Some(&width.least()), Some(&width.most()))?;
                // The other inputs keep their defaults.
                let missing = &wanted - &terms.eval(*inner, &Assignment::new())?;
                let modulus = width.modulus();
                let inverse = factor.to_bigint()?.extended_gcd(&modulus.to_bigint()?).x;
                let info = terms.info(input);
                let low = info.low.clone()?;
                let moved = &info.default_value() + &(&missing * &Num::from(inverse));
                // Its range has a value for each residue.
                let (_, residue) = (&moved - &low).div_rem_euclid(&modulus)?;
                model.set(input, &low + &residue);
                Some(())
            }
            Term::RemEuclid(dividend, divisor) => {
                let divisor = terms.as_const(*divisor)?;
                let greatest = &divisor.abs() - &Num::ONE;
                let value = near(&default, fact, true, Some(&Num::ZERO), Some(&greatest))?;
                self.reach(*dividend, &value, Some(divisor), model)
            }
            Term::DivEuclid(dividend, divisor) => {
                let divisor = terms.as_const(*divisor)?;
                let quotient = near(&default, fact, true, None, None)?;
                // The dividends with this quotient, and among them the one nearest the default.
                let least = &quotient * divisor;
                let greatest = &least + &(&divisor.abs() - &Num::ONE);
                let value = terms.eval(*dividend, &Assignment::new())?.clamp(least, greatest);
                self.reach(*dividend, &value, None, model)
            }
            _ => {
                let value = near(&default, fact, integer, None, None)?;
                match self.free_real(fact.form) {
                    Some((input, c)) => {
                        // The other inputs keep their defaults.
                        let shift = (&value - &default).checked_div(&c)?;
                        model.set(input, &terms.info(input).default_value() + &shift);
                        Some(())
                    }
                    None => self.reach(fact.form, &value, None, model),
                }
            }
        }
    }

    /// An unranged real input that is a base of a form, and its coefficient.
    fn free_real(&self, form: TermId) -> Option<(InputId, Num)> {
        let (_, parts) = self.terms.parts(form);
        parts.into_iter().find_map(|(base, c)| {
            let input = self.terms.as_input(base)?;
            let info = self.terms.info(input);
            (info.sort == Sort::Real && !info.is_ranged()).then_some((input, c))
        })
    }

    /// Changes the unranged integer inputs of a linear term from their defaults such that the term has a value, up to
    /// multiples of the modulus if there is one.
    fn reach(&self, t: TermId, value: &Num, modulus: Option<&Num>, model: &mut Assignment) -> Option<()> {
        let terms = &self.terms;
        let (_, parts) = terms.parts(t);
        let mut inputs = Vec::new();
        let mut coefficients: Vec<BigInt> = Vec::new();
        for (base, c) in parts {
            let input = terms.as_input(base)?;
            if !terms.info(input).is_ranged() {
                inputs.push(input);
                coefficients.push(c.to_bigint()?);
            }
        }
        let mut missing = (value - &terms.eval(t, &Assignment::new())?).to_bigint()?;
        if let Some(modulus) = modulus {
            // The last unknown counts the multiples of the modulus. Its value is not used.
            let modulus = modulus.to_bigint()?;
            missing = Integer::mod_floor(&missing, &modulus);
            coefficients.push(modulus);
        }
        let shifts = integers::solve(&coefficients, &missing)?;
        for (input, shift) in inputs.into_iter().zip(shifts) {
            model.set(input, &terms.info(input).default_value() + &Num::from(shift));
        }
        Some(())
    }
}

/// The value of an interval, cut to a range, that is nearest a preferred one. `None` when there is none.
fn near(preferred: &Num, fact: &Fact, integer: bool, least: Option<&Num>, greatest: Option<&Num>) -> Option<Num> {
    // The bounds, and whether they are open.
    let mut low: Option<(Num, bool)> = least.map(|n| (n.clone(), false));
    let mut high: Option<(Num, bool)> = greatest.map(|n| (n.clone(), false));
    if let Some(threshold) = &fact.low {
        let bound = match (integer, threshold.strict) {
            (true, _) => (&threshold.bound + &Num::ONE, false),
            (false, strict) => (threshold.bound.clone(), !strict),
        };
        if low.as_ref().is_none_or(|low| (&low.0, low.1) < (&bound.0, bound.1)) {
            low = Some(bound);
        }
    }
    if let Some(threshold) = &fact.high {
        let bound = (threshold.bound.clone(), threshold.strict);
        if high.as_ref().is_none_or(|high| (&bound.0, !bound.1) < (&high.0, !high.1)) {
            high = Some(bound);
        }
    }
    let above = |value: &Num| low.as_ref().is_none_or(|(n, open)| if *open { value > n } else { value >= n });
    let below = |value: &Num| high.as_ref().is_none_or(|(n, open)| if *open { value < n } else { value <= n });
    let fits = |value: &Num| above(value) && below(value);
    if fits(preferred) {
        return Some(preferred.clone());
    }
    let nearest = if above(preferred) {
        let (bound, _) = high.as_ref()?;
        let down = bound.floor();
        [down.clone(), &down - &Num::ONE, bound.clone()]
    } else {
        let (bound, _) = low.as_ref()?;
        let up = -&(-bound).floor();
        [up.clone(), &up + &Num::ONE, bound.clone()]
    };
    nearest.into_iter().find(&fits).or_else(|| {
        // An open interval of rationals without an integer in it.
        let sum = &low.as_ref()?.0 + &high.as_ref()?.0;
        sum.checked_div(&Num::from(2)).filter(|value| !integer && fits(value))
    })
}
