//! Jumps and switches.

use super::Defect;
use super::build::{Lowering, Value};
use super::graph::Number;
use super::types::Ty;
use super::{floats, ints};
use crate::ir::{BinaryOp, Const, Expr, Terminator};
use crate::java::classfile::{Invoke, MemberRef, Pc, Test};
use std::collections::BTreeMap;

/// The comparison of two numbers.
fn compared(test: Test, a: Expr, b: Expr) -> Expr {
    let op = match test {
        Test::Eq => BinaryOp::Eq,
        Test::Ne => BinaryOp::Ne,
        Test::Lt => BinaryOp::Lt,
        Test::Ge => BinaryOp::Ge,
        Test::Gt => BinaryOp::Gt,
        Test::Le => BinaryOp::Le,
    };
    ints::compared(op, a, b)
}

impl Lowering<'_> {
    /// `ifeq` and its like.
    pub fn if_zero(&mut self, test: Test, to: Pc, i: usize) -> Result<(), Defect> {
        let cond = match (self.pop_value()?, test) {
            (Value::Truth(cond), Test::Ne) => cond,
            (Value::Truth(cond), Test::Eq) => cond.negated(),
            (Value::Compare(a, b), test) => compared(test, a, b),
            (Value::CompareFloats(compare), test) => floats::tested(test, &compare),
            (value, test) => {
                let value = self.plain(value);
                compared(test, value, Expr::int(0))
            }
        };
        self.branch(cond, to, i)
    }

    /// `if_icmpeq` and its like.
    pub fn if_compare(&mut self, test: Test, to: Pc, i: usize) -> Result<(), Defect> {
        let (b, a) = (self.pop()?, self.pop()?);
        self.branch(compared(test, a, b), to, i)
    }

    /// `if_acmpeq`, `if_acmpne`.
    pub fn if_same(&mut self, is_equal: bool, to: Pc, i: usize) -> Result<(), Defect> {
        let types = [self.top_ty(0), self.top_ty(1)];
        if self.link.compares_values() && types.iter().all(Ty::may_be_shared) {
            if types.iter().any(Ty::is_text) {
                self.link.note_texts();
            }
            let same = MemberRef::new("java/lang/Identity", "same", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
            // Its result is not what the next instruction would drop.
            let nothing = self.code.ops.len();
            self.invoke(Invoke::Static, &same, nothing)?;
            return self.if_zero(if is_equal { Test::Ne } else { Test::Eq }, to, i);
        }
        let (b, a) = (self.pop()?, self.pop()?);
        self.branch(is_same(is_equal, a, b), to, i)
    }

    /// `ifnull`, `ifnonnull`.
    pub fn if_null(&mut self, null: bool, to: Pc, i: usize) -> Result<(), Defect> {
        let value = self.pop()?;
        let is_fresh = matches!(&value, Expr::Local(local) if self.fresh.contains(local));
        let cond = if is_fresh { Expr::bool(!null) } else { is_same(null, value, Expr::Const(Const::Null)) };
        self.branch(cond, to, i)
    }

    /// Goes to a place where the condition is true, else to the next instruction.
    fn branch(&mut self, cond: Expr, to: Pc, i: usize) -> Result<(), Defect> {
        let next = self.code.ops.get(i + 1).ok_or_else(|| Defect::new("control falls off the end of the code"))?.0;
        let known = match cond {
            Expr::Const(Const::Bool(known)) => Some(known),
            _ if to == next => Some(true),
            _ => None,
        };
        let (then, other) = (self.graph.at(to), self.graph.at(next));
        if let Some(known) = known {
            self.go_to(if known { then } else { other });
            return Ok(());
        }
        let mut cond = cond;
        self.flush(&[then, other], &mut [&mut cond]);
        let (then, other) = (self.entry_of(then), self.entry_of(other));
        self.end(Terminator::Branch { cond, then, other });
        Ok(())
    }

    /// A switch: a binary search for the interval of values that leads to one place.
    pub fn switch(&mut self, default: Pc, cases: &[(i32, Pc)], i: usize) -> Result<(), Defect> {
        if let Some(texts) = i.checked_sub(1).and_then(|before| self.text_cases(before)) {
            return self.switch_text(default, texts);
        }
        let key = self.pop()?;
        let cases = &match self.enum_switches.get(&i) {
            Some(numbers) => {
                let found = cases.iter().filter_map(|(case, to)| Some((*numbers.get(case)?, *to)));
                found.collect::<BTreeMap<i32, Pc>>().into_iter().collect()
            }
            None => cases.to_vec(),
        };
        if let Some(known) = ints::constant(&key) {
            let to = cases.iter().find(|(value, _)| i64::from(*value) == known).map_or(default, |(_, to)| *to);
            self.go_to(self.graph.at(to));
            return Ok(());
        }
        let mut key = self.atom(key, &Ty::INT);
        if let Expr::Local(local) = key
            && self.is_spot(local)
        {
            key = Expr::Local(self.kept(key, &Ty::INT));
        }
        let intervals = intervals(default, cases);
        let nexts: Vec<Number> = intervals.iter().map(|(_, to)| self.graph.at(*to)).collect();
        self.flush(&nexts, &mut []);
        self.search(&key, &intervals);
        Ok(())
    }

    /// Finds the interval that has the key. They are in order, and cover all integers.
    fn search(&mut self, key: &Expr, intervals: &[(i64, Pc)]) {
        if let [(_, to)] = intervals {
            let to = self.entry_of(self.graph.at(*to));
            self.end(Terminator::Goto(to));
            return;
        }
        let (op, with, low, high) = match intervals {
            // One value between two intervals that lead to one place is a question of equality.
            [(before, a), (only, _), (_, c)] if a == c && *only == before + 1 => {
                (BinaryOp::Eq, *only, &intervals[1..2], &intervals[..1])
            }
            _ => {
                let (low, high) = intervals.split_at(intervals.len() / 2);
                (BinaryOp::Le, low[low.len() - 1].0, low, high)
            }
        };
        let (then, other) = (self.new_block(), self.new_block());
        self.end(Terminator::Branch { cond: Expr::binary(op, key.clone(), Expr::int(with)), then, other });
        for (block, part) in [(then, low), (other, high)] {
            self.continue_at(block);
            self.search(key, part);
        }
    }
}

