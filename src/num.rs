//! Exact numbers: OOX's unbounded integers and its rationals, with a fast path for small integers.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// An exact rational number. Integers that fit in 64 bits are held inline; the representation is canonical,
/// so that derived equality and hashing are those of the number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Num {
    /// An integer of 64 bits.
    Small(i64),
    /// Anything else: a larger integer, or a proper fraction.
    Big(Box<BigRational>),
}

impl Num {
    /// Zero.
    pub const ZERO: Num = Num::Small(0);
    /// One.
    pub const ONE: Num = Num::Small(1);

    /// The canonical form of a rational.
    pub fn from_ratio(r: BigRational) -> Num {
        if r.is_integer()
            && let Some(i) = r.numer().to_i64()
        {
            return Num::Small(i);
        }
        Num::Big(Box::new(r))
    }

    /// `self` as a rational.
    pub fn to_ratio(&self) -> BigRational {
        match self {
            Num::Small(i) => BigRational::from_integer(BigInt::from(*i)),
            Num::Big(r) => (**r).clone(),
        }
    }

    /// Whether the number is an integer.
    pub fn is_integer(&self) -> bool {
        match self {
            Num::Small(_) => true,
            Num::Big(r) => r.is_integer(),
        }
    }

    /// Whether the number is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Num::Small(0))
    }

    /// Whether the number is less than zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Num::Small(i) => *i < 0,
            Num::Big(r) => r.is_negative(),
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Num {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The number as an integer, if it is one of 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Num::Small(i) => Some(*i),
            Num::Big(_) => None,
        }
    }

    /// The number as an integer, if it is one.
    pub fn to_bigint(&self) -> Option<BigInt> {
        match self {
            Num::Small(i) => Some(BigInt::from(*i)),
            Num::Big(r) => r.is_integer().then(|| r.numer().clone()),
        }
    }

    /// How many words of 64 bits the number needs beyond the one that it always has; 0 for an integer of 64 bits.
    pub fn words(&self) -> u64 {
        match self {
            Num::Small(_) => 0,
            Num::Big(r) if r.is_integer() => r.numer().bits() / 64,
            Num::Big(r) => (r.numer().bits() + r.denom().bits()) / 64,
        }
    }

    /// Numerator and (positive) denominator in lowest terms.
    pub fn parts(&self) -> (BigInt, BigInt) {
        match self {
            Num::Small(i) => (BigInt::from(*i), BigInt::one()),
            Num::Big(r) => (r.numer().clone(), r.denom().clone()),
        }
    }

    /// The greatest integer that is at most this number.
    pub fn floor(&self) -> Num {
        match self {
            Num::Small(_) => self.clone(),
            Num::Big(r) => Num::from_ratio(r.floor()),
        }
    }

    /// Exact quotient; nothing when `other` is zero.
    pub fn checked_div(&self, other: &Num) -> Option<Num> {
        if other.is_zero() {
            return None;
        }
        if let (Num::Small(a), Num::Small(b)) = (self, other)
            && let (Some(0), Some(q)) = (a.checked_rem(*b), a.checked_div(*b))
        {
            return Some(Num::Small(q));
        }
        Some(Num::from_ratio(self.to_ratio() / other.to_ratio()))
    }

    /// Euclidean quotient and remainder of integers (`self == q*other + r`, `0 <= r < |other|`, SMT-LIB's `div` and
    /// `mod`); nothing when `other` is zero or one of the two is not an integer.
    pub fn div_rem_euclid(&self, other: &Num) -> Option<(Num, Num)> {
        if other.is_zero() {
            return None;
        }
        if let (Num::Small(a), Num::Small(b)) = (self, other)
            && let (Some(q), Some(r)) = (a.checked_div_euclid(*b), a.checked_rem_euclid(*b))
        {
            return Some((Num::Small(q), Num::Small(r)));
        }
        let (a, b) = (self.to_bigint()?, other.to_bigint()?);
        let (mut q, mut r) = a.div_mod_floor(&b);
        if r.is_negative() {
            // The floor's remainder has the sign of the divisor.
            r -= &b;
            q += 1;
        }
        Some((Num::from(q), Num::from(r)))
    }
}

impl From<i64> for Num {
    fn from(i: i64) -> Self {
        Num::Small(i)
    }
}

