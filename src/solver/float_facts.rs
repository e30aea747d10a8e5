//! What linear arithmetic knows of floating-point operations, which are functions to it and nothing else: where
//! results are no numbers, which sign they have, and that a sum is not below what something positive is added to.

use crate::ieee::{Binary, Op};
use z3::ast::{Bool, Int};

/// An integer of 64 bits.
fn int(n: i64) -> Int {
    Int::from_i64(n)
}

/// Facts about a result.
pub(super) fn facts(op: Op, operands: &[Int], result: &Int) -> Vec<Bool> {
    let (low, high) = op.range();
    let mut facts = vec![result.ge(int(low)), result.le(int(high))];
    let (Op::Binary(op, format), [a, b]) = (op, operands) else { return facts };
    let nan = |x: &Int| x.eq(int(format.nan()));
    let zero = |x: &Int| Bool::or(&[x.eq(int(0)), x.eq(int(-1))]);
    let infinite = |x: &Int| Bool::or(&[x.eq(int(format.infinity())), x.eq(int(format.least()))]);
    let negative = |x: &Int| x.lt(int(0));
    let same_sign = negative(a).eq(negative(b));
    let both = |is: &dyn Fn(&Int) -> Bool| Bool::and(&[is(a), is(b)]);
    let undefined = match op {
        Binary::Add => Bool::and(&[both(&infinite), same_sign.not()]),
        Binary::Sub => Bool::and(&[both(&infinite), same_sign.clone()]),
        Binary::Mul => Bool::or(&[Bool::and(&[zero(a), infinite(b)]), Bool::and(&[infinite(a), zero(b)])]),
        Binary::Div => Bool::or(&[both(&zero), both(&infinite)]),
        Binary::Rem => Bool::or(&[infinite(a), zero(b)]),
    };
    let is_nan = Bool::or(&[nan(a), nan(b), undefined]);
    facts.push(nan(result).eq(&is_nan));
    let number = is_nan.not();
    facts.push(number.implies(match op {
        Binary::Add | Binary::Sub => {
            let (up, down) = (result.ge(a), result.le(a));
            if op == Binary::Add { negative(b).ite(&down, &up) } else { negative(b).ite(&up, &down) }
        }
        Binary::Mul | Binary::Div => negative(result).eq(same_sign.not()),
        Binary::Rem => negative(result).eq(negative(a)),
    }));
    facts
}
