//! Reads inputs with few possible values as constants.
//!
//! ```text
//!   x ↦ { (φ ∧ [x = k], k) | k ∈ K }      where φ ⇒ x ∈ K
//! ```
//!
//! A value that is computed from constants is a diagram of constants, and a comparison with constants is a guard over
//! thresholds of single inputs: exact, and never a question to the solver (`guard::forms`). Terms over the inputs would tell
//! apart equal values, and a comparison of two terms would be an atom that is not related to others. On the other hand, a
//! term is one value where its constants are many. So there are two rules:
//!
//! - an input is *small* if it has at most [`FEW`] values; so is a remainder or another base with at most [`FEW`];
//! - all inputs are small *together* if each has at most [`EACH`] values, and they have at most [`TOGETHER`] combinations of
//!   values: no diagram over them has more paths than that. This helps where an operation involves several inputs.
//!
//! (Pinning is the case of a single value; it pays for any input.)

use super::Machine;
use crate::guard::{Guard, Logic};
use crate::num::Num;
use crate::summary::{Summary, Value};
use crate::term::{InputId, TermId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The most values of an input that is small by itself.
const FEW: i64 = 8;
/// The most values of each of the inputs that are small together, and the most combinations of their values.
const EACH: i64 = 1 << 7;
const TOGETHER: i64 = 1 << 14;

/// The values that a base can have: ascending intervals.
type Values = Vec<(i64, i64)>;

/// The number of values.
fn size(values: &Values) -> i64 {
    values.iter().map(|(low, high)| high - low + 1).sum()
}

/// The small bases, and the inputs of the others, that a term is made of, with their values; `None` if one has more than [`EACH`].
fn parts(
    lx: &mut Logic,
    mut values: impl FnMut(&mut Logic, TermId) -> Option<Values>,
    term: TermId,
) -> Option<BTreeMap<TermId, Values>> {
    let mut parts = BTreeMap::new();
    for (base, _) in lx.terms.parts(term).1 {
        if let Some(values) = values(lx, base).filter(|values| size(values) <= FEW) {
            parts.insert(base, values);
            continue;
        }
        for input in lx.terms.inputs(base).to_vec() {
            let input = lx.terms.input(input);
            parts.insert(input, values(lx, input)?);
        }
    }
    Some(parts)
}

impl Machine<'_> {
    /// The same summary with constants instead of terms over inputs that are small within φ.
    pub(super) fn enumerated(&mut self, phi: Guard, value: Summary) -> Summary {
        self.enumerated_if(phi, value, &mut Some(false))
    }

    /// The operands of an operation that makes terms or guards over several inputs at once, with constants also instead of
    /// terms over inputs that are small together.
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
        if !self.policy.enumerates() || !value.has_symbolic_number(&self.logic) {
            return value;
        }
        let numbers: Vec<TermId> = value.symbolic_numbers(&self.logic).collect();
        let mut values: FxHashMap<TermId, Option<Values>> = FxHashMap::default();
        let mut small: FxHashMap<TermId, Vec<(TermId, Values)>> = FxHashMap::default();
        for term in numbers {
            let known = |lx: &mut Logic, base| values.entry(base).or_insert_with(|| lx.values(phi, base, EACH)).clone();
            let Some(parts) = parts(&mut self.logic, known, term) else { continue };
            let all = parts.values().fold(1, |all: i64, values| all.saturating_mul(size(values)));
            let most = parts.values().map(size).max();
            let is_small = all <= TOGETHER
                && (most <= Some(FEW)
                    || most <= Some(EACH) && *together.get_or_insert_with(|| self.small_together(phi)));
            if is_small {
                small.insert(term, parts.into_iter().collect());
            }
        }
        if small.is_empty() {
            return value;
        }
        let parts = |value: Value| small.get_key_value(&value.number()?);
        value.bind(&mut self.logic, phi, |lx, value, guard| match parts(value) {
            Some((term, parts)) => constants(lx, *term, guard, parts),
            None => Summary::guarded(lx, guard, value),
        })
    }

    /// Whether all inputs that are numbers are small together. They are not if there may be any number of them in the end: what
    /// is a few values of the first would soon be too many.
    fn small_together(&mut self, phi: Guard) -> bool {
        if self.analyses.draws_repeatedly() {
            return false;
        }
        let logic = &mut self.logic;
        let all = self.table.numbers().try_fold(1, |all: i64, input| {
            let input = logic.terms.input(input);
            let all = all.saturating_mul(size(&logic.values(phi, input, EACH)?));
            (all <= TOGETHER).then_some(all)
        });
        all.is_some()
    }
}

