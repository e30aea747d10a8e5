//! Guards against brute force over the inputs.

use super::*;
use crate::config::Summaries;
use crate::num::Num;
use crate::term::{Assignment, InputInfo};
use proptest::prelude::*;

/// An expression of the oracle.
#[derive(Clone, Debug)]
enum T {
    Input(usize),
    Const(i64),
    Add(Box<T>, Box<T>),
    Sub(Box<T>, Box<T>),
    Mul(Box<T>, Box<T>),
    Div(Box<T>, i64),
    Rem(Box<T>, i64),
    Ratio(Box<T>, i64),
}

#[derive(Clone, Debug)]
enum G {
    Le(T, T),
    Lt(T, T),
    Eq(T, T),
    Not(Box<G>),
    And(Box<G>, Box<G>),
    Or(Box<G>, Box<G>),
    Ite(Box<G>, Box<G>, Box<G>),
}

/// `x` in -3..=4, `y` unranged, `z` at least 1, `r` real and unranged, `s` real in 0..=1.
const REAL: usize = 3;

/// Both stores keep the same promises.
const BOTH: [Summaries; 2] = [Summaries::Pairs, Summaries::Diagram];

fn inputs(lx: &mut Logic) -> Vec<InputId> {
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

fn half(n: i64) -> Num {
    Num::from(n).checked_div(&Num::from(2)).unwrap()
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

impl T {
    fn build(&self, lx: &mut Logic, ids: &[InputId]) -> TermId {
        let mut binary = |a: &T, b: &T, op: fn(&mut Terms, TermId, TermId) -> TermId| {
            let (a, b) = (a.build(lx, ids), b.build(lx, ids));
            op(&mut lx.terms, a, b)
        };
        match self {
            T::Input(i) => lx.terms.input(ids[*i]),
            T::Const(c) => lx.terms.constant(*c),
            T::Add(a, b) => binary(a, b, Terms::add),
            T::Sub(a, b) => binary(a, b, Terms::sub),
            T::Mul(a, b) => binary(a, b, Terms::mul),
            T::Div(a, c) => binary(a, &T::Const(*c), Terms::div_euclid),
            T::Rem(a, c) => binary(a, &T::Const(*c), Terms::rem_euclid),
            T::Ratio(a, c) => binary(a, &T::Const(*c), Terms::div_exact),
        }
    }

    fn eval(&self, at: &[Num]) -> Num {
        match self {
            T::Input(i) => at[*i].clone(),
            T::Const(c) => Num::from(*c),
            T::Add(a, b) => &a.eval(at) + &b.eval(at),
            T::Sub(a, b) => &a.eval(at) - &b.eval(at),
            T::Mul(a, b) => &a.eval(at) * &b.eval(at),
            T::Div(a, c) => a.eval(at).div_rem_euclid(&Num::from(*c)).unwrap().0,
            T::Rem(a, c) => a.eval(at).div_rem_euclid(&Num::from(*c)).unwrap().1,
            T::Ratio(a, c) => a.eval(at).checked_div(&Num::from(*c)).unwrap(),
        }
    }
}

impl G {
    fn build(&self, lx: &mut Logic, ids: &[InputId]) -> Guard {
        match self {
            G::Le(a, b) | G::Lt(a, b) | G::Eq(a, b) => {
                let (a, b) = (a.build(lx, ids), b.build(lx, ids));
                match self {
                    G::Le(..) => lx.le(a, b),
                    G::Lt(..) => lx.lt(a, b),
                    _ => lx.eq(a, b),
                }
            }
            G::Not(a) => {
                let a = a.build(lx, ids);
                lx.not(a)
            }
            G::And(a, b) => {
                let (a, b) = (a.build(lx, ids), b.build(lx, ids));
                lx.and(a, b)
            }
            G::Or(a, b) => {
                let (a, b) = (a.build(lx, ids), b.build(lx, ids));
                lx.or(a, b)
            }
            G::Ite(c, a, b) => {
                let (c, a, b) = (c.build(lx, ids), a.build(lx, ids), b.build(lx, ids));
                lx.ite(c, a, b)
            }
        }
    }

    fn eval(&self, at: &[Num]) -> bool {
        match self {
            G::Le(a, b) => a.eval(at) <= b.eval(at),
            G::Lt(a, b) => a.eval(at) < b.eval(at),
            G::Eq(a, b) => a.eval(at) == b.eval(at),
            G::Not(a) => !a.eval(at),
            G::And(a, b) => a.eval(at) && b.eval(at),
            G::Or(a, b) => a.eval(at) || b.eval(at),
            G::Ite(c, a, b) => {
                if c.eval(at) {
                    a.eval(at)
                } else {
                    b.eval(at)
                }
            }
        }
    }
}

fn values(lx: &Logic, ids: &[InputId], at: &Assignment) -> Vec<Num> {
    ids.iter().map(|id| at.value(&lx.terms, *id)).collect()
}

fn int_term() -> BoxedStrategy<T> {
    let leaf = prop_oneof![(0..REAL).prop_map(T::Input), (-5i64..6).prop_map(T::Const)];
    leaf.prop_recursive(3, 8, 2, |t| {
        let b = |t: BoxedStrategy<T>| t.prop_map(Box::new);
        let divisor = prop_oneof![-4i64..0, 1i64..5];
        prop_oneof![
            3 => (b(t.clone()), b(t.clone())).prop_map(|(x, y)| T::Add(x, y)),
            3 => (b(t.clone()), b(t.clone())).prop_map(|(x, y)| T::Sub(x, y)),
            2 => (b(t.clone()), -4i64..5).prop_map(|(x, c)| T::Mul(x, Box::new(T::Const(c)))),
            1 => (b(t.clone()), b(t.clone())).prop_map(|(x, y)| T::Mul(x, y)),
            1 => (b(t.clone()), divisor.clone()).prop_map(|(x, c)| T::Div(x, c)),
            2 => (b(t), divisor).prop_map(|(x, c)| T::Rem(x, c)),
        ]
    })
    .boxed()
}

fn real_term() -> BoxedStrategy<T> {
    let ratio = |t: BoxedStrategy<T>| (t, 1i64..4).prop_map(|(t, c)| T::Ratio(Box::new(t), c)).boxed();
    let real = (REAL..REAL + 2).prop_map(T::Input).boxed();
    let parts = prop_oneof![ratio(int_term()), ratio(real.clone()), real];
    prop_oneof![
        parts.clone(),
        (parts.clone(), parts.clone()).prop_map(|(x, y)| T::Add(x.into(), y.into())),
        (parts.clone(), -3i64..4).prop_map(|(x, c)| T::Sub(x.into(), T::Const(c).into())),
        parts.prop_map(|x| T::Mul(T::Const(-2).into(), x.into())),
    ]
    .boxed()
}

fn guard(term: BoxedStrategy<T>, depth: u32) -> BoxedStrategy<G> {
    let constant = (-6i64..7).prop_map(T::Const);
    let right = prop_oneof![2 => constant.boxed(), 1 => term.clone()].boxed();
    let leaf = prop_oneof![
        (term.clone(), right.clone()).prop_map(|(a, b)| G::Le(a, b)),
        (right.clone(), term.clone()).prop_map(|(a, b)| G::Lt(a, b)),
        (term, right).prop_map(|(a, b)| G::Eq(a, b)),
    ];
    leaf.prop_recursive(depth, 12, 3, |g| {
        let b = |g: BoxedStrategy<G>| g.prop_map(Box::new);
        prop_oneof![
            b(g.clone()).prop_map(G::Not),
            (b(g.clone()), b(g.clone())).prop_map(|(x, y)| G::And(x, y)),
            (b(g.clone()), b(g.clone())).prop_map(|(x, y)| G::Or(x, y)),
            (b(g.clone()), b(g.clone()), b(g)).prop_map(|(c, x, y)| G::Ite(c, x, y)),
        ]
    })
    .boxed()
}

/// Everything that is promised of a guard, on a window of the inputs.
fn check(expression: &G, real: bool) {
    for summaries in BOTH {
        let mut lx = Logic::new(summaries);
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
            assert_eq!(lx.eval(g, &at), Some(expected), "{expression:?} at {numbers:?}: {}", lx.display(g));
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
            let model = lx.model_if_independent(g).unwrap_or_else(|| panic!("no model of {}", lx.display(g)));
            assert!(expression.eval(&values(&lx, &ids, &model)), "{}", lx.display(g));
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
            let mut lx = Logic::new(summaries);
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
            let mut lx = Logic::new(summaries);
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

fn logic_with(summaries: Summaries, names: &[&str]) -> (Logic, Vec<TermId>) {
    let mut lx = Logic::new(summaries);
    let terms = names
        .iter()
        .map(|name| {
            let id = lx.terms.add_input(InputInfo::value(*name, Sort::Int));
            lx.terms.input(id)
        })
        .collect();
    (lx, terms)
}

#[test]
fn equalities_with_two_constants_exclude_each_other() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x"]);
        let (two, three) = (lx.terms.constant(2), lx.terms.constant(3));
        let (a, b) = (lx.eq(t[0], two), lx.eq(t[0], three));
        assert_eq!(lx.and(a, b), Guard::FALSE);
        assert_eq!(lx.display(a), "x == 2");
    }
}

#[test]
fn a_comparison_and_its_mirror_share_an_atom() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x", "y"]);
        let less = lx.lt(t[0], t[1]);
        let mirrored = lx.le(t[1], t[0]);
        assert_eq!(lx.not(mirrored), less);
        assert_eq!(lx.atoms_len(), 1);
        let doubled = (lx.terms.scale(t[0], &Num::from(2)), lx.terms.scale(t[1], &Num::from(2)));
        assert_eq!(lx.lt(doubled.0, doubled.1), less);
    }
}

