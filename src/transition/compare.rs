//! Comparisons, in three stages.
//!
//! ```text
//!   compare(φ, ⋈, a, b):    a, b := in_constants(φ, a, b)
//!                           φ or false, if decided(φ, ⋈, a, b) knows it
//!                           else value_by_value(φ, ⋈, a, b) = ∨ { φ∧g∧h∧[v ⋈ w] | (g,v) ∈ a, (h,w) ∈ b }
//! ```
//!
//! Each stage leaves less to the next. A comparison with a constant is an exact guard over one input. A range saves the
//! product of two summaries. Any other comparison of two numbers is a threshold of their difference, and a question to the
//! solver if that has several inputs whose bounds do not decide it where the two values meet.

use super::{Machine, Step};
use crate::guard::{Guard, Logic};
use crate::ir::BinaryOp;
use crate::num::Num;
use crate::summary::{Difference, Summary, Value};
use crate::term::TermId;
use std::cmp::Ordering;
use std::ops::RangeInclusive;

impl Machine<'_> {
    /// The guard of the paths of φ on which a comparison of two summaries holds.
    pub(super) fn compare(
        &mut self,
        step: &Step<'_, '_>,
        phi: Guard,
        op: BinaryOp,
        (a, b): (Summary, Summary),
    ) -> Guard {
        if a.parts().len() > 1 {
            return self
                .compare_parts(phi, &a, |machine, here, part| machine.compare(step, here, op, (part, b.clone())));
        }
        if b.parts().len() > 1 {
            return self
                .compare_parts(phi, &b, |machine, here, part| machine.compare(step, here, op, (a.clone(), part)));
        }
        let (a, b) = (self.resolved(phi, a), self.resolved(phi, b));
        let (a, b) = self.in_constants(phi, a, b);
        match a.form_difference(&mut self.logic, phi, &b) {
            Some(difference) => self.compare_forms(step, phi, op, (&a, &b), &difference),
            None => self.compare_values(step, phi, op, (&a, &b)),
        }
    }

    /// The guard on which a part is compared, for each part within φ.
    fn compare_parts(
        &mut self,
        phi: Guard,
        value: &Summary,
        mut compare: impl FnMut(&mut Self, Guard, Summary) -> Guard,
    ) -> Guard {
        let mut guards = Vec::new();
        for part in value.parts() {
            let cover = part.cover(&mut self.logic);
            let here = self.logic.and(phi, cover);
            if !here.is_false() {
                guards.push(compare(self, here, part.clone()));
            }
        }
        self.logic.or_all(guards)
    }

    /// Guarded linear forms, by their difference: its range, or its coefficients if they are the same on many paths, or 0 on all.
    /// Otherwise they are conditional terms. The range of the sum of all steps is not wanted where the coefficients answer: it
    /// may have very many values.
    fn compare_forms(
        &mut self,
        step: &Step<'_, '_>,
        phi: Guard,
        op: BinaryOp,
        (a, b): (&Summary, &Summary),
        difference: &Difference,
    ) -> Guard {
        let bounds = difference.bounds(&mut self.logic);
        if let Some(holds) = decided_by(op, &bounds.range(&mut self.logic)) {
            return within(phi, holds);
        }
        let mut cases = difference.cases(&mut self.logic);
        if cases.is_none() && self.cancels(difference) {
            cases = Some(vec![(phi, self.logic.terms.constant(Num::ZERO))]);
        } else if let Some(holds) = decided_by(op, &bounds.range_of_sum(&mut self.logic)) {
            return within(phi, holds);
        }
        let (Some(constant), Some(cases)) = (difference.constant(&mut self.logic), cases) else {
            return self.compare_values(step, phi, op, (a, b));
        };
        let zero = self.logic.terms.constant(Num::ZERO);
        let mut guards = Vec::with_capacity(cases.len());
        for (case, term) in cases {
            guards.push(constant.when_number(&mut self.logic, case, |lx, constant| {
                let difference = lx.terms.add(constant, term);
                threshold(lx, case, op, difference, zero)
            }));
        }
        self.logic.or_all(guards)
    }

    /// Whether the coefficients of a difference are 0 on all paths that inputs take. Guards do not show it if they are about several
    /// inputs, such as an index between two ends.
    fn cancels(&mut self, difference: &Difference) -> bool {
        (0..difference.summands()).all(|at| {
            let chosen = difference.uncancelled(&mut self.logic, at);
            !self.feasible(chosen)
        })
    }

    /// Stages 2 and 3.
    fn compare_values(&mut self, step: &Step<'_, '_>, phi: Guard, op: BinaryOp, (a, b): (&Summary, &Summary)) -> Guard {
        match self.decided(phi, op, a, b) {
            Some(holds) => within(phi, holds),
            None => self.value_by_value(step, phi, op, (a, b)),
        }
    }

    /// Stage 1: the operands, with constants instead of inputs that φ pins, or that have few possible values.
    fn in_constants(&mut self, phi: Guard, a: Summary, b: Summary) -> (Summary, Summary) {
        let (a, b) = (self.pinned(phi, a), self.pinned(phi, b));
        // A comparison of a term with constants is exact anyway.
        match a.has_symbolic_number(&self.logic) && b.has_symbolic_number(&self.logic) {
            true => self.enumerated_together(phi, a, b),
            false => (a, b),
        }
    }

    /// Stage 2: whether the comparison holds everywhere or nowhere, if the range of the difference of two counters decides it,
    /// on all paths or within φ. Then the counters need not be added up.
    fn decided(&mut self, phi: Guard, op: BinaryOp, a: &Summary, b: &Summary) -> Option<bool> {
        let logic = &mut self.logic;
        let everywhere = a.difference(logic, b).and_then(|difference| decided_by(op, &difference));
        let here = || a.difference_within(logic, phi, b).and_then(|difference| decided_by(op, &difference));
        everywhere.or_else(here)
    }

    /// Stage 3: the disjunction over all pairs of values for which the comparison holds.
    fn value_by_value(&mut self, step: &Step<'_, '_>, phi: Guard, op: BinaryOp, (a, b): (&Summary, &Summary)) -> Guard {
        let mut formed = 0;
        let holds = a.when2(&mut self.logic, phi, b, |lx, here, v, w| {
            formed += 1;
            match (op, v, w) {
                (_, Value::Num(v), Value::Num(w)) => match decided_by_bounds(lx, here, op, v, w) {
                    Some(holds) => Guard::from_bool(holds),
                    None => compare_numbers(lx, phi, op, v, w),
                },
                (BinaryOp::Eq, ..) => equal(lx, v, w),
                (BinaryOp::Ne, ..) => {
                    let same = equal(lx, v, w);
                    lx.not(same)
                }
                _ => Guard::FALSE,
            }
        });
        self.counters.product(&mut self.logic, formed, (a, b), (Some(op), step.instruction));
        holds
    }
}

