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
