//! Guards rewritten by the implications between thresholds.

use super::expressions::{G, T};
use super::{half, logic_with};
use crate::config::Summaries;
use crate::guard::{Budget, Guard, Logic};
use crate::num::Num;
use crate::term::{InputId, InputInfo, Sort};
use proptest::prelude::*;

/// Comparisons of differences and sums of four inputs with small constants.
fn order(real: bool) -> impl Strategy<Value = G> {
    let input = |i: usize| Box::new(T::Input(i));
    let term = (0..4usize, 0..4usize, 0..3u8).prop_map(move |(i, j, kind)| match kind {
        0 => T::Input(i),
        1 => T::Sub(input(i), input(j)),
        _ => T::Add(input(i), input(j)),
    });
    let bound = (-2..=2i64).prop_map(move |k| if real { T::Ratio(Box::new(T::Const(k)), 2) } else { T::Const(k) });
    (term, bound, 0..3u8).prop_map(|(t, k, kind)| match kind {
        0 => G::Le(t, k),
        1 => G::Lt(t, k),
        _ => G::Eq(t, k),
    })
}

/// Rewrites guards over four inputs, and compares them before and after, together with later ones.
fn rewrites(first: &[G], later: &[G], real: bool) {
    let mut lx = Logic::new(Summaries::Diagram, Budget::default());
    let sort = if real { Sort::Real } else { Sort::Int };
    let ids: Vec<InputId> =
        ["a", "b", "c", "d"].into_iter().map(|name| lx.terms.add_input(InputInfo::value(name, sort))).collect();
    let atoms: Vec<Guard> = first.iter().map(|g| g.build(&mut lx, &ids)).collect();
    let mut guards = atoms.clone();
    for pair in atoms.windows(2) {
        guards.extend([lx.and(pair[0], pair[1]), lx.or(pair[0], pair[1]), lx.not(pair[0])]);
    }
    let all = lx.or_all(atoms.clone());
    guards.push(all);
    let window = [-1, 0, 1, 2].map(|n| if real { half(n) } else { Num::from(n) });
    let point = |n: usize| -> Vec<Num> { (0..4).map(|i| window[n >> (2 * i) & 3].clone()).collect() };
    let truth = |lx: &Logic, g: Guard| -> Vec<Option<bool>> {
        (0..256).map(|n| lx.eval(g, &ids.iter().copied().zip(point(n)).collect())).collect()
    };
    let before: Vec<_> = guards.iter().map(|g| truth(&lx, *g)).collect();
    let Some(images) = lx.rewritten(&guards, 1 << 18) else { return };
    lx.adopt(&images);
    let image = |g: Guard| images.of(g);
    for (g, before) in guards.iter().zip(before) {
        assert_eq!(truth(&lx, image(*g)), before, "the same truth values");
    }
    for (pair, combined) in atoms.windows(2).zip(guards[atoms.len()..].chunks(3)) {
        let (a, b) = (image(pair[0]), image(pair[1]));
        assert_eq!(lx.and(a, b), image(combined[0]), "the conjunction of the images");
        assert_eq!(lx.or(a, b), image(combined[1]), "their disjunction");
        assert_eq!(lx.not(a), image(combined[2]), "the negation");
    }
    for (g, was) in first.iter().zip(&atoms) {
        assert_eq!(g.build(&mut lx, &ids), image(*was), "a comparison is the image of what it was");
    }
    for g in later {
        let guard = g.build(&mut lx, &ids);
        let values = truth(&lx, guard);
        for (n, value) in values.into_iter().enumerate() {
            let at = point(n);
            assert_eq!(value, Some(g.eval(&at)), "{g:?} at {at:?}");
        }
        if lx.contradicts_sums(guard) {
            assert!(truth(&lx, guard).iter().all(|value| *value == Some(false)), "{g:?} is feasible");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// [`Logic::rewritten`] keeps truth values and Boolean laws, and tight definitions mean what loose ones mean.
    #[test]
    fn rewritten_guards_over_integers_are_what_they_were(
        first in prop::collection::vec(order(false), 2..10),
        later in prop::collection::vec(order(false), 1..6),
    ) {
        rewrites(&first, &later, false);
    }

    #[test]
    fn rewritten_guards_over_reals_are_what_they_were(
        first in prop::collection::vec(order(true), 2..10),
        later in prop::collection::vec(order(true), 1..6),
    ) {
        rewrites(&first, &later, true);
    }
}

/// Six inputs and all their comparisons, made in an order in which many are implied by older ones.
#[test]
fn tight_guards_of_comparisons_are_satisfied_by_orders_only() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let (mut lx, terms) = logic_with(Summaries::Diagram, &names);
    let less = |lx: &mut Logic, i: usize, j: usize| lx.lt(terms[i], terms[j]);
    let triangle = [less(&mut lx, 0, 1), less(&mut lx, 1, 2), less(&mut lx, 2, 0)];
    let cycle = triangle.iter().fold(Guard::TRUE, |all, g| lx.and(all, *g));
    assert!(!cycle.is_false(), "loose guards know nothing of transitivity");
    assert!(lx.contradicts_sums(cycle), "but the theory does");
    let images = lx.rewritten(&[cycle], 1 << 14).expect("there is a triangle");
    assert!(images.of(cycle).is_false());
    lx.adopt(&images);
    // Cycles among later comparisons are false at once.
    for (i, j, k) in [(2, 3, 4), (0, 3, 5), (5, 4, 1)] {
        let (a, b, c) = (less(&mut lx, i, j), less(&mut lx, j, k), less(&mut lx, k, i));
        let both = lx.and(a, b);
        assert!(lx.and(both, c).is_false(), "{i} < {j} < {k} < {i}");
    }
}