#[test]
fn a_fraction_is_no_integer() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x"]);
        let half = lx.terms.constant(half(1));
        assert_eq!(lx.eq(t[0], half), Guard::FALSE);
        let zero = lx.terms.constant(0);
        assert_eq!(lx.le(t[0], half), lx.le(t[0], zero));
    }
}

#[test]
fn remainders_are_bounded_and_share_the_inputs_of_their_dividend() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x"]);
        let three = lx.terms.constant(3);
        let rest = lx.terms.rem_euclid(t[0], three);
        assert_eq!(lx.lt(rest, three), Guard::TRUE);
        let two = lx.terms.constant(2);
        let (is_two, above) = (lx.eq(rest, two), lx.lt(three, t[0]));
        assert!(lx.independent(is_two));
        let both = lx.and(is_two, above);
        assert!(!lx.independent(both));
        let mut parts = Vec::new();
        for k in 0..3 {
            let k = lx.terms.constant(k);
            parts.push(lx.eq(rest, k));
        }
        assert_eq!(lx.or_all(parts), Guard::TRUE);
    }
}

#[test]
fn what_the_inputs_cannot_reach_does_not_qualify() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x", "y"]);
        let id = lx.terms.add_input(InputInfo::value("b", Sort::Int).ranged(Some(Num::ZERO), Some(Num::ONE)));
        let b = lx.terms.input(id);
        let double = lx.terms.scale(t[0], &Num::from(2));
        let even = lx.terms.add(double, b);
        assert!(!lx.qualifies(even));
        let odd = lx.terms.add(t[0], b);
        assert!(lx.qualifies(odd));
        let product = lx.terms.mul(t[0], t[1]);
        assert!(!lx.qualifies(product));
        assert!(lx.qualifies(b));
    }
}

