//! Floating point: operations on [places](crate::ieee), and comparisons of them.
//!
//! Places have the order of the numbers but for two exceptions: the zeros have different places and are equal, and what is not a
//! number has the greatest place and is not equal to, above or below anything.

use super::build::{Lowering, Value};
use super::types::Ty;
use super::{Defect, ints};
use crate::ieee::{Binary, Datum, Format, Op, Unary};
use crate::ir::{BinaryOp, Const, Expr, Terminator};
use crate::java::classfile::{Arith, Kind, Test};

/// The places of the zeros.
const ZERO: i64 = 0;
const NEGATIVE_ZERO: i64 = -1;

/// The comparison of two numbers: which operands, and whether the result is 1 or (`!greater`) -1 where one is not a number.
#[derive(Clone, Debug)]
pub struct Compare {
    pub format: Format,
    pub greater: bool,
    pub a: Expr,
    pub b: Expr,
}

/// The format of a kind of numbers.
pub fn format(kind: Kind) -> Option<Format> {
    match kind {
        Kind::Float => Some(Format::Single),
        Kind::Double => Some(Format::Double),
        Kind::Int | Kind::Long | Kind::Ref => None,
    }
}

fn both(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Expr::Const(Const::Bool(true)), other) | (other, Expr::Const(Const::Bool(true))) => other,
        (Expr::Const(Const::Bool(false)), _) | (_, Expr::Const(Const::Bool(false))) => Expr::bool(false),
        (a, b) => Expr::binary(BinaryOp::And, a, b),
    }
}

fn either(a: Expr, b: Expr) -> Expr {
    both(a.negated(), b.negated()).negated()
}

/// A comparison of places.
fn holds(op: BinaryOp, a: &Expr, b: &Expr) -> Expr {
    ints::compared(op, a.clone(), b.clone())
}

fn is(a: &Expr, place: i64) -> Expr {
    holds(BinaryOp::Eq, a, &Expr::int(place))
}

/// Whether it is a number.
fn is_number(format: Format, a: &Expr) -> Expr {
    holds(BinaryOp::Ne, a, &Expr::int(format.nan()))
}

/// `a < b`
fn less(format: Format, a: &Expr, b: &Expr) -> Expr {
    let zeros = both(is(a, NEGATIVE_ZERO), is(b, ZERO));
    let ordered = match (ints::constant(a), ints::constant(b)) {
        // Below zero is below both.
        (_, Some(ZERO)) => holds(BinaryOp::Lt, a, &Expr::int(NEGATIVE_ZERO)),
        (Some(NEGATIVE_ZERO), _) => holds(BinaryOp::Lt, &Expr::int(ZERO), b),
        _ => both(holds(BinaryOp::Lt, a, b), zeros.negated()),
    };
    both(ordered, is_number(format, b))
}

/// `a <= b`
fn at_most(format: Format, a: &Expr, b: &Expr) -> Expr {
    let zeros = both(is(a, ZERO), is(b, NEGATIVE_ZERO));
    let ordered = match (ints::constant(a), ints::constant(b)) {
        (_, Some(NEGATIVE_ZERO)) => holds(BinaryOp::Le, a, &Expr::int(ZERO)),
        (Some(ZERO), _) => holds(BinaryOp::Le, &Expr::int(NEGATIVE_ZERO), b),
        _ => either(holds(BinaryOp::Le, a, b), zeros),
    };
    both(ordered, is_number(format, b))
}

/// `a == b`
fn equal(format: Format, a: &Expr, b: &Expr) -> Expr {
    let same = both(holds(BinaryOp::Eq, a, b), is_number(format, a));
    let zeros = |a, b| both(is(a, ZERO), is(b, NEGATIVE_ZERO));
    either(same, either(zeros(a, b), zeros(b, a)))
}

/// Whether the result of a comparison passes a test against 0.
pub fn tested(test: Test, Compare { format, greater, a, b }: &Compare) -> Expr {
    let format = *format;
    // Where one is not a number, the opposite comparison is false too.
    match (test, greater) {
        (Test::Eq, _) => equal(format, a, b),
        (Test::Ne, _) => equal(format, a, b).negated(),
        (Test::Lt, true) => less(format, a, b),
        (Test::Lt, false) => at_most(format, b, a).negated(),
        (Test::Le, true) => at_most(format, a, b),
        (Test::Le, false) => less(format, b, a).negated(),
        (Test::Gt, false) => less(format, b, a),
        (Test::Gt, true) => at_most(format, a, b).negated(),
        (Test::Ge, false) => at_most(format, b, a),
        (Test::Ge, true) => less(format, a, b).negated(),
    }
}

