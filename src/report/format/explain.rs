//! The report of `multise explain`: the values of variables at a line, as text and as JSON.

use super::json;
use super::style::{Style, TABLE};
use crate::outcome::Reason;
use crate::report::model::notes::{self, Fate, VisitReport};
use crate::report::model::words::elide;
use crate::report::model::{Finished, limits, words};
use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width};
use schemars::JsonSchema;
use serde::Serialize;

/// Width of the tables, characters.
const WIDTH: u16 = 120;
/// Longest text of a cell, characters.
const CELL: usize = 400;

/// A line whose values are reported.
#[derive(Clone, Copy, Debug)]
pub struct Explained<'a> {
    /// The exploration, which took notes at the line.
    pub finished: Finished<'a>,
    /// The line.
    pub line: u32,
}

/// The explanation in serialised form.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, title = "The report of `multise explain`")]
pub struct Explanation<'a> {
    /// The version of the format.
    #[schemars(extend("const" = json::SCHEMA))]
    pub schema: u32,
    /// The version of the program.
    pub version: &'static str,
    /// The file.
    pub file: &'a str,
    /// The line.
    pub line: u32,
    /// The text of the line.
    pub text: &'a str,
    /// The method where exploration started.
    pub entry: String,
    /// Whether some input leads to the line, and if not, why.
    pub fate: Fate,
    /// The same as a sentence.
    pub summary: String,
    /// What bounds left out, as sentences.
    pub left_out: Vec<String>,
    /// The visits.
    pub visits: Vec<VisitReport>,
    /// How many further visits there were.
    pub more_visits: usize,
}

impl<'a> Explained<'a> {
    /// The explanation in serialised form.
    pub fn explanation(&self) -> Explanation<'a> {
        let Self { finished: Finished { program, source, outcome, .. }, line } = *self;
        let notes = outcome.notes.as_ref().and_then(|notes| notes.lines.get(&line));
        let visits: Vec<VisitReport> =
            notes.iter().flat_map(|notes| &notes.visits).map(|visit| notes::report(program, visit)).collect();
        Explanation {
            schema: json::SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            file: &source.main().name,
            line,
            text: source.main().slice(source.main().line_span(line)),
            entry: program.method_name(outcome.entry),
            fate: Fate::of(outcome, line),
            summary: self.summary(),
            left_out: self.left_out(),
            visits,
            more_visits: notes.map_or(0, |notes| notes.more),
        }
    }

    /// Whether an input leads to the line, as a sentence.
    fn summary(&self) -> String {
        let Self { finished: Finished { program, outcome, .. }, line } = *self;
        let entry = program.method_name(outcome.entry);
        match Fate::of(outcome, line) {
            Fate::Reached => format!("line {line} is reached from {entry}"),
            Fate::Infeasible => {
                format!("no input of {entry} leads to line {line}: every path goes elsewhere, or ends before it")
            }
            Fate::NotCalled => {
                format!("{entry} never comes to line {line}: it is in no method that {entry} calls (see --entry)")
            }
            Fate::Bound => format!("line {line} is not reached within the bounds"),
            Fate::NotExplored => {
                let why = outcome.reasons.first();
                let why = why.map_or("exploration ended before".into(), |&why| limits::in_short(&self.finished, why));
                format!("whether line {line} is reached is unknown ({why})")
            }
        }
    }

    /// What the tables leave out, and how to see it.
    fn left_out(&self) -> Vec<String> {
        let Finished { source, outcome, .. } = self.finished;
        let beyond = outcome.parked.iter().map(|parked| {
            format!("executions beyond {} of the {}", words::bound(parked), words::bounded(parked, source))
        });
        let is_other =
            |reason: &Reason| !matches!(reason, Reason::Unroll | Reason::Depth | Reason::Heap | Reason::Stopped);
        let others = outcome.reasons.iter().copied().filter(is_other);
        let others =
            others.map(|reason| format!("what was not explored ({})", limits::in_short(&self.finished, reason)));
        beyond.chain(others).collect()
    }

    /// The explanation as one JSON object, ended by a line break.
    ///
    /// # Errors
    /// When it cannot be serialised: a defect.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        json::pretty(&self.explanation())
    }

    /// The explanation as text.
    pub fn text(&self, style: Style) -> String {
        let explanation = self.explanation();
        let mut out = format!("{}\n", style.head(&format!("{}:{}", explanation.file, explanation.line)));
        out += &format!("  {}\n\n", elide(explanation.text, CELL));
        for (number, visit) in explanation.visits.iter().enumerate() {
            let many = explanation.visits.len() + explanation.more_visits > 1;
            let number = if many { format!("visit {}: ", number + 1) } else { String::new() };
            out += &format!("{}\n", style.head(&format!("{number}{}", visit.place())));
            out += &format!("reached when: {}\n", elide(&visit.condition.text, CELL));
            out += &format!("for example:  {}\n\n", nothing(&visit.example.text));
            out += &table(visit);
            if visit.more_cells > 0 {
                out += &format!("({} more objects, fields and elements)\n", visit.more_cells);
            }
            out.push('\n');
        }
        if explanation.more_visits > 0 {
            out += &format!("{} more visits of the line (--visits N shows more)\n", explanation.more_visits);
        }
        if !explanation.left_out.is_empty() {
            let listed = explanation.left_out.join("; ");
            out += &format!("{} {listed} (--unroll, --depth and --heap-depth go further)\n", style.unsure("left out:"));
        }
        if explanation.visits.iter().any(|visit| visit.variables.iter().any(|v| v.name.contains('@'))) {
            out += "@x is the object that the input x refers to at the beginning, C@7 one that line 7 has made\n";
        }
        let summary = match explanation.fate {
            Fate::Reached => style.good(&explanation.summary),
            _ => style.unsure(&explanation.summary),
        };
        out + &summary + "\n"
    }
}

/// The text of an example without inputs.
fn nothing(example: &str) -> &str {
    if example.is_empty() { "(there are no inputs)" } else { example }
}

/// The table of the variables. Rows have an example of their own where the example of the visit is not one.
fn table(visit: &VisitReport) -> String {
    let mut table = Table::new();
    table.load_style(TABLE).set_header(["variable", "value", "when", "example"]);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    for variable in &visit.variables {
        for (i, row) in variable.values.iter().enumerate() {
            let name = if i == 0 { variable.name.as_str() } else { "" };
            let example = if row.example.text == visit.example.text { "" } else { &row.example.text };
            let cells = [name, &row.value, &row.condition.text, example].map(|text| elide(text, CELL));
            table.add_row(cells);
        }
        if variable.more > 0 {
            table.add_row([String::new(), format!("… {} more", variable.more), String::new(), String::new()]);
        }
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
        column.set_constraint(ColumnConstraint::UpperBoundary(Width::Percentage(45)));
    }
    table.trim_fmt() + "\n"
}
