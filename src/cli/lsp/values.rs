//! The values of names on the way to a violation, by line: the hints behind the lines, and the text for a name under the
//! pointer.
//!
//! They are the values of the concrete run of the violation's inputs. A line has the values after it; the line of a method's
//! name has its arguments.

use super::positions::Text;
use crate::config::Dialect;
use crate::facade::Program;
use crate::inputs::Inputs;
use crate::ir::MethodId;
use crate::report::model::timeline::{Change, Shown, Step, Timeline, timeline};
use crate::report::model::value::{self, Extent};
use crate::report::model::words::elide;
use crate::source::SourceFile;
use indexmap::{IndexMap, IndexSet};
use lsp_types::{InlayHint, InlayHintLabel, Position, Range};
use std::collections::{BTreeMap, BTreeSet};

/// Most values of one name behind a line, and under the pointer.
const SHORT: usize = 4;
const LONG: usize = 40;
/// Most characters of a value, and of all hints of a line.
const VALUE: usize = 60;
const WIDTH: usize = 160;

/// The values of a name, in the order of the run; repetitions of a value are left out.
type History = Vec<String>;

/// The values of a run at a line.
#[derive(Debug, Default)]
struct Line {
    /// Locals and parameters.
    names: IndexMap<String, History>,
    /// Fields and elements that the line has assigned, such as `o1.balance`.
    cells: IndexMap<String, History>,
}

/// The values of a run, by line.
#[derive(Debug, Default)]
pub struct Values {
    lines: BTreeMap<u32, Line>,
    /// The line of the entry's name, and the inputs.
    inputs: Option<(u32, String)>,
}

impl Values {
    /// The values of a run of `entry` with these inputs. It needs a big stack.
    pub fn new(program: &Program, entry: MethodId, inputs: &Inputs, dialect: &Dialect) -> Self {
        let by_lines = program.by_lines();
        let line_of = |method: MethodId| program.source().line(by_lines.ir().methods[method].span);
        let Timeline { start, steps } = timeline(by_lines.ir(), entry, inputs, dialect);
        let mut run = Run { lines: BTreeMap::new(), threads: BTreeMap::new(), current: 0, line_of };
        run.step(&Step { changes: start, ..Step::default() });
        steps.iter().for_each(|step| run.step(step));
        let shown = value::line(program.ir(), inputs, Extent::SHORT);
        let inputs = (!shown.is_empty()).then(|| (line_of(entry), shown));
        Self { lines: run.lines, inputs }
    }

    /// The hints behind the lines of a range of the text.
    pub fn hints(&self, source: &SourceFile, text: &Text, range: Range) -> Vec<InlayHint> {
        let lines: BTreeSet<u32> =
            self.lines.keys().copied().chain(self.inputs.as_ref().map(|(line, _)| *line)).collect();
        let hint = |line: u32| {
            let span = source.line_span(line);
            let position = text.position(span.end as usize);
            let label = self.label(line, source.slice(span));
            (range.start <= position && position <= range.end && !label.is_empty()).then(|| InlayHint {
                position,
                label: InlayHintLabel::String(elide(&label, WIDTH)),
                kind: None,
                text_edits: None,
                tooltip: None,
                padding_left: Some(true),
                padding_right: None,
                data: None,
            })
        };
        lines.into_iter().filter_map(hint).collect()
    }

    /// The values of the names in the line, in the order of its text, then of the cells that it has assigned.
    fn label(&self, line: u32, text: &str) -> String {
        if let Some((_, inputs)) = self.inputs.as_ref().filter(|(entry, _)| *entry == line) {
            return inputs.clone();
        }
        let Some(known) = self.lines.get(&line) else { return String::new() };
        let named: IndexSet<&str> = names(text).map(|(_, name)| name).collect();
        let of_names = named.into_iter().filter_map(|name| Some((name, known.names.get(name)?)));
        let of_cells = known.cells.iter().map(|(name, history)| (name.as_str(), history));
        let values: Vec<String> =
            of_names.chain(of_cells).map(|(name, history)| format!("{name} = {}", joined(history, SHORT))).collect();
        values.join(", ")
    }

    /// The values of the name at a position, with its range.
    pub fn shown_at(&self, source: &SourceFile, text: &Text, position: Position) -> Option<(String, Range)> {
        let byte = text.byte(position);
        let line = source.line_col(u32::try_from(byte).ok()?).0;
        let span = source.line_span(line);
        let start = span.start as usize;
        let (at, name) =
            names(source.slice(span)).find(|(at, name)| (start + at..=start + at + name.len()).contains(&byte))?;
        let history = self.lines.get(&line)?.names.get(name)?;
        let (first, end) = (start + at, start + at + name.len());
        let value = format!("`{name} = {}`\n\nin the run to the violation, at this line", joined(history, LONG));
        Some((value, Range::new(text.position(first), text.position(end))))
    }
}

