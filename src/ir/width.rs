//! Integers of a fixed number of bits.

use crate::num::Num;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

/// How many bits an integer has, and whether one of them is a sign (two's complement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Width {
    /// The number of bits, from 1 to 64.
    pub bits: u8,
    /// Whether it can be negative.
    pub signed: bool,
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
        if self.signed { Num::from(-(BigInt::one() << (self.bits - 1))) } else { Num::ZERO }
    }

    /// The greatest value.
    pub fn most(self) -> Num {
        let bits = if self.signed { self.bits - 1 } else { self.bits };
        Num::from((BigInt::one() << bits) - BigInt::one())
    }

    /// The value that an integer has after all but the last bits are dropped.
    pub fn wrap(self, n: &Num) -> Num {
        if *n >= self.least() && *n <= self.most() {
            return n.clone();
        }
        let (whole, _) = n.parts();
        let modulus = BigInt::one() << self.bits;
        let rest = whole.mod_floor(&modulus);
        let half = BigInt::one() << (self.bits - 1);
        Num::from(if self.signed && rest >= half { rest - modulus } else { rest })
    }
}
