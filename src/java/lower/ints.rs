//! Integers of 32 and 64 bits as expressions over unbounded ones. Only what can overflow is wrapped.

use super::types::Ty;
use crate::ir::{BinaryOp, BitOp, Const, Expr, UnaryOp, Width};
use crate::java::classfile::{Arith, Bitwise, Kind};
use crate::num::Num;
use num_bigint::BigInt;

/// The number of runs of ones up to which a mask is taken apart.
const RUNS: usize = 3;

/// The width of `int` or `long`.
pub fn width(kind: Kind) -> Width {
    if kind == Kind::Long { Width::I64 } else { Width::I32 }
}

/// The value of a constant integer.
pub fn constant(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Const(Const::Num(n)) if n.is_integer() => n.to_i64(),
        _ => None,
    }
}

fn number(n: impl Into<BigInt>) -> Expr {
    Expr::Const(Const::Num(Num::from(n.into())))
}

/// 2 to the power of `bits`.
fn power(bits: u32) -> Expr {
    number(BigInt::from(1) << bits)
}

/// The expression modulo the width, unless it is a constant.
pub fn wrapped(width: Width, expr: Expr) -> Expr {
    match &expr {
        Expr::Const(Const::Num(n)) if n.is_integer() => Expr::Const(Const::Num(width.wrap(n))),
        _ => Expr::Wrap(width, Box::new(expr)),
    }
}

/// The value of a type as one of a narrower width.
pub fn narrowed(width: Width, expr: Expr, ty: &Ty) -> Expr {
    if ty.fits(width) { expr } else { wrapped(width, expr) }
}

/// A sum, difference or product.
pub fn ring(width: Width, op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let folded = match (constant(&a), constant(&b)) {
        (Some(x), Some(y)) => {
            let (x, y) = (BigInt::from(x), BigInt::from(y));
            number(match op {
                BinaryOp::Add => x + y,
                BinaryOp::Sub => x - y,
                _ => x * y,
            })
        }
        _ => Expr::binary(op, a, b),
    };
    wrapped(width, folded)
}

/// The comparison of two numbers, of constants at once.
pub fn compared(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let (Some(x), Some(y)) = (constant(&a), constant(&b)) else { return Expr::binary(op, a, b) };
    Expr::bool(match op {
        BinaryOp::Eq => x == y,
        BinaryOp::Ne => x != y,
        BinaryOp::Lt => x < y,
        BinaryOp::Ge => x >= y,
        BinaryOp::Gt => x > y,
        _ => x <= y,
    })
}

/// The operator of `add`, `sub` or `mul`; nothing for what may throw.
pub fn ring_op(op: Arith) -> Option<BinaryOp> {
    match op {
        Arith::Add => Some(BinaryOp::Add),
        Arith::Sub => Some(BinaryOp::Sub),
        Arith::Mul => Some(BinaryOp::Mul),
        Arith::Div | Arith::Rem => None,
    }
}

/// The negation.
pub fn negated(width: Width, a: Expr) -> Expr {
    match constant(&a) {
        Some(n) => wrapped(width, number(-BigInt::from(n))),
        None => wrapped(width, Expr::Unary(UnaryOp::Neg, Box::new(a))),
    }
}

/// An operation on bits; `ty` are the types of the operands.
pub fn bitwise(kind: Kind, op: Bitwise, a: Expr, b: Expr, ty: [&Ty; 2]) -> Expr {
    let width = width(kind);
    let folded = match (constant(&a), constant(&b)) {
        (Some(x), Some(y)) => return Expr::Const(Const::Num(width.bits(bit_op(op), &x.into(), &y.into()))),
        (None, Some(c)) => with_constant(width, op, &a, c),
        // These operators commute.
        (Some(c), None) if !op.is_shift() => with_constant(width, op, &b, c),
        _ => None,
    };
    let truths = ty.iter().all(|ty| **ty == Ty::Int(0, 1)) && !op.is_shift();
    let width = if truths { Width::U1 } else { width };
    folded.unwrap_or_else(|| Expr::Bits(bit_op(op), width, Box::new(a), Box::new(b)))
}

fn bit_op(op: Bitwise) -> BitOp {
    match op {
        Bitwise::Shl => BitOp::Shl,
        Bitwise::Shr => BitOp::Shr,
        Bitwise::Ushr => BitOp::Ushr,
        Bitwise::And => BitOp::And,
        Bitwise::Or => BitOp::Or,
        Bitwise::Xor => BitOp::Xor,
    }
}