#[test]
fn the_alternatives_of_a_choice_are_disjoint_and_cover_everything() {
    for n in 1..20 {
        let mut lx = Logic::new(if n % 2 == 0 { Summaries::Pairs } else { Summaries::Diagram });
        let (input, guards) = lx.choice("which", n);
        assert_eq!(lx.atoms_len(), n - 1);
        for (i, g) in guards.iter().enumerate() {
            assert_eq!(lx.pinned(*g, input), Some(Num::from(i as i64)));
            let model = lx.model_if_independent(*g).unwrap();
            assert_eq!(model.value(&lx.terms, input), Num::from(i as i64));
            assert!(guards[..i].iter().all(|h| lx.guards.disjoint(*g, *h)));
            assert!(lx.guards.node_count(*g) <= 3 + n.ilog2() as usize + 2);
        }
        assert_eq!(lx.or_all(guards), Guard::TRUE);
    }
}

#[test]
fn running_out_of_variables_is_a_flag_that_stays() {
    let (mut lx, t) = logic_with(Summaries::Pairs, &["x"]);
    lx.guards = Guards::with_variables(3);
    for k in 0..3 {
        let k = lx.terms.constant(k);
        assert!(!lx.le(t[0], k).is_false());
        assert_eq!(lx.exhausted(), None);
    }
    let k = lx.terms.constant(7);
    let arbitrary = lx.eq(t[0], k);
    assert_eq!(lx.exhausted(), Some(Exhausted::Atoms));
    let _ = lx.and(arbitrary, Guard::TRUE);
    let (_, guards) = lx.choice("c", 5);
    assert_eq!(guards.len(), 5);
    let all = lx.or_all(guards);
    assert_eq!(lx.model_if_independent(all), None);
    assert_eq!(lx.exhausted(), Some(Exhausted::Atoms));
}

