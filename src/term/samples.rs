//! Expressions over integers of fixed widths for tests, with their values in Rust's own arithmetic.

use super::{InputInfo, Sort, TermId, Terms};
use crate::ir::{BitOp, Width};
use crate::num::Num;
use proptest::prelude::*;

/// An expression. Operands of quotients, remainders and operations on bits are wrapped first.
#[derive(Clone, Debug)]
pub enum Sample {
    /// An input by its number.
    Input(usize),
    /// A constant.
    Const(i64),
    /// `a + scale·b`
    Sum(Box<Sample>, i64, Box<Sample>),
    /// `a · b`
    Product(Box<Sample>, Box<Sample>),
    /// A wrapped number.
    Wrap(Width, Box<Sample>),
    /// An operation on bits.
    Bits(BitOp, Width, Box<Sample>, Box<Sample>),
    /// A Euclidean quotient.
    Quotient(Width, Box<Sample>, Box<Sample>),
    /// A Euclidean remainder.
    Remainder(Width, Box<Sample>, Box<Sample>),
}

/// All operations on bits.
pub const BITS: [BitOp; 3] = [BitOp::And, BitOp::Or, BitOp::Xor];

/// A conversion as Rust has it.
fn cast(width: Width, n: i128) -> i128 {
    match (width.bits, width.signed) {
        (8, true) => i128::from(n as i8),
        (16, true) => i128::from(n as i16),
        (32, true) => i128::from(n as i32),
        (64, true) => i128::from(n as i64),
        (8, false) => i128::from(n as u8),
        (16, false) => i128::from(n as u16),
        (bits, true) => n << (128 - u32::from(bits)) >> (128 - u32::from(bits)),
        (bits, false) => n & ((1 << bits) - 1),
    }
}

/// An operation as Rust has it.
fn operation(op: BitOp, width: Width, a: i128, b: i128) -> i128 {
    macro_rules! native {
        ($signed:ty, $unsigned:ty) => {{
            let (x, y, by) = (a as $signed, b as $signed, b.rem_euclid(i128::from(width.bits)) as u32);
            i128::from(match op {
                BitOp::And => x & y,
                BitOp::Or => x | y,
                BitOp::Xor => x ^ y,
                BitOp::Shl => x.wrapping_shl(by),
                BitOp::Shr => x.wrapping_shr(by),
                BitOp::Ushr => (x as $unsigned).wrapping_shr(by) as $signed,
            })
        }};
    }
    match width.bits {
        8 => native!(i8, u8),
        16 => native!(i16, u16),
        32 => native!(i32, u32),
        _ => native!(i64, u64),
    }
}

impl Sample {
    /// The term.
    pub fn build(&self, terms: &mut Terms, inputs: &[TermId]) -> TermId {
        let wrapped = |terms: &mut Terms, width: Width, e: &Sample| {
            let e = e.build(terms, inputs);
            terms.wrap(width, e)
        };
        match self {
            Sample::Input(n) => inputs[*n],
            Sample::Const(n) => terms.constant(*n),
            Sample::Sum(a, scale, b) => {
                let (a, b) = (a.build(terms, inputs), b.build(terms, inputs));
                let b = terms.scale(b, &Num::from(*scale));
                terms.add(a, b)
            }
            Sample::Product(a, b) => {
                let (a, b) = (a.build(terms, inputs), b.build(terms, inputs));
                terms.mul(a, b)
            }
            Sample::Wrap(width, e) => wrapped(terms, *width, e),
            Sample::Bits(op, width, a, b) => {
                let (a, b) = (wrapped(terms, *width, a), wrapped(terms, *width, b));
                terms.bits(*op, *width, a, b)
            }
            Sample::Quotient(width, a, b) => {
                let (a, b) = (wrapped(terms, *width, a), wrapped(terms, *width, b));
                terms.div_euclid(a, b)
            }
            Sample::Remainder(width, a, b) => {
                let (a, b) = (wrapped(terms, *width, a), wrapped(terms, *width, b));
                terms.rem_euclid(a, b)
            }
        }
    }

    /// The value modulo 2^128; none where it divides by zero.
    pub fn value(&self, inputs: &[i128]) -> Option<i128> {
        let wrapped = |width: Width, e: &Sample| e.value(inputs).map(|n| cast(width, n));
        Some(match self {
            Sample::Input(n) => inputs[*n],
            Sample::Const(n) => i128::from(*n),
            Sample::Sum(a, scale, b) => {
                a.value(inputs)?.wrapping_add(b.value(inputs)?.wrapping_mul(i128::from(*scale)))
            }
            Sample::Product(a, b) => a.value(inputs)?.wrapping_mul(b.value(inputs)?),
            Sample::Wrap(width, e) => wrapped(*width, e)?,
            Sample::Bits(op, width, a, b) => operation(*op, *width, wrapped(*width, a)?, wrapped(*width, b)?),
            Sample::Quotient(width, a, b) => wrapped(*width, a)?.checked_div_euclid(wrapped(*width, b)?)?,
            Sample::Remainder(width, a, b) => wrapped(*width, a)?.checked_rem_euclid(wrapped(*width, b)?)?,
        })
    }
}

/// Expressions over a number of inputs, with constants and widths.
pub fn sample(
    inputs: usize,
    constants: impl Strategy<Value = i64> + Clone + 'static,
    widths: &'static [Width],
) -> BoxedStrategy<Sample> {
    let signed: Vec<Width> =
        widths.iter().copied().filter(|w| w.signed && w.bits.is_power_of_two() && w.bits >= 8).collect();
    let leaf = prop_oneof![3 => (0..inputs).prop_map(Sample::Input), 1 => constants.clone().prop_map(Sample::Const)];
    let (all, signed) = (prop::sample::select(widths), prop::sample::select(signed));
    leaf.prop_recursive(4, 12, 2, move |inner| {
        let e = || inner.clone().prop_map(Box::new);
        prop_oneof![
            4 => (e(), constants.clone(), e()).prop_map(|(a, scale, b)| Sample::Sum(a, scale, b)),
            1 => (e(), e()).prop_map(|(a, b)| Sample::Product(a, b)),
            3 => (all.clone(), e()).prop_map(|(width, e)| Sample::Wrap(width, e)),
            1 => (prop::sample::select(&BITS[..]), signed.clone(), e(), e())
                .prop_map(|(op, width, a, b)| Sample::Bits(op, width, a, b)),
            1 => (any::<bool>(), all.clone(), e(), e()).prop_map(|(whole, width, a, b)| match whole {
                true => Sample::Quotient(width, a, b),
                false => Sample::Remainder(width, a, b),
            }),
        ]
    })
    .boxed()
}

/// An input.
pub fn input(terms: &mut Terms, info: InputInfo) -> TermId {
    let id = terms.add_input(info);
    terms.input(id)
}

/// An integer.
pub fn int(terms: &mut Terms, name: impl Into<String>) -> TermId {
    input(terms, InputInfo::value(name, Sort::Int))
}

/// An input with the values of a width.
pub fn ranged(terms: &mut Terms, name: &str, width: Width) -> TermId {
    input(terms, InputInfo::value(name, Sort::Int).ranged(Some(width.least()), Some(width.most())))
}

/// A sum of terms, each times a factor, and a constant.
pub fn sum(terms: &mut Terms, parts: &[TermId], factors: &[i64], constant: i64) -> TermId {
    let constant = terms.constant(constant);
    parts.iter().zip(factors).fold(constant, |sum, (part, factor)| {
        let part = terms.scale(*part, &Num::from(*factor));
        terms.add(sum, part)
    })
}
