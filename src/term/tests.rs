use super::samples::{int, sum};
use super::*;
use proptest::prelude::*;
use std::cmp::Ordering;

#[test]
fn a_conditional_term_has_the_value_that_its_condition_chooses() {
    let mut terms = Terms::new();
    let (x, y) = (int(&mut terms, "x"), int(&mut terms, "y"));
    let (zero, one) = (terms.constant(0), terms.constant(1));
    let within = Threshold::at_most(Num::from(2));
    let truth = terms.ite(x, &within, one, zero);
    assert!(terms.is_truth(truth) && !terms.is_truth(x));
    // No value where x is 0, unless x is chosen.
    let quotient = terms.div_euclid(y, x);
    let term = terms.ite(truth, &Threshold::at_most(Num::ZERO), quotient, x);
    assert_eq!(terms.ite(x, &within, y, y), y);
    let inputs = [x, y].map(|t| terms.as_input(t).unwrap());
    let at = |terms: &Terms, values: [i64; 2]| {
        terms.eval(term, &inputs.into_iter().zip(values.map(Num::from)).collect()).and_then(|n| n.to_i64())
    };
    assert_eq!([[0, 7], [2, 7], [3, 7]].map(|values| at(&terms, values)), [Some(0), Some(2), Some(2)]);
    let fixed = terms.substitute(term, &mut |input| (input == inputs[0]).then(|| Num::from(3)));
    let three = terms.constant(3);
    assert_eq!(fixed, terms.div_euclid(y, three));
}

#[test]
fn equal_sums_are_one_term() {
    let mut terms = Terms::new();
    let (x, y) = (int(&mut terms, "x"), int(&mut terms, "y"));
    let sum = terms.add(x, y);
    assert_eq!(sum, terms.add(y, x));
    assert_eq!(terms.sub(sum, y), x);
    let zero = terms.constant(0);
    assert_eq!(terms.sub(sum, sum), zero);
    let three = terms.constant(3);
    let (a, b) = (terms.mul(three, sum), terms.scale(x, &Num::Small(3)));
    let c = terms.scale(y, &Num::Small(3));
    assert_eq!(a, terms.add(c, b));
    assert_eq!(terms.display(a), "3 * x + 3 * y");
}

/// `form ≤ bound` or its negation.
type Part = (bool, i64, bool);

/// A condition on a form, as a truth value: a chain of comparisons, as guards are written, or a single one.
fn condition(terms: &mut Terms, form: TermId, parts: &[Part]) -> TermId {
    let [zero, one] = [0, 1].map(|n| terms.constant(n));
    parts.iter().fold(zero, |rest, (holds, bound, negated)| {
        let value = if *holds { one } else { zero };
        let [yes, no] = if *negated { [rest, value] } else { [value, rest] };
        terms.ite(form, &Threshold::at_most(Num::from(*bound)), yes, no)
    })
}

proptest! {
    /// A term that is classified as the greatest or the least of its alternatives is so for all inputs.
    #[test]
    fn an_extreme_is_one_for_all_inputs(
        form in [-2_i64..=2, -2_i64..=2],
        scale in -2_i64..=2,
        constant in -3_i64..=3,
        other in [-1_i64..=1, -1_i64..=1],
        parts in prop::collection::vec((any::<bool>(), -4_i64..=4, any::<bool>()), 0..4),
        direct in any::<bool>(),
    ) {
        let mut terms = Terms::new();
        let bases = ["x", "y"].map(|name| int(&mut terms, name));
        let tested = sum(&mut terms, &bases, &form, 0);
        let no = sum(&mut terms, &bases, &other, 1);
        let difference = sum(&mut terms, &bases, &form.map(|c| c * scale), constant);
        let yes = terms.add(no, difference);
        let term = match direct {
            true => terms.ite(tested, &Threshold::at_most(Num::from(constant)), yes, no),
            false => {
                let truth = condition(&mut terms, tested, &parts);
                terms.ite(truth, &Threshold::at_most(Num::ZERO), yes, no)
            }
        };
        let Term::Ite(ite) = terms.node(term) else { return Ok(()) };
        let Some(order) = terms.extreme(ite) else { return Ok(()) };
        let inputs = bases.map(|base| terms.as_input(base).unwrap());
        for x in -6..=6 {
            for y in -6..=6 {
                let values: Assignment = inputs.into_iter().zip([x, y].map(Num::from)).collect();
                let [value, yes, no] = [term, yes, no].map(|t| terms.eval(t, &values).unwrap());
                prop_assert!([yes, no].iter().all(|n| value == *n || value.cmp(n) == order), "{order:?} at {x}, {y}");
            }
        }
    }
}

