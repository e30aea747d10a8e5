use super::*;
use crate::term::InputInfo;

#[test]
fn one_form_is_exact() {
    let mut lx = Logic::new();
    let x = lx.terms.add_input(InputInfo::value("x", Sort::Int));
    let x = lx.terms.input(x);
    let (two, three) = (lx.terms.constant(2), lx.terms.constant(3));
    let (a, b) = (lx.eq(x, two), lx.eq(x, three));
    assert_eq!(lx.and(a, b), Guard::FALSE);
    let c = lx.lt(x, three);
    let d = lx.le(x, two);
    assert_eq!(c, d);
    assert_eq!(lx.display(a), "x == 2");
}