#[test]
fn running_out_of_memory_is_a_flag_that_stays() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x", "y"]);
        lx.guards.set_limit(2_000);
        let mut parity = Guard::FALSE;
        for k in 0..1_000 {
            let k = lx.terms.constant(2 * k);
            let (a, b) = (lx.le(t[0], k), lx.le(t[1], k));
            let (other, both) = (lx.not(b), lx.and(a, b));
            let part = lx.ite(a, other, both);
            let complement = lx.not(parity);
            parity = lx.ite(part, complement, parity);
        }
        assert_eq!(lx.exhausted(), Some(Exhausted::Memory));
        assert!(lx.guards.bytes() < 4_000, "{}", lx.guards.bytes());
    }
}

#[test]
fn a_collection_keeps_what_is_live_and_frees_the_rest() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x", "y"]);
        let mut parity = Guard::FALSE;
        for k in 0..20 {
            let k = lx.terms.constant(k);
            let (a, b) = (lx.le(t[0], k), lx.eq(t[1], k));
            let both = lx.or(a, b);
            let complement = lx.not(parity);
            parity = lx.ite(both, complement, parity);
        }
        let (other, nodes) = (lx.not(parity), lx.guards.node_count(parity));
        let before = lx.guards.bytes();
        lx.collect([parity]);
        assert!(lx.guards.bytes() < before / 2);
        assert_eq!(lx.guards.node_count(parity), nodes);
        let again = lx.not(parity);
        assert_ne!(again, other, "ids are not given out again");
        assert_eq!(lx.not(again), parity);
        assert_eq!(lx.or(parity, again), Guard::TRUE);
        let two = lx.terms.constant(2);
        let (threshold, count) = (lx.le(t[0], two), lx.atoms_len());
        assert_eq!(lx.and(threshold, Guard::TRUE), threshold);
        assert_eq!(lx.atoms_len(), count);
    }
}

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

/// Rewrites guards over four inputs, and compares them before and after, those that come later too.
fn rewrites(first: &[G], later: &[G], real: bool) {
    let mut lx = Logic::new(Summaries::Diagram);
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
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

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
