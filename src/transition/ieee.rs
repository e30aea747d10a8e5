//! Operations on floating-point numbers.
//!
//! ```text
//!   eval(φ, op(x))    = { (g∧[x in piece], c·t + d) | (g,t) ∈ eval(φ, x) }        of an operation that is made of linear functions
//!   eval(φ, op(x, y)) = { (g∧h, op(t, u)) | (g,t) ∈ eval(φ, x), (h,u) ∈ eval(φ, y) }                                    of others
//! ```
//!
//! So the results of constants are constants, pair by pair, and those of symbols are bases that only the solver looks into.

use super::{Machine, Step};
use crate::guard::{Guard, Logic};
use crate::ieee::{Op, Piece};
use crate::ir::Expr;
use crate::num::Num;
use crate::summary::{Summary, Value};
use crate::term::TermId;
use num_bigint::BigInt;

/// What reports call code that needs the digits of numbers that are not known.
const UNKNOWN_DIGITS: &str = "the digits of an unknown number with a point";

/// The linear functions of a number that has some values within a guard: a case for each interval.
fn pieced(lx: &mut Logic, g: Guard, pieces: &[Piece], t: TermId) -> Summary {
    let (mut pairs, mut rest) = (Vec::new(), g);
    for (i, piece) in pieces.iter().enumerate() {
        let below = if i + 1 == pieces.len() {
            Guard::TRUE
        } else {
            let last = lx.terms.constant(piece.last);
            lx.le(t, last)
        };
        let here = lx.and(rest, below);
        if !here.is_false() {
            let scaled = lx.terms.scale(t, &Num::from(piece.factor));
            let constant = lx.terms.constant(Num::from(BigInt::from(piece.constant)));
            pairs.push((here, Value::Num(lx.terms.add(scaled, constant))));
        }
        rest = lx.and_not(rest, below);
    }
    Summary::from_pairs(lx, pairs)
}

impl<'p> Machine<'p> {
    /// A number where it is known. Other paths end.
    pub(super) fn where_known(&mut self, step: &mut Step<'p, '_>, phi: Guard, number: &Expr) -> (Summary, Guard) {
        let (value, phi) = self.eval_pinned(step, phi, number);
        let value = self.resolved(phi, value);
        let known = value.when(&mut self.logic, phi, |lx, v| {
            Guard::from_bool(!matches!(v, Value::Num(t) if lx.terms.as_const(t).is_none()))
        });
        let unknown = self.logic.and_not(phi, known);
        self.unsupported(step, unknown, UNKNOWN_DIGITS);
        (value.restrict(&mut self.logic, known), known)
    }

    /// An operation of one or two numbers.
    pub(super) fn ieee(&mut self, phi: Guard, op: Op, operands: &[Summary]) -> Summary {
        let lx = &mut self.logic;
        match (operands, op.pieces()) {
            ([a], Some(pieces)) => a.bind(lx, phi, |lx, v, g| match v {
                Value::Num(t) if lx.terms.as_const(t).is_some() => {
                    let result = lx.terms.ieee(op, &[t]);
                    Summary::guarded(lx, g, Value::Num(result))
                }
                Value::Num(t) => pieced(lx, g, &pieces, t),
                other => Summary::guarded(lx, g, other),
            }),
            ([a], None) => a.map_numbers(lx, phi, |lx, t| lx.terms.ieee(op, &[t])),
            ([a, b], _) => a.map2(lx, phi, b, |lx, v, w| match (v, w) {
                (Value::Num(v), Value::Num(w)) => Value::Num(lx.terms.ieee(op, &[v, w])),
                _ => Value::Missing,
            }),
            _ => unreachable!("an operation has one or two operands"),
        }
    }
}
