//! Expressions over numbers with a point.

use super::Maker;
use super::exprs::{COMPARISONS, from_outside};
use super::types::Type;

const ARITHMETIC: [&str; 5] = ["+", "-", "*", "/", "%"];
const LITERALS: [&str; 10] =
    ["0.0", "1.0", "-0.0", "0.1", "-2.5", "1e17", "Double.MAX_VALUE", "Float.MIN_VALUE", "1 / 0.0", "0.0 / 0"];

impl Maker<'_> {
    /// An expression of a type with a point.
    pub fn floating(&mut self, ty: Type, depth: u32) -> String {
        let kinds = if depth == 0 { 4 } else { 15 };
        let depth = depth.saturating_sub(1);
        let made = match self.choices.below(kinds) {
            0 => None,
            1..=3 => self.variable(ty, false),
            4..=6 => {
                let (left, op) = (self.floating(ty, depth), self.choices.of(&ARITHMETIC));
                let right = self.choices.of(&[ty, Type::Float, Type::Int, Type::Long]);
                Some(format!("(({}) ({left} {op} {}))", ty.name(), self.value(right, depth)))
            }
            7 => {
                let from = self.choices.of(&[Type::Double, Type::Float, Type::Int, Type::Long, Type::Byte]);
                Some(format!("(({}) {})", ty.name(), self.value(from, depth)))
            }
            8 => Some(format!("(- {})", self.floating(ty, depth))),
            9 => self.location(ty, depth).map(|to| format!("({to} = {})", self.floating(ty, depth))),
            10 => {
                let (condition, one) = (self.condition(depth), self.floating(ty, depth));
                Some(format!("({condition} ? {one} : {})", self.floating(ty, depth)))
            }
            11 => self.call(ty, depth).or_else(|| self.element(ty, depth)),
            12 => {
                let name = self.choices.of(&["abs", "sqrt", "floor", "rint"]);
                Some(format!("(({}) Math.{name}({}))", ty.name(), self.floating(Type::Double, depth)))
            }
            13 => {
                let (base, times) = (self.number(Type::Int, depth), self.number(Type::Int, depth));
                Some(format!("(({}) Math.pow({base} % 9, {times} & 7))", ty.name()))
            }
            _ => Some(from_outside(ty).to_owned()),
        };
        made.unwrap_or_else(|| format!("(({}) ({}))", ty.name(), self.choices.of(&LITERALS)))
    }

    /// An integer made of a number with a point.
    pub fn of_floating(&mut self, ty: Type, depth: u32) -> String {
        let from = self.choices.of(&Type::FLOATING);
        let number = self.floating(from, depth);
        match ty {
            Type::Long if self.choices.one_in(2) => format!("Double.doubleToLongBits({number})"),
            _ => format!("(({}) {number})", ty.name()),
        }
    }

    /// A comparison of numbers of which at least one has a point.
    pub fn compared(&mut self, depth: u32) -> String {
        let (one, other) = (self.choices.of(&Type::FLOATING), self.choices.of(&[Type::Double, Type::Float, Type::Int]));
        let (one, op) = (self.floating(one, depth), self.choices.of(&COMPARISONS));
        format!("({one} {op} {})", self.value(other, depth))
    }
}
