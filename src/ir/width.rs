//! Integers of a fixed number of bits.

use super::BitOp;
use crate::num::Num;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use std::fmt;

/// How many bits an integer has, and whether one of them is a sign (two's complement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Width {
    /// The number of bits, from 1 to 64.
    pub bits: u8,
    /// Whether it can be negative.
    pub signed: bool,
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { 'i' } else { 'u' }, self.bits)
    }
}

impl Width {
    /// 8 bits, signed.
    pub const I8: Width = Width::signed(8);
    /// 16 bits, signed.
    pub const I16: Width = Width::signed(16);
    /// 32 bits, signed.
    pub const I32: Width = Width::signed(32);
    /// 64 bits, signed.
    pub const I64: Width = Width::signed(64);
    /// 0 and 1: truth values as numbers.
    pub const U1: Width = Width::unsigned(1);
    /// 16 bits, not negative.
    pub const U16: Width = Width::unsigned(16);

    /// A signed width.
    pub const fn signed(bits: u8) -> Width {
        Width { bits, signed: true }
    }

    /// An unsigned width.
    pub const fn unsigned(bits: u8) -> Width {
        Width { bits, signed: false }
    }

    /// How many values there are.
    pub fn modulus(self) -> Num {
        Num::from(BigInt::one() << self.bits)
    }

    /// The least value.
    pub fn least(self) -> Num {
        if self.signed { Num::from(i64::MIN >> (64 - self.bits)) } else { Num::ZERO }
    }

    /// The greatest value.
    pub fn most(self) -> Num {
        let unused = 64 - self.bits;
        if self.signed { Num::from(i64::MAX >> unused) } else { Num::from(BigInt::from(u64::MAX >> unused)) }
    }

    /// The result of an operation on the bits of two integers that have the width.
    pub fn bits(self, op: BitOp, a: &Num, b: &Num) -> Num {
        let (Some(x), Some(y)) = (a.parts().0.to_i128(), b.parts().0.to_i128()) else {
            unreachable!("integers of at most 64 bits")
        };
        let by = y.rem_euclid(i128::from(self.bits));
        Num::from(BigInt::from(match op {
            BitOp::And => x & y,
            BitOp::Or => x | y,
            BitOp::Xor => x ^ y,
            BitOp::Shl => return self.wrap(&Num::from(BigInt::from(x) << by)),
            BitOp::Shr => x >> by,
            BitOp::Ushr => {
                let bits = x.rem_euclid(1i128 << self.bits);
                return self.wrap(&Num::from(BigInt::from(bits >> by)));
            }
        }))
    }

    /// What the bit of a number is worth in two's complement; the last one is negative if there is a sign.
    pub fn place(self, bit: usize) -> Num {
        let worth = Num::from(BigInt::one() << bit);
        if self.signed && bit + 1 == usize::from(self.bits) { -&worth } else { worth }
    }

    /// Whether an integer is a value of the width.
    pub fn contains(self, n: &Num) -> bool {
        *n >= self.least() && *n <= self.most()
    }

    /// The value that an integer has after all but the last bits are dropped.
    pub fn wrap(self, n: &Num) -> Num {
        if self.contains(n) {
            return n.clone();
        }
        let (whole, _) = n.parts();
        let modulus = BigInt::one() << self.bits;
        let rest = whole.mod_floor(&modulus);
        let half = BigInt::one() << (self.bits - 1);
        Num::from(if self.signed && rest >= half { rest - modulus } else { rest })
    }
}
