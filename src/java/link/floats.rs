//! Methods of the library that compute with floating-point numbers, as operations.

use crate::ieee::Format::{Double, Single};
use crate::ieee::{Op, Unary};
use crate::java::lower::Intrinsic;

/// What a method of the library computes with floating-point numbers.
pub(super) fn intrinsic(name: &str, descriptor: &str) -> Option<Intrinsic> {
    Some(match (name, descriptor) {
        ("floatToIntBits", "(F)I") => Intrinsic::Ieee(Op::Unary(Unary::Bits, Single)),
        ("doubleToLongBits", "(D)J") => Intrinsic::Ieee(Op::Unary(Unary::Bits, Double)),
        ("floatToRawIntBits", "(F)I") => Intrinsic::RawBits(Single),
        ("doubleToRawLongBits", "(D)J") => Intrinsic::RawBits(Double),
        ("intBitsToFloat", "(I)F") => Intrinsic::Ieee(Op::Unary(Unary::OfBits, Single)),
        ("longBitsToDouble", "(J)D") => Intrinsic::Ieee(Op::Unary(Unary::OfBits, Double)),
        ("abs", "(F)F") => Intrinsic::Ieee(Op::Unary(Unary::Abs, Single)),
        ("abs", "(D)D") => Intrinsic::Ieee(Op::Unary(Unary::Abs, Double)),
        ("sqrt", "(D)D") => Intrinsic::Ieee(Op::Unary(Unary::Sqrt, Double)),
        ("floor", "(D)D") => Intrinsic::Ieee(Op::Unary(Unary::Floor, Double)),
        ("ceil", "(D)D") => Intrinsic::Ieee(Op::Unary(Unary::Ceil, Double)),
        ("rint", "(D)D") => Intrinsic::Ieee(Op::Unary(Unary::Rint, Double)),
        ("known", "(D)D") => Intrinsic::Known,
        _ => return None,
    })
}
