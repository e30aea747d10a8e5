//! Conversion of numbers of any size to and from Z3.

use crate::num::Num;
use std::str::FromStr;
use z3::ast::{Int, Real};

/// An integer as a numeral. `n` must be an integer.
pub(super) fn int(n: &Num) -> Int {
    match n.to_i64() {
        Some(small) => Int::from_i64(small),
        None => Int::from_str(&n.to_string()).expect("decimal digits are a numeral"),
    }
}

/// A rational as a numeral.
pub(super) fn real(n: &Num) -> Real {
    let (p, q) = n.parts();
    Real::from_rational_str(&p.to_string(), &q.to_string()).expect("a fraction is a numeral")
}

/// Reads a number as Z3 prints it: `5`, `(- 5)`, `1.5`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`. `None` for an irrational
/// algebraic number (`root-obj`), or anything else.
pub(super) fn parse(text: &str) -> Option<Num> {
    let mut tokens = text.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|t| !t.is_empty());
    let mut negative = false;
    let mut next = tokens.next()?;
    if next == "-" {
        negative = true;
        next = tokens.next()?;
    }
    let magnitude = if next == "/" {
        let (p, q): (Num, Num) = (tokens.next()?.parse().ok()?, tokens.next()?.parse().ok()?);
        p.checked_div(&q)?
    } else {
        next.parse().ok()?
    };
    tokens.next().is_none().then(|| if negative { -&magnitude } else { magnitude })
}

/// Z3's approximation of an algebraic number as a decimal fraction with `digits` digits.
pub(super) fn approximation(value: &Real, digits: usize) -> Option<Num> {
    // Z3 marks a truncated result with a question mark.
    value.approx(digits).trim_end_matches('?').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_survive_the_way_to_z3_and_back() {
        for text in ["0", "7", "-7", "1/3", "-1/3", "5/2", "9223372036854775808", "-100000000000000000000000000001/21"]
        {
            let n: Num = text.parse().unwrap();
            assert_eq!(parse(&real(&n).to_string()), Some(n.clone()), "{text}");
            if n.is_integer() {
                assert_eq!(parse(&int(&n).to_string()), Some(n));
            }
        }
        assert_eq!(parse("(root-obj (+ (^ x 2) (- 2)) 1)"), None);
    }
}