/// Whether two references are the same, or (`!same`) are not.
fn is_same(same: bool, a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        (Expr::Const(Const::Null), Expr::Const(Const::Null)) => Expr::bool(same),
        _ => Expr::binary(if same { BinaryOp::Eq } else { BinaryOp::Ne }, a, b),
    }
}

/// The intervals of integers that lead to one place each: the last integer, and the place.
fn intervals(default: Pc, cases: &[(i32, Pc)]) -> Vec<(i64, Pc)> {
    let mut intervals: Vec<(i64, Pc)> = Vec::new();
    let mut next = i64::from(i32::MIN);
    let mut add = |last: i64, to: Pc| match intervals.last_mut() {
        Some((end, same)) if *same == to => *end = last,
        _ => intervals.push((last, to)),
    };
    for &(value, to) in cases {
        let value = i64::from(value);
        if value > next {
            add(value - 1, default);
        }
        add(value, to);
        next = value + 1;
    }
    if next <= i64::from(i32::MAX) {
        add(i32::MAX.into(), default);
    }
    intervals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_cover_all_integers() {
        let max = i64::from(i32::MAX);
        assert_eq!(intervals(9, &[]), [(max, 9)]);
        assert_eq!(intervals(9, &[(1, 5), (2, 5), (3, 9), (7, 6)]), [(0, 9), (2, 5), (6, 9), (7, 6), (max, 9)]);
        assert_eq!(intervals(9, &[(i32::MIN, 1), (i32::MAX, 2)]), [(i64::from(i32::MIN), 1), (max - 1, 9), (max, 2)]);
    }
}