/// The values one after the other. Of many values the last ones are shown, which lead to the violation.
fn joined(history: &History, most: usize) -> String {
    let left_out = history.len().saturating_sub(most);
    let dots = (left_out > 0).then(|| "…".to_owned());
    let shown = history[left_out..].iter().map(|value| elide(value, VALUE));
    dots.into_iter().chain(shown).collect::<Vec<_>>().join(" → ")
}

/// The names in a line that may be variables, with their places. Names after a dot, in a literal or in a comment are left
/// out.
fn names(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    let mut after_dot = false;
    std::iter::from_fn(move || {
        loop {
            let rest = &line[at..];
            let c = rest.chars().next()?;
            let start = at;
            if rest.starts_with("//") {
                return None;
            } else if is_part(c) {
                at += rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                if !std::mem::take(&mut after_dot) && !c.is_numeric() {
                    return Some((start, &line[start..at]));
                }
            } else if c == '"' || c == '\'' {
                at += literal(rest, c);
                after_dot = false;
            } else {
                at += c.len_utf8();
                after_dot = c == '.' || (after_dot && c.is_whitespace());
            }
        }
    })
}

/// The length of the literal at the beginning of a text, quotes included.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return i + 1,
            _ => {}
        }
    }
    text.len()
}

/// A call that has not ended.
struct Frame {
    /// Its current line, at first that of the method's name; 0 if there is none.
    line: u32,
    /// The values of its names.
    names: IndexMap<String, String>,
}

/// The run, step by step.
struct Run<F> {
    lines: BTreeMap<u32, Line>,
    /// The frames of each thread.
    threads: BTreeMap<u32, Vec<Frame>>,
    current: u32,
    /// The line of a method's name.
    line_of: F,
}

impl<F: Fn(MethodId) -> u32> Run<F> {
    fn step(&mut self, step: &Step) {
        // A step that replaces many steps has no line.
        let is_shown = step.elided == 0;
        if let Some(frame) = self.threads.get_mut(&step.thread).and_then(|frames| frames.last_mut()) {
            frame.line = if is_shown { step.line } else { 0 };
        }
        let mut fresh: BTreeSet<&str> = BTreeSet::new();
        let mut first: BTreeSet<(&str, &str)> = BTreeSet::new();
        for change in &step.changes {
            // The following changes happen in another frame, and belong to its line.
            if is_shown && matches!(change, Change::Switch { .. } | Change::Enter { .. } | Change::Leave) {
                self.note();
            }
            match change {
                Change::Switch { thread } => self.current = *thread,
                Change::Enter { method, .. } => {
                    let line = (self.line_of)(*method);
                    self.frames().push(Frame { line, names: IndexMap::new() });
                }
                Change::Leave => drop(self.frames().pop()),
                Change::Local { name, value } => {
                    if let Some(frame) = self.frames().last_mut() {
                        frame.names.insert(name.clone(), text_of(value));
                    }
                }
                Change::Object { name, .. } => drop(fresh.insert(name)),
                // The first values of a new object are its contents, no assignments of the line.
                Change::Field { object, field, .. }
                    if fresh.contains(object.as_str()) && first.insert((object, field)) => {}
                Change::Field { object, field, value } => {
                    let dot = if object.is_empty() || field.starts_with('[') { "" } else { "." };
                    let name = format!("{object}{dot}{field}");
                    let line = self.frames().last().map_or(0, |frame| frame.line);
                    if is_shown && line > 0 {
                        remember(self.lines.entry(line).or_default().cells.entry(name).or_default(), text_of(value));
                    }
                }
            }
        }
        if is_shown {
            self.note();
        }
    }

    fn frames(&mut self) -> &mut Vec<Frame> {
        self.threads.entry(self.current).or_default()
    }

    /// Records the values of the frame at its line.
    fn note(&mut self) {
        let Some(frame) = self.threads.get(&self.current).and_then(|frames| frames.last()) else { return };
        if frame.line == 0 || frame.names.is_empty() {
            return;
        }
        let known = self.lines.entry(frame.line).or_default();
        for (name, value) in &frame.names {
            remember(known.names.entry(name.clone()).or_default(), value.clone());
        }
    }
}

fn remember(history: &mut History, value: String) {
    if history.last() != Some(&value) {
        history.push(value);
    }
}

fn text_of(value: &Shown) -> String {
    match value {
        Shown::Plain(text) => text.clone(),
        Shown::Object { name } => name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_variables_are_told_from_the_rest() {
        let of = |line| names(line).map(|(_, name)| name).collect::<Vec<_>>().join(" ");
        assert_eq!(of("if (ä1 < x_2 && a . b.c != d[i]) // not e"), "if ä1 x_2 a d i");
        assert_eq!(of(r#"s := "a \" b" + t; c := '\''; u"#), "s t c u");
        assert_eq!(of("x := 12e + z"), "x z");
        assert_eq!(of("x := \"open"), "x");
    }

    #[test]
    fn of_many_values_the_last_are_told() {
        let history: History = (0..9).map(|i| i.to_string()).collect();
        assert_eq!(joined(&history, 3), "… → 6 → 7 → 8");
        assert_eq!(joined(&history, 9), "0 → 1 → 2 → 3 → 4 → 5 → 6 → 7 → 8");
    }
}
