//! Floating point. Numbers of the IR are exact, so what computes is unsupported. Values are only carried: the IR holds the
//! finite numbers but for the negative zero.

use super::Defect;
use super::build::Lowering;
use crate::ir::{Const, Expr};
use crate::java::classfile::Kind;
use crate::num::Num;
use num_rational::BigRational;

impl Lowering<'_> {
    /// Pushes a constant, if there is such a number.
    pub fn push_float(&mut self, value: f64) {
        match BigRational::from_float(value) {
            Some(ratio) if value != 0.0 || value.is_sign_positive() => {
                self.push(Expr::Const(Const::Num(Num::from_ratio(ratio))));
            }
            _ => self.unsupported(format!("the constant {value:?}")),
        }
    }

    /// A conversion from or to a kind of floating point.
    pub fn float_conversion(&mut self, from: Kind, to: Kind) -> Result<(), Defect> {
        let value = self.pop()?;
        match (from, to) {
            // Each number of the narrow kind is one of the wide kind.
            (Kind::Float, Kind::Double) => self.push(value),
            _ => self.unsupported(format!("{}2{}", from.letter(), to.letter())),
        }
        Ok(())
    }
}
