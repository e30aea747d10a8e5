//! Small integer solutions of a linear equation.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;

/// Integers `xi` with `Σ ci·xi = target`, small ones where that is easy. `None` when there are none.
pub(super) fn solve(coefficients: &[BigInt], target: &BigInt) -> Option<Vec<BigInt>> {
    let mut values = vec![BigInt::zero(); coefficients.len()];
    if target.is_zero() {
        return Some(values);
    }
    // The first variable that can solve it alone.
    if let Some(i) = coefficients.iter().position(|c| !c.is_zero() && target.is_multiple_of(c)) {
        values[i] = target / &coefficients[i];
        return Some(values);
    }
    // `reach[i]` divides every sum that the first i variables can have.
    let mut reach = vec![BigInt::zero()];
    for c in coefficients {
        reach.push(reach[reach.len() - 1].gcd(c));
    }
    let mut rest = target.clone();
    for i in (0..coefficients.len()).rev() {
        let (c, others) = (&coefficients[i], &reach[i]);
        if others.is_zero() {
            let (value, remainder) = if c.is_zero() { (BigInt::zero(), rest.clone()) } else { rest.div_rem(c) };
            if !remainder.is_zero() {
                return None;
            }
            rest = BigInt::zero();
            values[i] = value;
            continue;
        }
        // The residue of xi for which the other variables can make up the rest: c·xi ≡ rest (mod others), nearest zero.
        let common = c.gcd(others);
        let (quotient, remainder) = rest.div_rem(&common);
        if !remainder.is_zero() {
            return None;
        }
        let modulus = others / &common;
        let inverse = (c / &common).extended_gcd(&modulus).x;
        let mut value = (quotient * inverse).mod_floor(&modulus);
        if &value + &value > modulus {
            value -= &modulus;
        }
        rest -= c * &value;
        values[i] = value;
    }
    rest.is_zero().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::One;

    #[test]
    fn solutions_solve() {
        for a in -7i64..8 {
            for b in -7i64..8 {
                for c in -7i64..8 {
                    let coefficients = [BigInt::from(a), BigInt::from(b), BigInt::from(c)];
                    let divisor = a.gcd(&b).gcd(&c);
                    for target in -5i64..20 {
                        let solution = solve(&coefficients, &BigInt::from(target));
                        let expected = if divisor == 0 { target == 0 } else { target % divisor == 0 };
                        assert_eq!(solution.is_some(), expected, "{a} {b} {c} = {target}");
                        if let Some(values) = solution {
                            let sum: BigInt = coefficients.iter().zip(&values).map(|(c, x)| c * x).sum();
                            assert_eq!(sum, BigInt::from(target), "{a} {b} {c}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn one_variable_is_enough_where_it_can_do_it_alone() {
        let solution = solve(&[BigInt::from(3), BigInt::one()], &BigInt::from(7));
        assert_eq!(solution, Some(vec![BigInt::zero(), BigInt::from(7)]));
    }
}
