//! Inputs of which few values are possible are read as their constants.
//!
//! ```text
//!   x ↦ { (φ ∧ [x = k], k) | low ≤ k ≤ high }      where φ ⇒ low ≤ x ≤ high
//! ```
//!
//! What is computed from constants is a diagram of constants, and what is compared with them a guard over thresholds of
//! single inputs: exact, and never a question to the solver (`guard::forms`). A term over the inputs would keep apart
//! what has the same value, and compared with another it would be an atom that the others know nothing of. On the other
//! hand, a term is one value where its constants are many. So there are two rules:
//!
//! - an input is *small* if it has at most [`FEW`] values;
//! - all inputs are small *together* if they have bounds, and at most [`TOGETHER`] combinations of values: no diagram
//!   over them has more paths than that. This is of use where an operation has several inputs in it.
//!
//! (Pinning is the case of a single value; it pays for any input.)

use super::Machine;
use crate::guard::{Guard, Logic};
use crate::num::Num;
use crate::summary::{Summary, Value};
use crate::term::{InputId, TermId};
use std::collections::BTreeSet;

/// The values of an input that is small by itself.
const FEW: i64 = 8;
/// The combinations of values of inputs that are small together.
const TOGETHER: i64 = 1 << 14;

/// The least and the greatest value of an input.
type Range = (i64, i64);

/// How many values a range has.
fn size((low, high): Range) -> i64 {
    high.saturating_sub(low).saturating_add(1)
}

/// The values that an integer input can have where a guard holds, if they are bounded.
fn range(lx: &mut Logic, g: Guard, input: InputId) -> Option<Range> {
    let form = lx.terms.input(input);
    if !lx.terms.is_integer(form) {
        return None;
    }
    let fact = lx.bounds(g, form);
    let info = lx.terms.info(input);
    let low = fact.low.map(|low| &low.bound + &Num::ONE).or_else(|| info.low.clone())?;
    let high = fact.high.map(|high| high.bound).or_else(|| info.high.clone())?;
    Some((low.to_i64()?, high.to_i64()?))
}

impl Machine<'_> {
    /// The same summary with constants in the place of terms over inputs that are small within φ.
    pub(super) fn enumerated(&mut self, phi: Guard, value: Summary) -> Summary {
        self.enumerated_if(phi, value, &mut Some(false))
    }

    /// The operands of an operation that makes terms or guards over several inputs at once, also with constants in the
    /// place of terms over inputs that are small together.
    pub(super) fn enumerated_together(&mut self, phi: Guard, a: Summary, b: Summary) -> (Summary, Summary) {
        let mut inputs: BTreeSet<InputId> = BTreeSet::new();
        for term in a.symbolic_numbers(&self.logic).chain(b.symbolic_numbers(&self.logic)) {
            inputs.extend(self.logic.terms.inputs(term));
        }
        let mut is_single = |value: &Summary| {
            let plain = !value.has_symbolic_number(&self.logic);
            plain && value.as_constant_within(&mut self.logic, phi).is_some()
        };
        if inputs.is_empty() || inputs.len() < 2 && (is_single(&a) || is_single(&b)) {
            return (a, b);
        }
        let mut together = None;
        (self.enumerated_if(phi, a, &mut together), self.enumerated_if(phi, b, &mut together))
    }

    fn enumerated_if(&mut self, phi: Guard, value: Summary, together: &mut Option<bool>) -> Summary {
        if !self.policy.enumerates || !value.has_symbolic_number(&self.logic) {
            return value;
        }
        let values = value.restrict(&mut self.logic, phi).pairs(&mut self.logic);
        let mut result = value;
        for (guard, value) in values {
            let Value::Num(term) = value else { continue };
            let Some(ranges) = self.small(phi, guard, term, together) else { continue };
            let constants = constants(&mut self.logic, term, guard, &ranges);
            result = result.update(&mut self.logic, guard, &constants);
        }
        result
    }

    /// The ranges of the inputs of a term, if they are small.
    fn small(
        &mut self,
        phi: Guard,
        guard: Guard,
        term: TermId,
        together: &mut Option<bool>,
    ) -> Option<Vec<(InputId, Range)>> {
        let inputs = self.logic.terms.inputs(term).to_vec();
        let range = |input: InputId| Some((input, range(&mut self.logic, guard, input)?));
        let ranges: Vec<(InputId, Range)> = inputs.into_iter().map(range).collect::<Option<_>>()?;
        let all = ranges.iter().fold(1, |all: i64, (_, range)| all.saturating_mul(size(*range)));
        let is_small = !ranges.is_empty()
            && all <= TOGETHER
            && (ranges.iter().all(|(_, range)| size(*range) <= FEW)
                || *together.get_or_insert_with(|| self.small_together(phi)));
        is_small.then_some(ranges)
    }

    /// Whether all numbers of the inputs have bounds, and few combinations of values.
    fn small_together(&mut self, phi: Guard) -> bool {
        let logic = &mut self.logic;
        let all = self.table.numbers().try_fold(1, |all: i64, input| {
            let all = all.saturating_mul(size(range(logic, phi, input)?));
            (all <= TOGETHER).then_some(all)
        });
        all.is_some()
    }
}

