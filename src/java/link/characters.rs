//! Methods about one `char`, whose results are in a table.
//!
//! A line of the table has the name of a method of `java.lang.Character`, a result, and the characters that have it, as ranges of
//! hexadecimal numbers. The result of others is 0. `make models` asks a JDK 17 for the table.
//!
//! The characters of a line are one condition. So merge mode has one guard for each result, and path mode one path.

use super::Linker;
use super::code::Code;
use crate::ir::{BinaryOp, Expr, Method};
use std::ops::RangeInclusive;

const TABLE: &str = include_str!("../models/characters.txt");

/// The last character of Latin-1. Most characters are in it, and have few ranges there.
const LATIN: i64 = 0xff;

/// Characters with the same result.
struct Line {
    result: i64,
    ranges: Vec<RangeInclusive<i64>>,
}

/// The name of a method in the table.
pub(super) fn in_table(name: &str) -> Option<&'static str> {
    TABLE.lines().filter_map(|line| line.split(' ').next()).find(|known| *known == name)
}

/// The lines of a method. Those with few ranges come first: what is left of the paths is simple for long.
fn lines(name: &str) -> Vec<Line> {
    let lines = TABLE.lines().filter_map(move |line| {
        let mut words = line.split(' ');
        (words.next()? == name).then_some(())?;
        let result = words.next()?.parse().ok()?;
        let number = |hexadecimal: &str| i64::from_str_radix(hexadecimal, 16).ok();
        let ranges = words.filter_map(|range| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            Some(number(first)?..=number(last)?)
        });
        Some(Line { result, ranges: ranges.collect() })
    });
    let mut lines: Vec<Line> = lines.collect();
    lines.sort_by_key(|line| line.ranges.len());
    lines
}

impl Linker<'_> {
    /// Gives a method its results.
    pub(super) fn character(&self, name: &str, bare: Method) -> Method {
        let unit = Expr::Local(bare.formals[0]);
        let mut code = self.code_of(bare);
        let beyond = code.branch(Expr::binary(BinaryOp::Le, unit.clone(), Expr::int(LATIN)));
        let lines = lines(name);
        give_results(&mut code, &unit, &lines, |range| *range.start() <= LATIN);
        code.switch(beyond);
        give_results(&mut code, &unit, &lines, |range| *range.end() > LATIN);
        code.finish()
    }
}

/// Returns the results of the characters in some of the ranges.
fn give_results(code: &mut Code, unit: &Expr, lines: &[Line], concerns: impl Fn(&RangeInclusive<i64>) -> bool) {
    for line in lines {
        let ranges: Vec<_> = line.ranges.iter().filter(|range| concerns(range)).cloned().collect();
        let Some(cond) = within(unit, &ranges) else { continue };
        code.give_where(cond, Expr::int(line.result));
    }
    code.give(Expr::int(0));
}

/// Whether a number is in one of the ranges; nothing if there are none. Each half is only asked about numbers near it, so a known
/// number is compared a few times.
fn within(number: &Expr, ranges: &[RangeInclusive<i64>]) -> Option<Expr> {
    let compared = |op, with: i64| Expr::binary(op, number.clone(), Expr::int(with));
    match ranges {
        [] => None,
        [one] if one.start() == one.end() => Some(compared(BinaryOp::Eq, *one.start())),
        [one] => {
            let (first, last) = (compared(BinaryOp::Ge, *one.start()), compared(BinaryOp::Le, *one.end()));
            Some(Expr::binary(BinaryOp::And, first, last))
        }
        _ => {
            let (low, high) = ranges.split_at(ranges.len() / 2);
            let middle = *high.first()?.start();
            let below = Expr::binary(BinaryOp::And, compared(BinaryOp::Lt, middle), within(number, low)?);
            let above = Expr::binary(BinaryOp::And, compared(BinaryOp::Ge, middle), within(number, high)?);
            Some(Expr::binary(BinaryOp::Or, below, above))
        }
    }
}