/// The values of a term within a guard, as constants. `parts` has the parts of the term.
fn constants(lx: &mut Logic, term: TermId, care: Guard, parts: &[(TermId, Values)]) -> Summary {
    if care.is_false() {
        return Summary::empty();
    }
    let Some(((part, values), rest)) = parts.split_first() else {
        return Summary::guarded(lx, care, Value::Num(term));
    };
    if let [(low, high)] = values[..]
        && low == high
    {
        let term = lx.terms.replace(term, &FxHashMap::from_iter([(*part, Num::from(low))]));
        return constants(lx, term, care, rest);
    }
    // In the order of a binary search each constant is a conjunction of log n literals.
    let middle = match values[..] {
        [(low, high)] => low + (high - low) / 2,
        _ => values[values.len() / 2 - 1].1,
    };
    let lower = values.iter().filter(|(low, _)| *low <= middle).map(|(low, high)| (*low, middle.min(*high)));
    let upper = values.iter().filter(|(_, high)| middle < *high).map(|(low, high)| (*low.max(&(middle + 1)), *high));
    let halves = [lower.collect(), upper.collect()].map(|half: Values| [&[(*part, half)], rest].concat());
    let below = lx.within(*part, middle);
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
    use crate::term::{Assignment, InputId, InputInfo, Sort};
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

    #[test]
    fn remainders_are_small_though_their_inputs_are_not() {
        for summaries in [Summaries::Diagram, Summaries::Pairs] {
            let mut lx = Logic::new(summaries, Budget::default());
            let [x, y] = ["x", "y"].map(|name| lx.terms.add_input(InputInfo::value(name, Sort::Int)));
            let [five, three, nine] = [5, 3, 9].map(|n| lx.terms.constant(n));
            let (a, b) = (lx.terms.input(x), lx.terms.input(y));
            let (first, second) = (lx.terms.rem_euclid(a, five), lx.terms.rem_euclid(b, three));
            let large = lx.terms.rem_euclid(a, nine);
            let free = |lx: &mut Logic, base| lx.values(Guard::TRUE, base, EACH);
            assert_eq!(parts(&mut lx, free, large), None);
            let zero = lx.terms.constant(0);
            let of_no_path = lx.terms.rem_euclid(five, zero);
            assert_eq!(lx.values(Guard::TRUE, of_no_path, EACH), None);
            let twice = lx.terms.add(first, first);
            let term = lx.terms.sub(twice, second);
            let known = parts(&mut lx, free, term).map(Vec::from_iter);
            assert_eq!(known, Some(vec![(first, vec![(0, 4)]), (second, vec![(0, 2)])]));
            let summary = constants(&mut lx, term, Guard::TRUE, &known.unwrap_or_default());
            for (p, q) in (-6..7_i64).flat_map(|p| (-4..5_i64).map(move |q| (p, q))) {
                let at: Assignment = [(x, p.into()), (y, q.into())].into_iter().collect();
                let expected = lx.terms.constant(2 * p.rem_euclid(5) - q.rem_euclid(3));
                assert_eq!(summary.at(&lx, lx.truth_under(&at)), [Value::Num(expected)]);
            }
        }
    }

    proptest! {
        #[test]
        fn constants_are_the_values_of_the_term(
            steps in prop::collection::vec((any::<u8>(), 0..8_usize, 0..8_usize), 1..6),
            lows in prop::array::uniform2(-4_i64..3),
            sizes in prop::array::uniform2(3_i64..8),
            gaps in prop::array::uniform2(0_i64..8),
            seen in prop::collection::vec((0..2_usize, -5_i64..8), 0..6),
            diagrams in any::<bool>(),
        ) {
            let summaries = if diagrams { Summaries::Diagram } else { Summaries::Pairs };
            let mut lx = Logic::new(summaries, Budget::default());
            let inputs = ["x", "y"].map(|name| lx.terms.add_input(InputInfo::value(name, Sort::Int)));
            // Thresholds that a program has asked about before, in any order.
            for (input, k) in seen {
                lx.within(lx.terms.input(inputs[input]), k);
            }
            let bases = inputs.map(|input| lx.terms.input(input));
            // One value between the ends is left out, or none.
            let parts = [0, 1].map(|i| {
                let (low, high) = (lows[i], lows[i] + sizes[i] - 1);
                let gap = low + gaps[i];
                let has_gap = low < gap && gap < high;
                (bases[i], if has_gap { vec![(low, gap - 1), (gap + 1, high)] } else { vec![(low, high)] })
            });
            let mut care = Guard::TRUE;
            for (input, values) in &parts {
                let mut any = Guard::FALSE;
                for (low, high) in values {
                    let (below, within) = (lx.within(*input, low - 1), lx.within(*input, *high));
                    let between = lx.and_not(within, below);
                    any = lx.or(any, between);
                }
                care = lx.and(care, any);
            }
            for (input, expected) in &parts {
                let most = size(expected);
                prop_assert_eq!(lx.values(care, *input, most), Some(expected.clone()));
                prop_assert_eq!(lx.values(care, *input, most - 1), None);
            }
            for term in terms(&mut lx, inputs, &steps) {
                let summary = constants(&mut lx, term, care, &parts);
                prop_assert_eq!(summary.check(&mut lx, Some(care)), Ok(()));
                for x in lows[0] - 1..=lows[0] + sizes[0] {
                    for y in lows[1] - 1..=lows[1] + sizes[1] {
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