fn within(phi: Guard, holds: bool) -> Guard {
    if holds { phi } else { Guard::FALSE }
}

/// Whether a comparison of two numbers holds, if the range of their difference decides it.
fn decided_by(op: BinaryOp, difference: &RangeInclusive<i64>) -> Option<bool> {
    decided_by_signs(op, Some(difference.start().cmp(&0)), Some(difference.end().cmp(&0)))
}

/// The same by the signs of the ends of the range, where it has ends.
fn decided_by_signs(op: BinaryOp, low: Option<Ordering>, high: Option<Ordering>) -> Option<bool> {
    let (is_positive, is_negative) = (low == Some(Ordering::Greater), high == Some(Ordering::Less));
    let is_at_least_zero = low.is_some_and(Ordering::is_ge);
    let is_at_most_zero = high.is_some_and(Ordering::is_le);
    let known = |holds: bool, fails: bool| if holds { Some(true) } else { fails.then_some(false) };
    let equal = known(is_at_least_zero && is_at_most_zero, is_positive || is_negative);
    let below = known(is_negative, is_at_least_zero);
    let above = known(is_positive, is_at_most_zero);
    match op {
        BinaryOp::Eq => equal,
        BinaryOp::Ne => equal.map(|equal| !equal),
        BinaryOp::Lt => below,
        BinaryOp::Ge => below.map(|below| !below),
        BinaryOp::Gt => above,
        BinaryOp::Le => above.map(|above| !above),
        _ => None,
    }
}

/// Whether a comparison of two sums of inputs holds on the paths of a guard, if the bounds of their inputs decide it.
fn decided_by_bounds(lx: &mut Logic, here: Guard, op: BinaryOp, v: TermId, w: TermId) -> Option<bool> {
    let difference = lx.terms.sub(v, w);
    if !lx.terms.is_integer(difference) || lx.terms.bases(difference).count() < 2 {
        return None;
    }
    // A product has only bounds of its own.
    let (low, high) = lx.range_of_bases(here, difference, 0);
    let sign = |end: Option<Num>| end.map(|end| end.cmp(&Num::ZERO));
    decided_by_signs(op, sign(low), sign(high))
}

/// The guard under which a comparison of two numbers holds, within φ. If conditional terms cancel out of their difference,
/// it is a case distinction over comparisons of the difference with 0.
pub(super) fn compare_numbers(lx: &mut Logic, phi: Guard, op: BinaryOp, v: TermId, w: TermId) -> Guard {
    let Some(cases) = lx.without_conditions(phi, v, w) else { return threshold(lx, phi, op, v, w) };
    let zero = lx.terms.constant(Num::ZERO);
    let mut guards = Vec::with_capacity(cases.len());
    for (case, difference) in cases {
        let case = lx.and(phi, case);
        let holds = threshold(lx, case, op, difference, zero);
        guards.push(lx.and(case, holds));
    }
    lx.or_all(guards)
}

/// The guard under which a comparison of two terms holds, made of thresholds, asked on the paths of φ.
fn threshold(lx: &mut Logic, phi: Guard, op: BinaryOp, v: TermId, w: TermId) -> Guard {
    let (holds, low, high) = match op {
        BinaryOp::Eq => return lx.eq(v, w),
        BinaryOp::Ne => {
            let same = lx.eq(v, w);
            return lx.not(same);
        }
        BinaryOp::Lt => (lx.lt_within(phi, v, w), v, w),
        BinaryOp::Le => (lx.le_within(phi, v, w), v, w),
        BinaryOp::Gt => (lx.lt_within(phi, w, v), w, v),
        BinaryOp::Ge => (lx.le_within(phi, w, v), w, v),
        _ => unreachable!("not a comparison: {op:?}"),
    };
    if holds.is_true() || holds.is_false() { holds } else { lx.with_consequences(phi, holds, low, high) }
}

/// The guard under which two values are the same: numbers by value, texts by content, references by identity.
pub(super) fn equal(lx: &mut Logic, v: Value, w: Value) -> Guard {
    match (v, w) {
        (Value::Num(v), Value::Num(w)) | (Value::Char(v), Value::Char(w)) | (Value::Str(v), Value::Str(w)) => {
            lx.eq(v, w)
        }
        _ => Guard::from_bool(v == w),
    }
}
