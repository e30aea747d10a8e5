//! Single operations, and the checks of summaries. `tests/suite/algebra.rs` compares sequences of operations with tables.

use super::*;
use crate::config::Summaries;
use crate::guard::{Budget, Guard, Logic};
use crate::num::Num;
use crate::term::samples::int;

#[test]
fn an_update_is_the_new_value_under_the_guard() {
    let mut lx = Logic::default();
    let x = int(&mut lx.terms, "x");
    let zero = lx.terms.constant(0);
    let phi = lx.lt(x, zero);
    let (one, two) = (Value::Bool(true), Value::Null);
    let (first, second) = (Summary::constant(&mut lx, one), Summary::constant(&mut lx, two));
    let s = first.update(&mut lx, phi, &second);
    assert_eq!(s.check(&mut lx, Some(Guard::TRUE)), Ok(()));
    assert_eq!(s.as_constant_within(&mut lx, phi), Some(two));
    assert_eq!(s.as_constant_within(&mut lx, Guard::TRUE), None);
    let back = s.update(&mut lx, phi, &first);
    assert_eq!(back, first);
}

#[test]
fn broken_invariants_are_found() {
    let mut lx = Logic::new(Summaries::Pairs, Budget::default());
    let x = int(&mut lx.terms, "x");
    let (zero, one) = (lx.terms.constant(0), lx.terms.constant(1));
    let (a, b) = (lx.lt(x, zero), lx.lt(x, one));
    let overlapping = Summary::from_pairs(&mut lx, [(a, Value::Null), (b, Value::Missing)]);
    assert_eq!(overlapping.check(&mut lx, None), Err(Invalid::Overlap(Value::Null, Value::Missing)));
    let partial = Summary::guarded(&mut lx, a, Value::Null);
    assert_eq!(partial.check(&mut lx, Some(Guard::TRUE)), Err(Invalid::Cover { cover: a, defining: Guard::TRUE }));
}

#[test]
fn what_steps_add_to_two_forms_is_added_up_before_they_are_compared() {
    // Under each condition one sum goes up by a price of at least 1, and another by 1.
    let mut lx = Logic::default();
    let zero = lx.terms.constant(0);
    let begin = Summary::constant(&mut lx, Value::Num(zero));
    let [mut sum, mut count] = [(); 2].map(|()| begin.formed(&mut lx, Guard::TRUE).expect("a number"));
    let mut assumed = Guard::TRUE;
    let one = lx.terms.constant(1);
    for i in 0..12 {
        let [condition, price] = ["c", "p"].map(|name| int(&mut lx.terms, format!("{name}{i}")));
        let (is_chosen, is_positive) = (lx.lt(condition, zero), lx.le(one, price));
        assumed = lx.and(assumed, is_positive);
        for (total, step) in [(&mut sum, price), (&mut count, one)] {
            let step = Summary::constant(&mut lx, Value::Num(step));
            let more = total.plus(&mut lx, Guard::TRUE, &Num::ONE, &step).expect("integers");
            *total = total.update(&mut lx, is_chosen, &more);
        }
    }
    let difference = sum.form_difference(&mut lx, assumed, &count).expect("one is a form");
    assert_eq!(*difference.bounds(&mut lx).range_of_sum(&mut lx).start(), 0);
}
