use super::*;

fn int(terms: &mut Terms, name: &str) -> TermId {
    let id = terms.add_input(InputInfo::value(name, Sort::Int));
    terms.input(id)
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

#[test]
fn division_by_constants_has_a_normal_form() {
    let mut terms = Terms::new();
    let (x, y) = (int(&mut terms, "x"), int(&mut terms, "y"));
    let c = |terms: &mut Terms, n: i64| terms.constant(n);
    let (two, minus_two, three) = (c(&mut terms, 2), c(&mut terms, -2), c(&mut terms, 3));
    let rest = terms.rem_euclid(x, two);
    assert_eq!(terms.rem_euclid(x, minus_two), rest);
    let even = terms.scale(y, &Num::Small(2));
    let shifted = terms.add(x, even);
    assert_eq!(terms.rem_euclid(shifted, two), rest);
    assert_eq!(terms.div_euclid(even, two), y);
    let quotient = terms.div_euclid(x, three);
    let opposite = terms.neg(quotient);
    let minus_three = c(&mut terms, -3);
    assert_eq!(terms.div_euclid(x, minus_three), opposite);
    let doubled = terms.scale(x, &Num::Small(2));
    let six = c(&mut terms, 6);
    assert_eq!(terms.div_euclid(doubled, six), quotient);
    assert_eq!(terms.range(rest), &(Some(Num::ZERO), Some(Num::ONE)));
    assert_eq!(terms.display(rest), "x % 2");
}

#[test]
fn division_by_zero_has_no_value() {
    let mut terms = Terms::new();
    let x = int(&mut terms, "x");
    let (zero, one) = (terms.constant(0), terms.constant(1));
    for t in [terms.div_euclid(x, zero), terms.rem_euclid(one, zero), terms.div_exact(zero, zero)] {
        assert_eq!(terms.eval(t, &Assignment::new()), None);
        let closed = terms.substitute(t, &mut |_| Some(Num::ONE));
        assert_eq!(terms.eval(closed, &Assignment::new()), None);
    }
}

#[test]
fn deep_and_shared_terms_cost_their_nodes() {
    let mut terms = Terms::new();
    let (x, y) = (int(&mut terms, "x"), int(&mut terms, "y"));
    let (mut shared, mut deep) = (x, x);
    for _ in 0..200 {
        shared = terms.mul(shared, shared);
    }
    let three = terms.constant(3);
    for _ in 0..50_000 {
        let sum = terms.add(deep, y);
        deep = terms.div_euclid(sum, three);
    }
    let ones = Assignment::from_iter(terms.input_ids().map(|id| (id, Num::ONE)));
    assert_eq!(terms.eval(shared, &ones), Some(Num::ONE));
    assert_eq!(terms.eval(deep, &ones), Some(Num::ZERO));
    let one = terms.constant(1);
    assert_eq!(terms.substitute(shared, &mut |_| Some(Num::ONE)), one);
    assert!(terms.display(shared).len() < 10_000 && terms.display(deep).len() < 10_000);
}

#[test]
fn substitution_commutes_with_evaluation() {
    let mut terms = Terms::new();
    let (x, y) = (int(&mut terms, "x"), int(&mut terms, "y"));
    let [x_id, y_id] = [x, y].map(|t| terms.as_input(t).unwrap());
    let five = terms.constant(5);
    let sum = terms.add(x, five);
    let product = terms.mul(sum, y);
    let quotient = terms.div_euclid(product, y);
    let rest = terms.rem_euclid(product, five);
    let ratio = terms.div_exact(rest, sum);
    let all = [quotient, rest, ratio].into_iter().reduce(|a, b| terms.sub(a, b)).unwrap();
    for i in -6..7 {
        let half = terms.substitute(all, &mut |id| (id == x_id).then(|| Num::from(i)));
        assert!(!terms.inputs(half).contains(&x_id));
        for j in -6..7 {
            let at = Assignment::from_iter([(x_id, Num::from(i)), (y_id, Num::from(j))]);
            let expected = terms.eval(all, &at);
            assert_eq!(terms.eval(half, &at), expected);
            let whole = terms.substitute(half, &mut |_| Some(Num::from(j)));
            assert_eq!(terms.eval(whole, &Assignment::new()), expected);
        }
    }
}