/// The operation with a constant as linear arithmetic, if the constant allows.
fn with_constant(width: Width, op: Bitwise, x: &Expr, c: i64) -> Option<Expr> {
    let by = (c.rem_euclid(i64::from(width.bits))) as u32;
    Some(match op {
        Bitwise::Shl | Bitwise::Shr | Bitwise::Ushr if by == 0 => x.clone(),
        Bitwise::Shl => wrapped(width, Expr::binary(BinaryOp::Mul, x.clone(), power(by))),
        Bitwise::Shr => Expr::binary(BinaryOp::Div, x.clone(), power(by)),
        Bitwise::Ushr => {
            let bits = wrapped(Width::unsigned(width.bits), x.clone());
            Expr::binary(BinaryOp::Div, bits, power(by))
        }
        Bitwise::And => masked(width, x, c)?,
        Bitwise::Xor if c == -1 => {
            Expr::binary(BinaryOp::Sub, Expr::Unary(UnaryOp::Neg, Box::new(x.clone())), number(1))
        }
        // x + c has what both have twice, and so has to lose it once, or (`^`) twice.
        Bitwise::Or | Bitwise::Xor => {
            let sum = Expr::binary(BinaryOp::Add, x.clone(), number(c));
            let both = masked(width, x, c)?;
            let both = if op == Bitwise::Or { both } else { Expr::binary(BinaryOp::Mul, number(2), both) };
            Expr::binary(BinaryOp::Sub, sum, both)
        }
    })
}

/// The bits of `x` that a mask has, as a sum over its runs of ones.
fn masked(width: Width, x: &Expr, mask: i64) -> Option<Expr> {
    let runs = runs(width, mask);
    if runs.len() > RUNS {
        return None;
    }
    let low = |bits: u32| match bits {
        0 => None,
        bits => Some(wrapped(Width::unsigned(bits as u8), x.clone())),
    };
    let run = |(from, to): (u32, u32)| {
        // The highest bit is the sign: what is below it is taken from the number itself.
        let up_to = if to == u32::from(width.bits) { Some(x.clone()) } else { low(to) };
        match (up_to, low(from)) {
            (Some(all), Some(below)) => Expr::binary(BinaryOp::Sub, all, below),
            (Some(all), None) => all,
            (None, _) => number(0),
        }
    };
    let sum = |a, b| Expr::binary(BinaryOp::Add, a, b);
    Some(runs.into_iter().map(run).reduce(sum).unwrap_or_else(|| number(0)))
}

/// The runs of ones in a mask: the lowest bit of each, and one past the highest.
fn runs(width: Width, mask: i64) -> Vec<(u32, u32)> {
    let is_one = |bit: u32| mask >> bit & 1 == 1;
    let bits = u32::from(width.bits);
    let starts = (0..bits).filter(|&bit| is_one(bit) && (bit == 0 || !is_one(bit - 1)));
    starts.map(|start| (start, (start..bits).find(|&bit| !is_one(bit)).unwrap_or(bits))).collect()
}

/// The quotient of `div` or the remainder of `rem` of two constants; nothing where it throws.
pub fn divided(width: Width, op: Arith, a: i64, b: i64) -> Option<Expr> {
    if b == 0 {
        return None;
    }
    let (a, b) = (BigInt::from(a), BigInt::from(b));
    Some(wrapped(width, number(if op == Arith::Div { a / b } else { a % b })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_runs() {
        assert_eq!(runs(Width::I32, 0b1101_1000), [(3, 5), (6, 8)]);
        assert_eq!(runs(Width::I32, -8), [(3, 32)]);
        assert_eq!(runs(Width::I64, -1), [(0, 64)]);
        assert_eq!(runs(Width::I32, 0), []);
        assert_eq!(runs(Width::I32, i64::from(i32::MIN)), [(31, 32)]);
    }

    /// The value of an expression over constants.
    fn value(expr: &Expr) -> i128 {
        let number = |n: &Num| n.parts().0.try_into().expect("a small number");
        match expr {
            Expr::Const(Const::Num(n)) => number(n),
            Expr::Wrap(width, e) => number(&width.wrap(&BigInt::from(value(e)).into())),
            Expr::Unary(_, e) => -value(e),
            Expr::Binary(op, a, b) => {
                let (a, b) = (value(a), value(b));
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a * b,
                    BinaryOp::Div => a.div_euclid(b),
                    other => unreachable!("{other:?}"),
                }
            }
            other => unreachable!("{other:?}"),
        }
    }

    #[test]
    fn operations_with_constants_are_those_of_the_machine() {
        let numbers = [0, 1, -1, 2, 5, -6, 127, -128, 255, 65535, 0x7fff_ffff, -0x8000_0000, 0x1234_5678];
        let wide = [i64::MIN, i64::MAX, 1 << 40, -(1 << 33) + 7];
        let ops = [Bitwise::Shl, Bitwise::Shr, Bitwise::Ushr, Bitwise::And, Bitwise::Or, Bitwise::Xor];
        for (width, all) in [(Width::I32, numbers.to_vec()), (Width::I64, [&numbers[..], &wide].concat())] {
            for (&x, &c) in all.iter().flat_map(|x| all.iter().map(move |c| (x, c))) {
                for op in ops {
                    let Some(expr) = with_constant(width, op, &number(x), c) else { continue };
                    let wanted = width.bits(bit_op(op), &x.into(), &c.into());
                    assert_eq!(Num::from(BigInt::from(value(&expr))), wanted, "{width} {x} {op:?} {c}");
                }
            }
        }
    }
}
