use super::*;
use crate::guard::{Guard, Logic};
use crate::term::{InputInfo, Sort};

#[test]
fn an_update_is_the_new_value_under_the_guard() {
    let mut lx = Logic::new();
    let x = lx.terms.add_input(InputInfo::value("x", Sort::Int));
    let x = lx.terms.input(x);
    let zero = lx.terms.constant(0);
    let phi = lx.lt(x, zero);
    let (one, two) = (Value::Bool(true), Value::Null);
    let s = Summary::constant(one).update(&mut lx, phi, &Summary::constant(two));
    assert_eq!(s.check(&mut lx, Some(Guard::TRUE)), Ok(()));
    assert_eq!(s.as_constant_within(&mut lx, phi), Some(two));
    let back = s.update(&mut lx, phi, &Summary::constant(one));
    assert_eq!(back, Summary::constant(one));
}
