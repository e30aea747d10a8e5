//! Floating point. What is computed from constants alone is computed here. Everything else is unsupported: numbers of the
//! IR are exact. They hold the finite numbers of both kinds but for the negative zero.

use super::Defect;
use super::build::Lowering;
use super::types::Ty;
use crate::ir::{Const, Expr};
use crate::java::classfile::{Arith, Kind};
use crate::num::Num;
use num_rational::BigRational;
use num_traits::ToPrimitive;

impl Lowering<'_> {
    /// Pushes a number of a kind, if there is such a number.
    pub fn push_float(&mut self, value: f64, op: &str) {
        match BigRational::from_float(value) {
            Some(ratio) if value != 0.0 || value.is_sign_positive() => {
                self.push(Expr::Const(Const::Num(Num::from_ratio(ratio))));
            }
            _ => self.unsupported(format!("{op}: the result {value}")),
        }
    }

    /// An operation on two numbers.
    pub fn float_arith(&mut self, kind: Kind, op: Arith) -> Result<(), Defect> {
        let name = format!("{}{}", kind.letter(), format!("{op:?}").to_lowercase());
        let (b, a) = (self.pop()?, self.pop()?);
        let (Some(a), Some(b)) = (float(&a), float(&b)) else {
            self.unsupported(name);
            return Ok(());
        };
        let result = if kind == Kind::Float { f64::from(operate(op, a as f32, b as f32)) } else { operate(op, a, b) };
        self.push_float(result, &name);
        Ok(())
    }

    /// The negation of a number.
    pub fn float_negation(&mut self, kind: Kind) -> Result<(), Defect> {
        let value = self.pop()?;
        match float(&value) {
            Some(value) => self.push_float(-value, &format!("{}neg", kind.letter())),
            None => self.unsupported(format!("{}neg", kind.letter())),
        }
        Ok(())
    }

    /// A conversion from or to a kind of floating point.
    pub fn float_conversion(&mut self, from: Kind, to: Kind) -> Result<(), Defect> {
        let name = format!("{}2{}", from.letter(), to.letter());
        let value = self.pop()?;
        let exact = super::ints::constant(&value);
        match (from, to, float(&value)) {
            (Kind::Float, Kind::Double, _) => self.push(value),
            // A cast of the language rounds as the machine does, and ends at the bounds of the type.
            (Kind::Float | Kind::Double, Kind::Int, Some(value)) => self.push(Expr::int((value as i32).into())),
            (Kind::Float | Kind::Double, Kind::Long, Some(value)) => self.push(Expr::int(value as i64)),
            (Kind::Double, Kind::Float, Some(value)) => self.push_float((value as f32).into(), &name),
            (Kind::Int | Kind::Long, Kind::Float, _) if let Some(n) = exact => {
                self.push_float((n as f32).into(), &name)
            }
            (Kind::Int | Kind::Long, Kind::Double, _) if let Some(n) = exact => self.push_float(n as f64, &name),
            _ => self.unsupported(name),
        }
        Ok(())
    }

    /// How two numbers compare.
    pub fn float_comparison(&mut self, kind: Kind, greater: bool) -> Result<(), Defect> {
        let (b, a) = (self.pop()?, self.pop()?);
        match (float(&a), float(&b)) {
            (Some(a), Some(b)) => self.push(Expr::int(i64::from(a > b) - i64::from(a < b))),
            _ => self.unsupported(format!("{}cmp{}", kind.letter(), if greater { 'g' } else { 'l' })),
        }
        Ok(())
    }
}

/// Whether values of a type are no exact numbers.
pub fn is_float(ty: &Ty) -> bool {
    matches!(ty, Ty::Float | Ty::Double)
}

/// The value of a constant.
fn float(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Const(Const::Num(n)) => n.to_ratio().to_f64(),
        _ => None,
    }
}

fn operate<T>(op: Arith, a: T, b: T) -> T
where
    T: std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>
        + std::ops::Rem<Output = T>,
{
    match op {
        Arith::Add => a + b,
        Arith::Sub => a - b,
        Arith::Mul => a * b,
        Arith::Div => a / b,
        Arith::Rem => a % b,
    }
}
