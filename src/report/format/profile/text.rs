//! A profile as tables for people.

use super::average;
use super::flame::BETWEEN;
use crate::outcome::Cost;
use crate::report::format::style::{self, Style};
use crate::report::format::text::verdict;
use crate::report::model::Finished;
use crate::report::model::profile::{Hotspot, Method, Profiled};
use crate::report::model::statistics::{ratio, round};
use crate::report::model::words::{count, grouped};
use std::time::Duration;

/// The head of a column, and its cell in a row.
type Column<'a, R> = (&'static str, &'a dyn Fn(&R) -> String);

impl Profiled<'_> {
    /// The most expensive lines and methods, `rows` of each, and the line that hurts most, ended by a line break.
    pub fn text(&self, rows: usize, style: Style) -> String {
        let Finished { program, source, config, outcome, .. } = self.finished;
        let (total, lines, methods) = (self.total(), self.lines(), self.methods());
        let place = format!("{}: {}, {} mode", source.main().name, program.entry_name(outcome.entry), config.mode);
        let mut out = format!("{}, by {}\n\n", style.head(&place), self.by.unit());
        let percent = |cost: &Cost| format!("{:.1}", 100.0 * ratio(self.by.of(cost) as f64, self.by.of(&total) as f64));
        // What the rows are about: the line, its method, and its cost.
        let shown = lines.iter().take(rows).map(|line| {
            let number = if line.line == 0 { "end".to_owned() } else { line.line.to_string() };
            (number, program.entry_name(line.method), &line.cost)
        });
        let sums = [(BETWEEN, &self.profile.between), ("(all)", &total)];
        let sums = sums.map(|(name, cost)| (String::new(), name.to_owned(), cost));
        let columns: [Column<'_, (String, String, &Cost)>; 12] = [
            ("line", &|(line, ..)| line.clone()),
            ("in", &|(_, method, _)| method.clone()),
            ("%", &|(.., cost)| percent(cost)),
            ("ms", &|(.., cost)| milliseconds(cost.time)),
            ("operations", &|(.., cost)| grouped(cost.operations)),
            ("runs", &|(.., cost)| grouped(cost.runs)),
            ("read avg", &|(.., cost)| average(cost.pairs_read, cost.reads).to_string()),
            ("max", &|(.., cost)| grouped(cost.read_max)),
            ("written max", &|(.., cost)| grouped(cost.written_max)),
            ("products", &|(.., cost)| grouped(cost.products)),
            ("solver calls, ms", &|(.., cost)| {
                format!("{}, {}", grouped(cost.solver_calls), milliseconds(cost.solver_time))
            }),
            ("nodes", &|(.., cost)| grouped(cost.nodes)),
        ];
        out += &table(columns, shown.chain(sums), 2, style);
        out += &more(lines.len(), rows, "line");
        out.push('\n');
        let columns: [Column<'_, &Method>; 7] = [
            ("method", &|m| program.entry_name(m.method)),
            ("% with calls", &|m| percent(&m.inclusive)),
            ("ms", &|m| milliseconds(m.inclusive.time)),
            ("% own", &|m| percent(&m.own)),
            ("ms", &|m| milliseconds(m.own.time)),
            ("operations with calls", &|m| grouped(m.inclusive.operations)),
            ("own", &|m| grouped(m.own.operations)),
        ];
        out += &table(columns, methods.iter().take(rows), 1, style);
        out += &more(methods.len(), rows, "method");
        if let Some(hurts) = Hotspot::of(self, &total, &lines) {
            out += &format!("\n{} {}\n", style.bad("hurts most:"), hurts.sentence);
            out += &format!("what may help: {}\n", hurts.advice);
        }
        out + &style.verdict(outcome.verdict, &verdict(&self.finished)) + "\n"
    }
}

/// The lines of a table, each ended by a line break.
fn table<R, const N: usize>(
    columns: [Column<'_, R>; N],
    rows: impl Iterator<Item = R>,
    words: usize,
    style: Style,
) -> String {
    let cells: Vec<[String; N]> = rows.map(|row| columns.map(|(_, of)| of(&row))).collect();
    let lines = style::columns(columns.map(|(head, _)| head), &cells, words, style);
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1}", round(1e3 * time.as_secs_f64(), 1))
}

/// A sentence that counts what the tables leave out.
fn more(all: usize, rows: usize, what: &str) -> String {
    match all.saturating_sub(rows) {
        0 => String::new(),
        n => format!("({}: --rows N, --format json)\n", count(n, &format!("more {what}"))),
    }
}
