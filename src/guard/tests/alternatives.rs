//! Excluded alternatives against brute force.

use super::flat::{Bank, update};
use crate::guard::{Fact, Literal, Logic, Threshold};
use crate::num::Num;
use crate::term::samples::{int, sum};
use crate::term::{Assignment, TermId};
use proptest::prelude::*;

/// Bounds from which some are left out.
fn fact(form: TermId, low: Option<i64>, high: Option<i64>) -> Option<Fact> {
    let bound = |n: i64| Threshold::at_most(Num::from(n));
    (low.is_some() || high.is_some()).then(|| Fact { form, low: low.map(bound), high: high.map(bound) })
}

fn holds(lx: &Logic, literal: &Literal, at: &Assignment) -> bool {
    lx.terms.eval(literal.form, at).is_some_and(|value| literal.threshold.admits(&value)) == literal.positive
}

proptest! {
    /// No inputs satisfy all literals of a contradiction, which are those of the cube.
    #[test]
    fn contradictions_are_true(
        updates in prop::collection::vec(update(), 0..4),
        sums in prop::collection::vec(
            (prop::array::uniform5(-1..2_i64), prop::option::of(-60..60_i64), prop::option::of(-60..60_i64)),
            1..4,
        ),
        inputs in prop::array::uniform2((prop::option::of(-3..1_i64), prop::option::of(0..4_i64))),
    ) {
        let mut bank = Bank::after(Logic::default(), &updates, [0, 0, 0]);
        let bases = bank.inputs.map(|input| bank.lx.terms.input(input));
        let all = [bank.numbers[0], bank.numbers[1], bank.numbers[2], bases[0], bases[1]];
        let bounds = bases.into_iter().zip(inputs).filter_map(|(base, (low, high))| fact(base, low, high));
        let mut cube: Vec<Fact> = bounds.collect();
        for (factors, low, high) in sums {
            let total = sum(&mut bank.lx.terms, &all, &factors, 0);
            // A cube has one fact about a form.
            if cube.iter().all(|fact| fact.form != total) {
                cube.extend(fact(total, low, high));
            }
        }
        if let Some(core) = bank.lx.excluded_alternatives(&cube) {
            let literals: Vec<Literal> = cube.iter().flat_map(Fact::literals).collect();
            prop_assert!(core.iter().all(|literal| literals.contains(literal)));
            for (x, y) in (-6..7).flat_map(|x| (-6..7).map(move |y| (x, y))) {
                let at: Assignment = bank.inputs.into_iter().zip([x, y].map(Num::from)).collect();
                prop_assert!(!core.iter().all(|literal| holds(&bank.lx, literal, &at)), "at {x}, {y}");
            }
        }
    }
}

/// A maximum is at least each number, and at most the sum if none is negative: one contradiction each, for any order of the
/// numbers.
#[test]
fn a_maximum_has_bounds() {
    let mut lx = Logic::default();
    let numbers: Vec<TermId> = (0..50).map(|i| int(&mut lx.terms, format!("x{i}"))).collect();
    let (mut maximum, mut total) = (numbers[0], numbers[0]);
    for number in &numbers[1..] {
        let is_less = lx.lt(maximum, *number);
        maximum = lx.select(is_less, *number, maximum);
        total = lx.terms.add(total, *number);
    }
    for number in &numbers {
        let difference = lx.terms.sub(maximum, *number);
        let below = fact(difference, None, Some(-1)).expect("has a bound");
        assert_eq!(lx.excluded_alternatives(std::slice::from_ref(&below)), Some(below.literals().collect()));
    }
    let rest = lx.terms.sub(total, maximum);
    let mut cube: Vec<Fact> = numbers.iter().filter_map(|number| fact(*number, Some(-1), None)).collect();
    cube.extend(fact(rest, None, Some(-1)));
    assert_eq!(lx.excluded_alternatives(&cube).map(|core| core.len()), Some(51));
    // One of the numbers may be negative.
    cube.remove(7);
    assert!(lx.excluded_alternatives(&cube).is_none());
}
