//! Conditional terms that are the greater, or the smaller, of their alternatives.
//!
//! `a > b ? a : b` is at least `a` and at least `b`. To see that, an arithmetic solver has to try both cases of the
//! condition, and 2ⁿ cases for n nested terms of this kind. With these facts stated, it needs no case distinction to prove
//! that the maximum of n numbers is at least each of them. The facts are redundant: they follow from the definition of the
//! term.
//!
//! The condition must be about one form `f`. Up to a constant, the difference of the alternatives must be a multiple of
//! `f`: `yes - no = s·f + c`. The condition cuts the values of `f` into intervals; it is constant on each. The term is the
//! greater alternative if `s·f + c ≥ 0` on all intervals where it is `yes`, and `≤ 0` where it is `no`.

use super::{Ite, Term, TermId, Terms, Threshold};
use crate::num::Num;
use std::cmp::Ordering;

/// A condition with more intervals, or nested deeper, is not examined.
const PARTS: usize = 16;

/// The values of a form between two bounds, which may belong to them.
#[derive(Clone, Default)]
struct Interval {
    low: Option<Num>,
    high: Option<Num>,
}

/// The truth value of a condition on each interval of its only form.
struct Condition<'a> {
    terms: &'a Terms,
    form: Option<TermId>,
    intervals: Vec<(Interval, bool)>,
}

impl Terms {
    /// How a conditional term compares with both alternatives, under all inputs: never less than either (`Greater`), or
    /// never greater (`Less`). `None` where neither can be shown.
    pub fn extreme(&self, ite: &Ite) -> Option<Ordering> {
        let mut condition = Condition { terms: self, form: None, intervals: Vec::new() };
        if self.is_truth(ite.form) && ite.threshold == Threshold::at_most(Num::ZERO) {
            condition.add(ite.form, Interval::default(), PARTS)?;
        } else {
            let [within, beyond] = condition.split(ite.form, &ite.threshold, &Interval::default())?;
            condition.intervals.extend([(within, true), (beyond, false)]);
        }
        let (scale, constant) = self.multiple(ite.yes, ite.no, condition.form?)?;
        [Ordering::Greater, Ordering::Less].into_iter().find(|order| {
            condition.intervals.iter().all(|(interval, holds)| {
                let positive = (*order == Ordering::Greater) == *holds;
                interval.has_sign(&scale, &constant, positive)
            })
        })
    }

    /// `s` and `c` of `yes - no = s·form + c`.
    fn multiple(&self, yes: TermId, no: TermId, form: TermId) -> Option<(Num, Num)> {
        let (constant, mut parts) = self.sum(yes, no, &-&Num::ONE);
        parts.retain(|(_, c)| !c.is_zero());
        let (shift, form) = self.parts(form);
        let scale = parts.first()?.1.checked_div(&form.first()?.1)?;
        let pairs = || parts.iter().zip(&form);
        let is_multiple = parts.len() == form.len() && pairs().all(|((a, c), (b, d))| a == b && *c == &scale * d);
        is_multiple.then(|| (scale.clone(), &constant - &(&scale * &shift)))
    }
}

impl Condition<'_> {
    /// Adds the intervals of the condition `truth ≤ 0` within an interval; `truth` is a term that is 0 or 1. `None` where
    /// another form matters.
    fn add(&mut self, truth: TermId, interval: Interval, depth: usize) -> Option<()> {
        if let Some(value) = self.terms.as_const(truth) {
            self.intervals.push((interval, value.is_zero()));
            return (self.intervals.len() <= PARTS).then_some(());
        }
        let Term::Ite(ite) = self.terms.node(truth) else { return None };
        let parts = self.split(ite.form, &ite.threshold, &interval)?;
        for (part, truth) in parts.into_iter().zip([ite.yes, ite.no]) {
            if !part.is_empty() {
                self.add(truth, part, depth.checked_sub(1)?)?;
            }
        }
        Some(())
    }

    /// The parts of an interval within a threshold and beyond it.
    fn split(&mut self, form: TermId, threshold: &Threshold, interval: &Interval) -> Option<[Interval; 2]> {
        if *self.form.get_or_insert(form) != form {
            return None;
        }
        let Threshold { bound, strict } = threshold;
        let beyond = match self.terms.is_integer(form) && !strict {
            true => &bound.floor() + &Num::ONE,
            false => bound.clone(),
        };
        let Interval { low, high } = interval.clone();
        let most = high.clone().map_or(bound.clone(), |high| high.min(bound.clone()));
        let least = low.clone().map_or(beyond.clone(), |low| low.max(beyond));
        Some([Interval { low, high: Some(most) }, Interval { low: Some(least), high }])
    }
}

impl Interval {
    fn is_empty(&self) -> bool {
        self.low.as_ref().zip(self.high.as_ref()).is_some_and(|(low, high)| low > high)
    }

    /// Whether `scale·f + constant` is nowhere negative, or nowhere positive.
    fn has_sign(&self, scale: &Num, constant: &Num, positive: bool) -> bool {
        let end = if positive == scale.is_negative() { &self.high } else { &self.low };
        let extreme = end.as_ref().map(|end| &(scale * end) + constant);
        extreme.is_some_and(|extreme| extreme.is_zero() || extreme.is_negative() != positive)
    }
}
