use super::*;

fn int(terms: &mut Terms, name: &str) -> TermId {
    let id = terms.add_input(InputInfo::value(name, Sort::Int));
    terms.input(id)
}

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
