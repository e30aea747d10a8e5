//! Guards against brute force over the inputs.

use super::expressions::{T, guard, int_term, real_term};
use super::oracle::{check, inputs};
use super::{BOTH, Budget, Guard, Logic, Num};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn guards_over_integers_agree_with_brute_force(g in guard(int_term(), 3)) {
        check(&g, false);
    }

    #[test]
    fn guards_over_reals_agree_with_brute_force(g in guard(real_term(), 2)) {
        check(&g, true);
    }

    /// A guard over one qualifying form is determined by the set of values that satisfy it.
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
            // The form is y - 3z, and z is at least 1.
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
