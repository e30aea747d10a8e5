//! What an exploration covers: a table per method, the JSON form, and a tracefile in the format of lcov.
//!
//! A line counts as covered when a block is that has a part of it. Branches are the sides of two-way branches and the
//! targets of dispatched calls.

use super::style::Style;
use crate::explore::coverage::Coverage;
use crate::ir::{Goal, MethodId, Program};
use crate::source::Sources;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Most lines without coverage that are listed of one method.
const LINES: usize = 12;

/// How much is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// How many are covered.
    pub covered: usize,
    /// Of how many.
    pub total: usize,
}

impl Share {
    fn of((covered, total): (usize, usize)) -> Self {
        Self { covered, total }
    }

    /// In whole per cent, rounded down; all of nothing is everything.
    pub fn percent(self) -> usize {
        (100 * self.covered).checked_div(self.total).unwrap_or(100)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{} ({} %)", self.covered, self.total, self.percent())
    }
}

/// Coverage as it is serialised.
#[derive(Debug, Serialize)]
pub struct Covered {
    /// Basic blocks.
    pub blocks: Share,
    /// Sides of branches and targets of dispatched calls.
    pub branches: Share,
    /// By method, in the order of the text.
    pub methods: Vec<CoveredMethod>,
}

/// The coverage of one method.
#[derive(Debug, Serialize)]
pub struct CoveredMethod {
    /// `Class.method`
    pub method: String,
    /// The line of its name.
    pub line: u32,
    /// Basic blocks.
    pub blocks: Share,
    /// Sides of branches and targets of dispatched calls.
    pub branches: Share,
    /// The lines of which nothing is covered.
    pub uncovered_lines: Vec<u32>,
}

/// Coverage in the form that is serialised.
pub fn covered(program: &Program, source: &Sources, coverage: &Coverage) -> Covered {
    let method = |id: MethodId| {
        let part = coverage.of(id);
        CoveredMethod {
            method: program.entry_name(id),
            line: source.line(program.methods[id].span),
            blocks: Share::of(part.blocks()),
            branches: Share::of(part.branches()),
            uncovered_lines: lines(program, &part).into_iter().filter(|(_, hit)| !hit).map(|(line, _)| line).collect(),
        }
    };
    let mut methods: Vec<MethodId> = coverage.methods().into_iter().collect();
    methods.sort_by_key(|m| program.methods[*m].span);
    Covered {
        blocks: Share::of(coverage.blocks()),
        branches: Share::of(coverage.branches()),
        methods: methods.into_iter().map(method).collect(),
    }
}

/// The table, ended by a line break.
pub fn table(program: &Program, source: &Sources, coverage: &Coverage, style: Style) -> String {
    let covered = covered(program, source, coverage);
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

/// The lines that blocks have a part of, with whether one of those is covered.
fn lines(program: &Program, coverage: &Coverage) -> BTreeMap<u32, bool> {
    let mut lines = BTreeMap::new();
    for goal in coverage.goals.iter().filter(|g| matches!(g, Goal::Block(..))) {
        let block = &program.methods[goal.method()].blocks[goal.block()];
        for line in block.instrs.iter().map(|i| i.line).chain([block.line]).filter(|l| *l != 0) {
            *lines.entry(line).or_insert(false) |= coverage.reached.contains(goal);
        }
    }
    lines
}

/// A tracefile in the format of lcov.
pub fn lcov(program: &Program, source: &Sources, coverage: &Coverage) -> String {
    let mut out = format!("TN:\nSF:{}\n", source.main().name);
    let mut line = |text: String| {
        out += &text;
        out.push('\n');
    };
    let mut methods: Vec<MethodId> = coverage.methods().into_iter().collect();
    methods.sort_by_key(|m| program.methods[*m].span);
    for &id in &methods {
        line(format!("FN:{},{}", source.line(program.methods[id].span), program.entry_name(id)));
    }
    let hit = |id: &&MethodId| coverage.reached.contains(&Goal::Block(**id, program.methods[**id].entry));
    for id in &methods {
        line(format!("FNDA:{},{}", u8::from(hit(&id)), program.entry_name(*id)));
    }
    line(format!("FNF:{}\nFNH:{}", methods.len(), methods.iter().filter(hit).count()));
    // Branches of one line are told apart by the numbers of their method and block.
    let branches: BTreeSet<(u32, Goal)> =
        (coverage.goals.iter()).filter(|g| matches!(g, Goal::Branch(..))).map(|g| (line_of(program, *g), *g)).collect();
    let mut number = 0;
    let mut before: Option<Goal> = None;
    for (at, goal) in &branches {
        let same = before.is_some_and(|b| (b.method(), b.block()) == (goal.method(), goal.block()));
        number = if same { number + 1 } else { 0 };
        before = Some(*goal);
        let block = format!("{}", goal.method().0 * 10_000 + goal.block().0);
        let started = coverage.reached.contains(&Goal::Block(goal.method(), goal.block()));
        let taken = match coverage.reached.contains(goal) {
            true => "1",
            false if started => "0",
            false => "-",
        };
        line(format!("BRDA:{at},{block},{number},{taken}"));
    }
    let taken = branches.iter().filter(|(_, g)| coverage.reached.contains(g)).count();
    line(format!("BRF:{}\nBRH:{taken}", branches.len()));
    let lines = lines(program, coverage);
    for (at, hit) in &lines {
        line(format!("DA:{at},{}", u8::from(*hit)));
    }
    line(format!("LF:{}\nLH:{}\nend_of_record", lines.len(), lines.values().filter(|hit| **hit).count()));
    out
}

/// The line of a branch.
fn line_of(program: &Program, goal: Goal) -> u32 {
    let block = &program.methods[goal.method()].blocks[goal.block()];
    if block.line != 0 { block.line } else { block.instrs.last().map_or(0, |i| i.line) }
}
