//! Wrapped numbers within guards.

use super::{BOTH, Budget, Guard, Logic};
use crate::ir::Width;
use crate::num::Num;
use crate::term::samples::{self, ranged};
use crate::term::{Assignment, TermId};
use proptest::prelude::*;

/// The values of each input that are tried.
const VALUES: [i64; 15] = [-128, -127, -100, -86, -65, -64, -43, -1, 0, 1, 42, 43, 64, 126, 127];

fn inputs(lx: &mut Logic) -> [TermId; 2] {
    ["x", "y"].map(|name| ranged(&mut lx.terms, name, Width::I8))
}

fn sum(lx: &mut Logic, inputs: &[TermId], [a, b, c]: [i64; 3]) -> TermId {
    samples::sum(&mut lx.terms, inputs, &[a, b], c)
}

fn points(lx: &Logic, inputs: &[TermId]) -> Vec<Assignment> {
    let ids: Vec<_> = inputs.iter().map(|t| lx.terms.as_input(*t).unwrap()).collect();
    let at = |x: i64, y: i64| ids.iter().copied().zip([Num::from(x), Num::from(y)]).collect();
    VALUES.iter().flat_map(|x| VALUES.iter().map(move |y| (*x, *y))).map(|(x, y)| at(x, y)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// A number is what it was before, wherever the guard holds, and its windows are a partition of the guard.
    #[test]
    fn windows_cover_a_guard_and_are_disjoint(
        inner in [-3i64..=3, -3i64..=3, -200i64..=200],
        outer in [-2i64..=2, -1i64..=1, -100i64..=100],
        factor in prop_oneof![Just(1i64), -2i64..=2],
        bound in [-1i64..=1, -1i64..=1, -100i64..=100],
        width in prop::sample::select(vec![Width::I8, Width::unsigned(8), Width::signed(7)]),
    ) {
        for summaries in BOTH {
            let mut lx = Logic::new(summaries, Budget::default());
            let inputs = inputs(&mut lx);
            let (bound, zero) = (sum(&mut lx, &inputs, bound), lx.terms.constant(0));
            let g = lx.le(bound, zero);
            let unwrapped = sum(&mut lx, &inputs, inner);
            let (base, within) = (lx.terms.wrap(width, unwrapped), lx.wrap_within(g, width, unwrapped));
            let rest = sum(&mut lx, &inputs, outer);
            let scaled = lx.terms.scale(base, &Num::from(factor));
            let t = lx.terms.add(scaled, rest);
            let range = lx.range_within(g, t);
            let windows = lx.windows(g, t);
            for at in points(&lx, &inputs) {
                let value = lx.terms.eval(t, &at).unwrap();
                if lx.eval(g, &at) == Some(true) {
                    prop_assert_eq!(lx.terms.eval(base, &at), lx.terms.eval(within, &at));
                    prop_assert!(range.0.as_ref().is_none_or(|low| *low <= value));
                    prop_assert!(range.1.as_ref().is_none_or(|high| *high >= value));
                }
                let Some(windows) = &windows else { continue };
                let chosen: Vec<TermId> =
                    windows.iter().filter(|(h, _)| lx.eval(*h, &at) == Some(true)).map(|(_, t)| *t).collect();
                let expected = usize::from(lx.eval(g, &at) == Some(true));
                prop_assert_eq!(chosen.len(), expected);
                prop_assert!(chosen.iter().all(|t| lx.terms.eval(*t, &at).as_ref() == Some(&value)));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// The bounds that follow from a comparison change nothing wherever the guard holds.
    #[test]
    fn consequences_hold_where_the_comparison_decides_them(
        bounds in [[-2i64..=2, -2i64..=2, -150i64..=150], [-1i64..=1, -1i64..=1, -100i64..=100]],
        compared in [[-2i64..=2, -3i64..=3, -200i64..=200], [-1i64..=1, -1i64..=1, -20i64..=20]],
        is_strict in any::<bool>(),
    ) {
        for summaries in BOTH {
            let mut lx = Logic::new(summaries, Budget::default());
            let inputs = inputs(&mut lx);
            let zero = lx.terms.constant(0);
            let [first, second] = bounds.map(|bound| {
                let bound = sum(&mut lx, &inputs, bound);
                lx.le(bound, zero)
            });
            let g = lx.and(first, second);
            let [a, b] = compared.map(|term| sum(&mut lx, &inputs, term));
            let holds = if is_strict { lx.lt(a, b) } else { lx.le(a, b) };
            let with = lx.with_consequences(g, holds, a, b);
            for at in points(&lx, &inputs) {
                if lx.eval(g, &at) == Some(true) {
                    prop_assert_eq!(lx.eval(holds, &at), lx.eval(with, &at));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// A conditional number is between the bounds of its flat form wherever the guard holds.
    #[test]
    fn bounds_of_flat_forms_are_right(
        bound in [-1i64..=1, -1i64..=1, -100i64..=100],
        conditions in [[-1i64..=1, -1i64..=1, -100i64..=100], [-1i64..=1, -1i64..=1, -100i64..=100]],
        alternatives in [[-2i64..=2, -2i64..=2, -100i64..=100], [-2i64..=2, -2i64..=2, -100i64..=100], [0i64..=1, -2i64..=2, 0i64..=0]],
        rest in [-1i64..=1, -1i64..=1, -100i64..=100],
    ) {
        for summaries in BOTH {
            let mut lx = Logic::new(summaries, Budget::default());
            let inputs = inputs(&mut lx);
            let zero = lx.terms.constant(0);
            let [g, outer, inner] = [bound, conditions[0], conditions[1]].map(|bound| {
                let bound = sum(&mut lx, &inputs, bound);
                lx.le(bound, zero)
            });
            let [a, b, c] = alternatives.map(|alternative| sum(&mut lx, &inputs, alternative));
            let chosen = lx.select(inner, a, b);
            let chosen = lx.select(outer, chosen, c);
            let rest = sum(&mut lx, &inputs, rest);
            let t = lx.terms.add(chosen, rest);
            let (low, high) = lx.flat_range(g, t);
            let within = lx.wrap_within(g, Width::I8, t);
            for at in points(&lx, &inputs) {
                if lx.eval(g, &at) == Some(true) {
                    let value = lx.terms.eval(t, &at).unwrap();
                    prop_assert!(low.as_ref().is_none_or(|low| *low <= value));
                    prop_assert!(high.as_ref().is_none_or(|high| *high >= value));
                    prop_assert_eq!(lx.terms.eval(within, &at), Some(Width::I8.wrap(&value)));
                }
            }
        }
    }
}

#[test]
fn a_balance_is_bounded_by_the_payments_that_were_accepted() {
    for summaries in BOTH {
        let mut lx = Logic::new(summaries, Budget::default());
        let [x, _] = inputs(&mut lx);
        let [zero, twenty, hundred] = [0, 20, 100].map(|k| lx.terms.constant(k));
        let (above, below) = (lx.le(zero, x), lx.le(x, twenty));
        let is_accepted = lx.and(above, below);
        let less = lx.terms.sub(twenty, x);
        let balance = lx.select(is_accepted, less, twenty);
        let more = lx.terms.add(balance, hundred);
        assert_eq!(lx.wrap_within(Guard::TRUE, Width::I8, more), more);
    }
}

#[test]
fn paths_that_meet_keep_the_bounds_that_follow_from_theirs() {
    for summaries in BOTH {
        let mut lx = Logic::new(summaries, Budget::default());
        let [x, y] = inputs(&mut lx);
        let [zero, ten, twenty] = [0, 10, 20].map(|k| lx.terms.constant(k));
        let (above, below) = (lx.le(zero, y), lx.le(y, ten));
        let g = lx.and(above, below);
        let (sum, difference) = (lx.terms.add(twenty, y), lx.terms.sub(twenty, y));
        let [one, other] = [sum, difference].map(|most| {
            let holds = lx.le(x, most);
            lx.with_consequences(g, holds, x, most)
        });
        let either = lx.or(one, other);
        let either = lx.and(g, either);
        assert_eq!(lx.range_within(either, x).1, Some(Num::from(30)));
        let (one, other) = (lx.and_not(g, one), lx.and_not(g, other));
        let neither = lx.or(one, other);
        assert_eq!(lx.range_within(neither, x).0, Some(Num::from(10)));
    }
}

#[test]
fn a_counter_below_another_number_does_not_wrap() {
    for summaries in BOTH {
        let mut lx = Logic::new(summaries, Budget::default());
        let [i, n] = inputs(&mut lx);
        let g = lx.lt(i, n);
        let one = lx.terms.constant(1);
        let next = lx.terms.add(i, one);
        assert_eq!(lx.wrap_within(g, Width::I8, next), next);
        assert_ne!(lx.wrap_within(Guard::TRUE, Width::I8, next), next);
    }
}

#[test]
fn a_product_of_small_numbers_does_not_wrap() {
    let mut lx = Logic::default();
    let [i, j] = inputs(&mut lx);
    let product = lx.terms.mul(i, j);
    assert_eq!(lx.wrap_within(Guard::TRUE, Width::I16, product), product);
    assert_ne!(lx.wrap_within(Guard::TRUE, Width::I8, product), product);
    let square = lx.terms.mul(i, i);
    let eleven = lx.terms.constant(11);
    let least = lx.terms.constant(-11);
    let (above, below) = (lx.le(least, i), lx.le(i, eleven));
    let g = lx.and(above, below);
    assert_eq!(lx.wrap_within(g, Width::I8, square), square);
}
