//! Guards against brute force over the inputs.

use super::expressions::{G, T, guard, int_term, real_term};
use super::{BOTH, half};
use crate::guard::{Budget, Fact, Guard, Logic};
use crate::num::Num;
use crate::term::{Assignment, InputId, InputInfo, Sort};
use proptest::prelude::*;

pub(super) fn inputs(lx: &mut Logic) -> Vec<InputId> {
    let range = |low: i64, high: i64| (Some(Num::from(low)), Some(Num::from(high)));
    let (low, high) = range(-3, 4);
    let (zero, one) = range(0, 1);
    [
        InputInfo::value("x", Sort::Int).ranged(low, high),
        InputInfo::value("y", Sort::Int),
        InputInfo::value("z", Sort::Int).ranged(Some(Num::ONE), None),
        InputInfo::value("r", Sort::Real),
        InputInfo::value("s", Sort::Real).ranged(zero, one),
    ]
    .into_iter()
    .map(|info| lx.terms.add_input(info))
    .collect()
}

/// A window of the inputs.
fn grid(ids: &[InputId], real: bool) -> Vec<Assignment> {
    let reals: Vec<(Num, Num)> = match real {
        true => (-6..7).flat_map(|r| (0..3).map(move |s| (half(r), half(s)))).collect(),
        false => vec![(Num::ZERO, Num::ZERO)],
    };
    let (ys, zs) = if real { (-2..3, 1..3) } else { (-9..10, 1..7) };
    let mut all = Vec::new();
    for x in -3..5 {
        for y in ys.clone() {
            for z in zs.clone() {
                for (r, s) in &reals {
                    let values = [Num::from(x), Num::from(y), Num::from(z), r.clone(), s.clone()];
                    all.push(ids.iter().copied().zip(values).collect());
                }
            }
        }
    }
    all
}

fn values(lx: &Logic, ids: &[InputId], at: &Assignment) -> Vec<Num> {
    ids.iter().map(|id| at.value(&lx.terms, *id)).collect()
}

/// Everything that is promised of a guard, on a window of the inputs.
fn check(expression: &G, real: bool) {
    for summaries in BOTH {
        let mut lx = Logic::new(summaries, Budget::default());
        let ids = inputs(&mut lx);
        let g = expression.build(&mut lx, &ids);
        let cube = lx.cube(g);
        assert_eq!(cube.is_none(), g.is_false());
        let inside = cube.map(|cube| lx.conjunction(&cube.literals()));
        if let Some(inside) = inside {
            assert!(!inside.is_false(), "a cube is satisfiable");
            assert!(lx.implies(inside, g), "a cube implies its guard");
        }
        let intervals = lx.intervals(g).map(|facts| facts.iter().flat_map(Fact::literals).collect::<Vec<_>>());
        if let Some(literals) = intervals {
            let cell = lx.conjunction(&literals);
            assert!(
                !cell.is_false() && lx.implies(cell, g),
                "the intervals of a satisfying assignment imply the guard"
            );
        }
        let pins: Vec<Option<Num>> = ids.iter().map(|id| lx.pinned(g, *id)).collect();
        let bounds: Vec<Fact> = lx.support(g).to_vec().into_iter().map(|form| lx.bounds(g, form)).collect();
        for at in grid(&ids, real) {
            let numbers = values(&lx, &ids, &at);
            let expected = expression.eval(&numbers);
            assert_eq!(lx.eval(g, &at), Some(expected), "{expression:?} at {numbers:?}");
            if expected {
                for (pin, value) in pins.iter().zip(&numbers) {
                    assert!(pin.as_ref().is_none_or(|pin| pin == value));
                }
                for fact in &bounds {
                    let value = lx.terms.eval(fact.form, &at).unwrap();
                    assert!(fact.low.as_ref().is_none_or(|low| !low.admits(&value)));
                    assert!(fact.high.as_ref().is_none_or(|high| high.admits(&value)));
                }
            }
        }
        if g.is_false() {
            return;
        }
        if lx.independent(g) {
            let model = lx.model_if_independent(g).unwrap_or_else(|| panic!("no model of {expression:?}"));
            assert!(expression.eval(&values(&lx, &ids, &model)), "{expression:?}");
        } else {
            assert_eq!(lx.model_if_independent(g), None);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn guards_over_integers_agree_with_brute_force(g in guard(int_term(), 3)) {
        check(&g, false);
    }

    #[test]
    fn guards_over_reals_agree_with_brute_force(g in guard(real_term(), 2)) {
        check(&g, true);
    }

    /// Over one qualifying form a guard is as good as the set of values that satisfy it.
    #[test]
    fn guards_over_one_form_are_canonical(
        a in guard(Just(T::Sub(Box::new(T::Input(1)), Box::new(T::Mul(Box::new(T::Const(3)), Box::new(T::Input(2)))))).boxed(), 3),
        b in guard(Just(T::Sub(Box::new(T::Input(1)), Box::new(T::Mul(Box::new(T::Const(3)), Box::new(T::Input(2)))))).boxed(), 3),
    ) {
        for summaries in BOTH {
            let mut lx = Logic::new(summaries, Budget::default());
            let ids = inputs(&mut lx);
            let (g, h) = (a.build(&mut lx, &ids), b.build(&mut lx, &ids));
            let difference = (lx.and_not(g, h), lx.and_not(h, g));
            let mut same = true;
            // The form is y - 3z, and z is 1 at least.
            for value in -20..20 {
                let at = [Num::ZERO, Num::from(value + 3), Num::ONE, Num::ZERO, Num::ZERO];
                same &= a.eval(&at) == b.eval(&at);
            }
            prop_assert_eq!(g == h, same);
            prop_assert_eq!(difference == (Guard::FALSE, Guard::FALSE), same);
            prop_assert_eq!(lx.implies(g, h), difference.0.is_false());
            prop_assert_eq!(lx.disjoint(g, h), lx.and(g, h).is_false());
        }
    }

    #[test]
    fn sets_of_integers_are_canonical_whatever_the_order_of_thresholds(sets in prop::collection::vec(prop::collection::vec(-8i64..9, 1..6), 2..5)) {
        for summaries in BOTH {
            let mut lx = Logic::new(summaries, Budget::default());
            let ids = inputs(&mut lx);
            let y = lx.terms.input(ids[1]);
            let mut known: Vec<(Vec<i64>, Guard)> = Vec::new();
            for mut set in sets.clone() {
                let mut union = Guard::FALSE;
                for k in &set {
                    let k = lx.terms.constant(*k);
                    let here = lx.eq(y, k);
                    union = lx.or(union, here);
                }
                set.sort_unstable();
                set.dedup();
                for (other, guard) in &known {
                    prop_assert_eq!(*guard == union, *other == set);
                    prop_assert_eq!(lx.disjoint(*guard, union), other.iter().all(|k| !set.contains(k)));
                }
                let pinned = lx.pinned(union, ids[1]);
                prop_assert_eq!(pinned.is_some(), set.len() == 1);
                known.push((set, union));
            }
        }
    }
}
