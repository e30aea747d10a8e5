//! A profile as tables for people.

use super::average;
use super::flame::BETWEEN;
use crate::outcome::Cost;
use crate::report::format::style::{Style, columns};
use crate::report::format::text::verdict;
use crate::report::model::Finished;
use crate::report::model::profile::{Hotspot, Key, Profiled};
use crate::report::model::statistics::{ratio, round};
use crate::report::model::words::{count, grouped};
use std::time::Duration;

impl Profiled<'_> {
    /// The most expensive lines and methods, `rows` of each, and the line that hurts most, ended by a line break.
    pub fn text(&self, rows: usize, style: Style) -> String {
        let Finished { program, source, config, outcome, .. } = self.finished;
        let (total, lines, methods) = (self.total(), self.lines(), self.methods());
        let place = format!("{}: {}, {} mode", source.main().name, program.entry_name(outcome.entry), config.mode);
        let mut out = format!("{}, by {}\n\n", style.head(&place), self.by.unit());
        let shown: Vec<[String; 12]> = lines
            .iter()
            .take(rows)
            .map(|line| {
                let number = if line.line == 0 { "end".to_owned() } else { line.line.to_string() };
                self.row(number, program.entry_name(line.method), &line.cost, &total)
            })
            .chain([self.row(String::new(), BETWEEN.to_owned(), &self.profile.between, &total)])
            .chain([self.row(String::new(), "(all)".to_owned(), &total, &total)])
            .collect();
        let heads = [
            "line",
            "in",
            "%",
            "ms",
            "operations",
            "runs",
            "read avg",
            "max",
            "written max",
            "products",
            "solver calls, ms",
            "nodes",
        ];
        out += &table(heads, &shown, 2, style);
        out += &more(lines.len(), rows, "line");
        let shown: Vec<[String; 7]> = methods
            .iter()
            .take(rows)
            .map(|m| {
                [
                    program.entry_name(m.method),
                    self.percent(&m.inclusive, &total),
                    milliseconds(m.inclusive.time),
                    self.percent(&m.own, &total),
                    milliseconds(m.own.time),
                    grouped(m.inclusive.operations),
                    grouped(m.own.operations),
                ]
            })
            .collect();
        out.push('\n');
        out +=
            &table(["method", "% with calls", "ms", "% own", "ms", "operations with calls", "own"], &shown, 1, style);
        out += &more(methods.len(), rows, "method");
        if let Some(hurts) = Hotspot::of(self, &total, &lines) {
            out += &format!("\n{} {}\n", style.bad("hurts most:"), hurts.sentence);
            out += &format!("what may help: {}\n", hurts.advice);
        }
        out + &style.verdict(outcome.verdict, &verdict(&self.finished)) + "\n"
    }

    fn row(&self, line: String, method: String, cost: &Cost, total: &Cost) -> [String; 12] {
        [
            line,
            method,
            self.percent(cost, total),
            milliseconds(cost.time),
            grouped(cost.operations),
            grouped(cost.runs),
            average(cost.pairs_read, cost.reads).to_string(),
            grouped(cost.read_max),
            grouped(cost.written_max),
            grouped(cost.products),
            format!("{}, {}", grouped(cost.solver_calls), milliseconds(cost.solver_time)),
            grouped(cost.nodes),
        ]
    }

    /// The share of the total by the sort key of the profile.
    fn percent(&self, cost: &Cost, total: &Cost) -> String {
        let by: Key = self.by;
        format!("{:.1}", 100.0 * ratio(by.of(cost) as f64, by.of(total) as f64))
    }
}

fn table<const N: usize>(heads: [&str; N], rows: &[[String; N]], words: usize, style: Style) -> String {
    columns(heads, rows, words, style).map(|line| format!("{}\n", line.trim_end())).collect()
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