impl From<BigInt> for Num {
    fn from(i: BigInt) -> Self {
        match i.to_i64() {
            Some(small) => Num::Small(small),
            None => Num::Big(Box::new(BigRational::from_integer(i))),
        }
    }
}

impl Ord for Num {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Num::Small(a), Num::Small(b)) => a.cmp(b),
            (Num::Big(a), Num::Big(b)) => a.cmp(b),
            (Num::Big(a), Num::Small(_)) => (**a).cmp(&other.to_ratio()),
            (Num::Small(_), Num::Big(b)) => self.to_ratio().cmp(b),
        }
    }
}

impl PartialOrd for Num {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::ops::Neg for &Num {
    type Output = Num;
    fn neg(self) -> Num {
        match self {
            Num::Small(i) if *i != i64::MIN => Num::Small(-i),
            _ => Num::from_ratio(-self.to_ratio()),
        }
    }
}

macro_rules! arithmetic {
    ($($trait:ident $method:ident $checked:ident;)*) => {$(
        impl std::ops::$trait for &Num {
            type Output = Num;
            fn $method(self, other: &Num) -> Num {
                if let (Num::Small(a), Num::Small(b)) = (self, other)
                    && let Some(c) = a.$checked(*b)
                {
                    return Num::Small(c);
                }
                // Rationals reduce their results. That takes time quadratic in the size, even for integers.
                match (self.to_bigint(), other.to_bigint()) {
                    (Some(a), Some(b)) => Num::from(std::ops::$trait::$method(a, b)),
                    _ => Num::from_ratio(std::ops::$trait::$method(self.to_ratio(), other.to_ratio())),
                }
            }
        }
    )*};
}

arithmetic! {
    Add add checked_add;
    Sub sub checked_sub;
    Mul mul checked_mul;
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Num::Small(i) => write!(f, "{i}"),
            Num::Big(r) => write!(f, "{r}"),
        }
    }
}

impl fmt::Debug for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no number in the form that is required.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a number: `{0}`")]
pub struct ParseNumError(pub String);

impl FromStr for Num {
    type Err = ParseNumError;

    /// Reads `-12`, `3.25` or `p/q`.
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let error = || ParseNumError(s.to_owned());
        let digits = |t: &str| BigInt::from_str(t).map_err(|_| error());
        if let Some((p, q)) = s.split_once('/') {
            let (p, q) = (digits(p)?, digits(q)?);
            return if q.is_zero() { Err(error()) } else { Ok(Num::from_ratio(BigRational::new(p, q))) };
        }
        let Some((whole, fraction)) = s.split_once('.') else { return Ok(Num::from(digits(s)?)) };
        if fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error());
        }
        let scale = num_traits::pow(BigInt::from(10), fraction.len());
        Ok(Num::from_ratio(BigRational::new(digits(&format!("{whole}{fraction}"))?, scale)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn euclidean_division_has_a_remainder_between_zero_and_the_divisor() {
        let cases = [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)];
        for (a, b, q, r) in cases {
            assert_eq!(Num::from(a).div_rem_euclid(&Num::from(b)), Some((Num::from(q), Num::from(r))));
            let huge = Num::from(BigInt::from(10).pow(30));
            let (big_a, big_b) = (&Num::from(a) * &huge, &Num::from(b) * &huge);
            assert_eq!(big_a.div_rem_euclid(&big_b), Some((Num::from(q), &Num::from(r) * &huge)));
        }
    }

    #[test]
    fn words_count_what_exceeds_the_first() {
        let words = |text: &str| text.parse::<Num>().map(|n| n.words());
        assert_eq!([words("-5"), words("9223372036854775807"), words("0.5")], [Ok(0), Ok(0), Ok(0)]);
        assert_eq!(words("18446744073709551616"), Ok(1));
        assert_eq!(Num::from(BigInt::from(2).pow(6400)).words(), 100);
    }

    #[test]
    fn the_edges_of_64_bits_are_crossed_exactly() {
        let (min, max) = (Num::from(i64::MIN), Num::from(i64::MAX));
        assert_eq!((-&min).to_string(), "9223372036854775808");
        assert_eq!(&(&max + &Num::ONE) - &Num::ONE, max);
        assert_eq!(min.div_rem_euclid(&Num::from(-1)).map(|(q, _)| q), Some(-&min));
        assert_eq!("0.1".parse::<Num>().map(|n| &n + &"0.2".parse().unwrap()), "0.3".parse());
    }
}
