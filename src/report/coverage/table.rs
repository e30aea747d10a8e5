//! The table of what is covered, for people.

use super::{Covered, CoveredMethod};
use crate::report::style::Style;
use std::fmt::Write;

/// Most lines without coverage that are listed of one method.
const LINES: usize = 12;

/// The table, ended by a line break.
pub fn table(covered: &Covered, style: Style) -> String {
    let cells = |m: &CoveredMethod| [m.method.clone(), m.blocks.to_string(), m.branches.to_string()];
    let total = ["total".to_owned(), covered.blocks.to_string(), covered.branches.to_string()];
    let head = ["coverage", "blocks", "branches"].map(str::to_owned);
    let rows: Vec<[String; 3]> = covered.methods.iter().map(cells).chain([total]).collect();
    let width = |i: usize| rows.iter().chain([&head]).map(|r| r[i].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let padded = |cells: &[String; 3]| {
        let [a, b, c] = cells;
        format!("{a:<0$}  {b:>1$}  {c:>2$}", widths[0], widths[1], widths[2])
    };
    let mut out = format!("{}\n", style.head(&padded(&head)));
    for (i, row) in rows.iter().enumerate() {
        let missed = covered.methods.get(i).map_or(&[][..], |m| &m.uncovered_lines);
        let listed: Vec<String> = missed.iter().take(LINES).map(u32::to_string).collect();
        let more = if missed.len() > LINES { ", …" } else { "" };
        let missed = if missed.is_empty() { String::new() } else { format!("  not line {}{more}", listed.join(", ")) };
        writeln!(out, "{}{missed}", padded(row)).expect("a string takes everything");
    }
    out
}