/// An operation, of constants at once.
fn operation(op: Op, operands: Vec<Expr>) -> Expr {
    let known: Option<Vec<i64>> = operands.iter().map(ints::constant).collect();
    match known.as_deref() {
        Some([a]) => Expr::int(op.apply(*a, 0)),
        Some([a, b]) => Expr::int(op.apply(*a, *b)),
        _ => Expr::Ieee(op, operands),
    }
}

impl Lowering<'_> {
    /// Pushes a constant.
    pub fn push_float(&mut self, value: impl Into<Datum>) {
        self.push(Expr::int(value.into().place));
    }

    /// `fadd` and its like.
    pub fn float_arith(&mut self, kind: Kind, format: Format, op: Arith) -> Result<(), Defect> {
        let (b, a) = (self.pop()?, self.pop()?);
        let op = match op {
            Arith::Add => Binary::Add,
            Arith::Sub => Binary::Sub,
            Arith::Mul => Binary::Mul,
            Arith::Div => Binary::Div,
            Arith::Rem => Binary::Rem,
        };
        self.push_typed(operation(Op::Binary(op, format), vec![a, b]), &Ty::any(kind));
        Ok(())
    }

    /// An operation on the number on top of the stack.
    pub fn float_unary(&mut self, op: Op, result: &Ty) -> Result<(), Defect> {
        let a = self.pop()?;
        self.push_typed(operation(op, vec![a]), result);
        Ok(())
    }

    /// `fneg` and `dneg`.
    pub fn float_negation(&mut self, kind: Kind, format: Format) -> Result<(), Defect> {
        self.float_unary(Op::Unary(Unary::Neg, format), &Ty::any(kind))
    }

    /// A conversion from or to a kind of floating point.
    pub fn float_conversion(&mut self, from: Kind, to: Kind) -> Result<(), Defect> {
        let op = match (format(from), format(to)) {
            (Some(_), Some(to)) => Op::To(to),
            (None, Some(to)) => Op::OfInt(to),
            (Some(from), None) => Op::ToInt(from, if to == Kind::Long { 64 } else { 32 }),
            (None, None) => return Err(Defect::new("a conversion between integers")),
        };
        self.float_unary(op, &Ty::any(to))
    }

    /// The bits of a number, as they are.
    pub fn raw_bits(&mut self, format: Format, args: Vec<Expr>) {
        let (known, other) = (self.new_block(), self.new_block());
        let Some(number) = args.first() else { return };
        self.end(Terminator::Branch { cond: is_number(format, number), then: known, other });
        self.continue_at(other);
        self.unsupported("the bits of NaN");
        self.continue_at(known);
        self.push(operation(Op::Unary(Unary::Bits, format), args));
    }

    /// `fcmpl` and its like. The operands are in several places of the condition.
    pub fn float_comparison(&mut self, kind: Kind, format: Format, greater: bool) -> Result<(), Defect> {
        let (b, a) = (self.pop()?, self.pop()?);
        let (a, b) = (self.atom(a, &Ty::any(kind)), self.atom(b, &Ty::any(kind)));
        self.stack.push(Value::CompareFloats(Compare { format, greater, a, b }));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a condition over constants.
    fn known(cond: &Expr) -> bool {
        match cond {
            Expr::Const(Const::Bool(known)) => *known,
            other => panic!("{other:?} is not constant"),
        }
    }

    #[test]
    fn comparisons_are_those_of_the_machine() {
        let numbers = [0.0, -0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324, -5e-324];
        for (x, y) in numbers.iter().flat_map(|x| numbers.iter().map(move |y| (*x, *y))) {
            for greater in [false, true] {
                let [a, b] = [x, y].map(|n| Expr::int(Datum::from(n).place));
                let compare = Compare { format: Format::Double, greater, a, b };
                let result = x.partial_cmp(&y).map_or(if greater { 1 } else { -1 }, |order| order as i32);
                let tests = [
                    (Test::Eq, result == 0),
                    (Test::Ne, result != 0),
                    (Test::Lt, result < 0),
                    (Test::Le, result <= 0),
                    (Test::Gt, result > 0),
                    (Test::Ge, result >= 0),
                ];
                for (test, wanted) in tests {
                    assert_eq!(known(&tested(test, &compare)), wanted, "{x} {y} {greater} {test:?}");
                }
            }
        }
    }
}
