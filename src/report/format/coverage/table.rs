//! The table of coverage, for people.

use crate::report::format::style::{Style, columns};
use crate::report::model::coverage::{Covered, CoveredMethod};
use std::fmt::Write;
use std::iter::once;

/// Most lines without coverage that are listed for one method.
const LINES: usize = 12;

/// The table, ended by a line break.
pub fn table(covered: &Covered, style: Style) -> String {
    let cells = |m: &CoveredMethod| [m.method.clone(), m.blocks.to_string(), m.branches.to_string()];
    let total = ["total".to_owned(), covered.blocks.to_string(), covered.branches.to_string()];
    let rows: Vec<[String; 3]> = covered.methods.iter().map(cells).chain([total]).collect();
    // The rows of the heads and of the total list no lines.
    let missed = once(&[][..]).chain(covered.methods.iter().map(|m| &m.uncovered_lines[..])).chain(once(&[][..]));
    let mut out = String::new();
    for (line, missed) in columns(["coverage", "blocks", "branches"], &rows, 1, style).zip(missed) {
        let listed: Vec<String> = missed.iter().take(LINES).map(u32::to_string).collect();
        let more = if missed.len() > LINES { ", …" } else { "" };
        let missed = if missed.is_empty() { String::new() } else { format!("  not line {}{more}", listed.join(", ")) };
        writeln!(out, "{line}{missed}").expect("a string takes everything");
    }
    out
}
