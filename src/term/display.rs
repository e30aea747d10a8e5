//! Terms in source notation.

use super::{Linear, Term, TermId, Terms};
use crate::num::Num;
use std::fmt::Write;

/// Longer texts are cut: a shared term can be exponentially longer than its nodes.
const LENGTH: usize = 2_000;
/// Deeper operands are left out.
const DEPTH: u32 = 50;

impl Terms {
    /// The term in source notation, with the names of the inputs. Very large terms have ellipses in them.
    pub fn display(&self, t: TermId) -> String {
        let mut out = String::new();
        self.write(&mut out, t, 0);
        out
    }

    fn write(&self, out: &mut String, t: TermId, depth: u32) {
        if depth > DEPTH || out.len() > LENGTH {
            out.push('…');
            return;
        }
        match self.node(t) {
            Term::Const(value) => {
                let _ = write!(out, "{value}");
            }
            Term::Input(id) => out.push_str(&self.info(*id).name),
            Term::Linear(linear) => self.write_linear(out, linear, depth),
            Term::Mul(a, b) => self.write_binary(out, *a, " * ", *b, depth),
            Term::DivEuclid(a, b) | Term::DivExact(a, b) => self.write_binary(out, *a, " / ", *b, depth),
            Term::RemEuclid(a, b) => self.write_binary(out, *a, " % ", *b, depth),
        }
    }

    fn write_linear(&self, out: &mut String, linear: &Linear, depth: u32) {
        let mut first = true;
        let mut sign = |out: &mut String, negative: bool| {
            out.push_str(match (std::mem::take(&mut first), negative) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            });
        };
        for (base, c) in &linear.terms {
            if out.len() > LENGTH {
                out.push_str(" + …");
                return;
            }
            sign(out, c.is_negative());
            let magnitude = c.abs();
            if magnitude == Num::ONE {
                self.write_operand(out, *base, depth, false);
            } else {
                let _ = write!(out, "{magnitude} * ");
                self.write_operand(out, *base, depth, true);
            }
        }
        if !linear.constant.is_zero() {
            sign(out, linear.constant.is_negative());
            let _ = write!(out, "{}", linear.constant.abs());
        }
    }

    fn write_binary(&self, out: &mut String, a: TermId, operator: &str, b: TermId, depth: u32) {
        self.write_operand(out, a, depth, true);
        out.push_str(operator);
        self.write_operand(out, b, depth, true);
    }

    fn write_operand(&self, out: &mut String, t: TermId, depth: u32, parentheses: bool) {
        let atomic = match self.node(t) {
            Term::Const(value) => !value.is_negative() && value.is_integer(),
            Term::Input(_) => true,
            _ => false,
        };
        if atomic || !parentheses {
            self.write(out, t, depth + 1);
        } else {
            out.push('(');
            self.write(out, t, depth + 1);
            out.push(')');
        }
    }
}