proptest! {
    /// A conditional term is in the range of all its alternatives, and has both ends if they do not depend on inputs.
    #[test]
    fn the_range_of_a_conditional_term_has_all_its_alternatives(
        bounds in prop::collection::vec((-3_i64..=3, -20_i64..=20, -1_i64..=1), 1..5),
        last in -20_i64..=20,
    ) {
        let mut terms = Terms::new();
        let x = samples::ranged(&mut terms, "x", Width::signed(3));
        let mut t = terms.constant(last);
        for (bound, constant, scale) in &bounds {
            let constant = terms.constant(*constant);
            let part = terms.scale(x, &Num::from(*scale));
            let yes = terms.add(part, constant);
            let no = terms.add(t, x);
            t = terms.ite(x, &Threshold::at_most(Num::from(*bound)), yes, no);
        }
        terms.find_hulls(t);
        let (low, high) = terms.range(t);
        let (low, high) = (low.expect("the input has a range"), high.expect("the input has a range"));
        let input = terms.as_input(x).unwrap();
        for n in -4..=3 {
            let value = terms.eval(t, &[(input, Num::from(n))].into_iter().collect()).unwrap();
            prop_assert!(low <= value && value <= high, "{low} <= {value} <= {high}");
        }
        prop_assert!(low >= Num::from(-20 - 4 * 5) && high <= Num::from(20 + 4 * 5));
    }
}

proptest! {
    /// A sum of many terms is the one that they have when they are added one by one.
    #[test]
    fn a_total_is_the_sum_one_by_one(
        parts in prop::collection::vec([-2_i64..=2, -2_i64..=2, -2_i64..=2, -9_i64..=9], 0..6),
    ) {
        let mut terms = Terms::new();
        let bases = ["x", "y", "z"].map(|name| int(&mut terms, name));
        let parts: Vec<TermId> = parts.iter().map(|part| sum(&mut terms, &bases, part, part[3])).collect();
        let zero = terms.constant(0);
        let expected = parts.iter().fold(zero, |sum, part| terms.add(sum, *part));
        prop_assert_eq!(terms.total(&parts), expected);
    }
}

#[test]
fn the_greater_and_the_lesser_of_two_are_extremes() {
    let mut terms = Terms::new();
    let (x, y) = (int(&mut terms, "x"), int(&mut terms, "y"));
    let (zero, difference) = (Threshold::at_most(Num::ZERO), terms.sub(x, y));
    let extreme = |terms: &mut Terms, form, threshold: &Threshold, yes, no| {
        let term = terms.ite(form, threshold, yes, no);
        let Term::Ite(ite) = terms.node(term) else { panic!("a conditional term") };
        terms.extreme(ite)
    };
    assert_eq!(extreme(&mut terms, difference, &zero, x, y), Some(Ordering::Less));
    assert_eq!(extreme(&mut terms, difference, &zero, y, x), Some(Ordering::Greater));
    // x ≤ y + 1 ? x : y is greater than y in one case.
    let one = Threshold::at_most(Num::ONE);
    assert_eq!(extreme(&mut terms, difference, &one, x, y), None);
    // x < y ? x : y, as a guard writes it.
    let truth = condition(&mut terms, difference, &[(true, -1, false)]);
    assert_eq!(extreme(&mut terms, truth, &zero, y, x), Some(Ordering::Less));
    // Nothing is known of values that are unrelated to the condition.
    let third = int(&mut terms, "z");
    assert_eq!(extreme(&mut terms, difference, &zero, third, y), None);
}