/// The constants of a term over inputs with these ranges, within a guard.
fn constants(lx: &mut Logic, term: TermId, care: Guard, ranges: &[(InputId, Range)]) -> Summary {
    if care.is_false() {
        return Summary::empty();
    }
    let Some(((input, (low, high)), rest)) = ranges.split_first() else {
        return Summary::guarded(lx, care, Value::Num(term));
    };
    if low == high {
        let term = lx.terms.substitute(term, &mut |other| (other == *input).then(|| Num::from(*low)));
        return constants(lx, term, care, rest);
    }
    // In the order of a binary search each constant is a conjunction of log n literals.
    let middle = low + (high - low) / 2;
    let below = lx.within(*input, middle);
    let halves = [(*low, middle), (middle + 1, *high)].map(|half| [&[(*input, half)], rest].concat());
    let (lower, upper) = (lx.and(care, below), lx.and_not(care, below));
    let lower_part = constants(lx, term, lower, &halves[0]);
    let upper_part = constants(lx, term, upper, &halves[1]);
    upper_part.update(lx, lower, &lower_part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Summaries;
    use crate::guard::Budget;
    use crate::term::{Assignment, InputInfo, Sort};
    use proptest::prelude::*;

    /// An operation on two earlier terms.
    type Step = (u8, usize, usize);

    fn terms(lx: &mut Logic, inputs: [InputId; 2], steps: &[Step]) -> Vec<TermId> {
        let mut all: Vec<TermId> = inputs.iter().map(|input| lx.terms.input(*input)).collect();
        all.push(lx.terms.constant(3));
        for (op, a, b) in steps {
            let (a, b) = (all[a % all.len()], all[b % all.len()]);
            all.push(match op % 5 {
                0 => lx.terms.add(a, b),
                1 => lx.terms.sub(a, b),
                2 => lx.terms.mul(a, b),
                3 => lx.terms.div_euclid(a, b),
                _ => lx.terms.rem_euclid(a, b),
            });
        }
        all
    }

    proptest! {
        #[test]
        fn constants_are_the_values_of_the_term(
            steps in prop::collection::vec((any::<u8>(), 0..8_usize, 0..8_usize), 1..6),
            lows in prop::array::uniform2(-4_i64..3),
            sizes in prop::array::uniform2(1_i64..6),
            seen in prop::collection::vec((0..2_usize, -5_i64..8), 0..6),
            diagrams in any::<bool>(),
        ) {
            let summaries = if diagrams { Summaries::Diagram } else { Summaries::Pairs };
            let mut lx = Logic::new(summaries, Budget::default());
            let inputs = ["x", "y"].map(|name| lx.terms.add_input(InputInfo::value(name, Sort::Int)));
            // Thresholds that a program has asked about before, in any order.
            for (input, k) in seen {
                lx.within(inputs[input], k);
            }
            let ranges = [0, 1].map(|i| (inputs[i], (lows[i], lows[i] + sizes[i] - 1)));
            let mut care = Guard::TRUE;
            for (input, (low, high)) in ranges {
                let (below, within) = (lx.within(input, low - 1), lx.within(input, high));
                let within = lx.and_not(within, below);
                care = lx.and(care, within);
            }
            for (input, expected) in ranges {
                prop_assert_eq!(range(&mut lx, care, input), Some(expected));
            }
            for term in terms(&mut lx, inputs, &steps) {
                let summary = constants(&mut lx, term, care, &ranges);
                prop_assert_eq!(summary.check(&mut lx, Some(care)), Ok(()));
                for x in ranges[0].1.0 - 1..=ranges[0].1.1 + 1 {
                    for y in ranges[1].1.0 - 1..=ranges[1].1.1 + 1 {
                        let values = [(inputs[0], x.into()), (inputs[1], y.into())];
                        let at: Assignment = values.into_iter().collect();
                        let found = summary.at(&lx, lx.truth_under(&at));
                        // No execution comes to a division by zero.
                        let Some(value) = lx.terms.eval(term, &at) else { continue };
                        let is_within = lx.eval(care, &at) == Some(true);
                        let found: Vec<_> = found.iter().filter_map(|v| lx.terms.eval(v.term()?, &at)).collect();
                        prop_assert_eq!(found, Vec::from_iter(is_within.then_some(value)));
                    }
                }
            }
        }
    }
}
