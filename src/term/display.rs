//! Terms in source notation.

use super::{Linear, Term, TermId, Terms};
use crate::num::Num;
use std::fmt::Write;

impl Terms {
    /// The term in source notation, with the names of the inputs.
    pub fn display(&self, t: TermId) -> String {
        let mut out = String::new();
        self.write(&mut out, t);
        out
    }

    fn write(&self, out: &mut String, t: TermId) {
        match self.node(t) {
            Term::Const(value) => {
                let _ = write!(out, "{value}");
            }
            Term::Input(id) => out.push_str(&self.info(*id).name),
            Term::Linear(linear) => self.write_linear(out, linear),
            Term::Mul(a, b) => self.write_binary(out, *a, " * ", *b),
            Term::DivEuclid(a, b) | Term::DivExact(a, b) => self.write_binary(out, *a, " / ", *b),
            Term::RemEuclid(a, b) => self.write_binary(out, *a, " % ", *b),
            Term::Wrap(width, a) => {
                let _ = write!(out, "{width}(");
                self.write(out, *a);
                out.push(')');
            }
            Term::Bits(bits) => self.write_binary(out, bits.a, &format!(" {} ", bits.op.symbol()), bits.b),
            Term::Ieee(op, operands) => {
                let _ = write!(out, "{op}(");
                for (i, operand) in operands.iter().enumerate() {
                    out.push_str(if i == 0 { "" } else { ", " });
                    self.write(out, *operand);
                }
                out.push(')');
            }
            // Written as a tree, a shared term can be exponentially large.
            Term::Ite(_) => {
                let _ = write!(out, "${}", t.0);
            }
        }
    }

    fn write_linear(&self, out: &mut String, linear: &Linear) {
        let mut first = true;
        let mut sign = |out: &mut String, negative: bool| {
            out.push_str(match (std::mem::take(&mut first), negative) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            });
        };
        // A programmer writes `b - a`, not `-a + b`.
        let (negative, positive): (Vec<_>, Vec<_>) = linear.terms.iter().partition(|(_, c)| c.is_negative());
        for (base, c) in positive.into_iter().chain(negative) {
            sign(out, c.is_negative());
            let magnitude = c.abs();
            if magnitude == Num::ONE {
                self.write(out, *base);
            } else {
                let _ = write!(out, "{magnitude} * ");
                self.write_operand(out, *base);
            }
        }
        if !linear.constant.is_zero() {
            sign(out, linear.constant.is_negative());
            let _ = write!(out, "{}", linear.constant.abs());
        }
    }

    fn write_binary(&self, out: &mut String, a: TermId, operator: &str, b: TermId) {
        self.write_operand(out, a);
        out.push_str(operator);
        self.write_operand(out, b);
    }

    fn write_operand(&self, out: &mut String, t: TermId) {
        let atomic = match self.node(t) {
            Term::Const(value) => !value.is_negative() && value.is_integer(),
            Term::Input(_) | Term::Ite(_) | Term::Wrap(..) | Term::Ieee(..) => true,
            _ => false,
        };
        if atomic {
            self.write(out, t);
        } else {
            out.push('(');
            self.write(out, t);
            out.push(')');
        }
    }
}
