//! Violations: the first one in full, the others in two lines each.

use super::{Detail, Report};
use crate::outcome::Violation;
use crate::report::format::style::Style;
use crate::report::format::{excerpt, rerun};
use crate::report::model::value::Extent;
use crate::report::model::words::elide;
use crate::report::model::{Finished, trace, value, words};
use annotate_snippets::Level;

/// Most words of a trace on one screen.
const TRACE_WORDS: usize = 60;
/// Width of the lines that are wrapped here, characters.
const WIDTH: usize = 100;

/// Every violation in two lines.
pub fn violations_in_short(finished: &Finished<'_>, style: Style) -> String {
    let mut report = Report { finished, detail: Detail::Normal, style, out: String::new() };
    for violation in &finished.outcome.violations {
        report.violation_in_short(violation);
    }
    report.out
}

/// One violation in full, without colours.
pub fn violation(finished: &Finished<'_>, violation: &Violation) -> String {
    let mut report = Report { finished, detail: Detail::Normal, style: Style::Plain, out: String::new() };
    report.violation(violation);
    report.out
}

impl Report<'_> {
    pub(super) fn violations(&mut self) {
        let violations = &self.finished.outcome.violations;
        let whole = if self.verbose() { violations.len() } else { 1 };
        for violation in violations.iter().take(whole) {
            self.violation(violation);
        }
        for violation in violations.iter().skip(whole) {
            self.violation_in_short(violation);
        }
        if violations.len() > whole {
            self.line("  (-v shows every violation whole)");
        }
    }

    fn violation(&mut self, violation: &Violation) {
        let Finished { program, source, .. } = *self.finished;
        let title = Level::ERROR.with_name("violation").primary_title(words::violated(program, violation));
        let title = title.id(words::id(violation.kind, violation.cause));
        let place = (violation.span, words::label(violation.kind, violation.cause));
        self.line(excerpt::render(title, source, place, violation.call_site, self.style));
        let inputs = value::lines(program, &violation.inputs, self.extent());
        self.block("inputs", if inputs.is_empty() { vec!["none".to_owned()] } else { inputs });
        if !violation.waiting.is_empty() {
            self.block("waiting", violation.waiting.iter().map(words::waiting).collect());
        }
        let schedule = &violation.inputs.schedule;
        if !schedule.is_empty() {
            let threads: Vec<String> = schedule.iter().map(ToString::to_string).collect();
            self.block("schedule", wrap(&threads));
        }
        let words = trace::words(program, &violation.trace);
        let words = if self.verbose() { words } else { trace::shortened(words, TRACE_WORDS) };
        self.block("trace", wrap(&words));
        self.block("replayed", vec![words::replayed(violation.second.as_ref())]);
        let again = [rerun::command(self.finished, &violation.inputs)].into_iter();
        let remark = rerun::remark(program, self.finished.outcome.entry, &violation.inputs);
        self.block("again", again.chain(remark).collect());
        self.out.push('\n');
    }

    fn violation_in_short(&mut self, violation: &Violation) {
        let Finished { program, source, .. } = *self.finished;
        let (line, column) = source.line_col(violation.span);
        let call = violation.call_site.map(|c| format!(", called at line {}", source.place(c))).unwrap_or_default();
        let inputs = value::lines(program, &violation.inputs, Extent::SHORT).join("; ");
        let inputs = if inputs.is_empty() { "no inputs".to_owned() } else { elide(&inputs, WIDTH) };
        self.line(format!(
            "{} at {}:{line}:{column} in {}{call}: {}",
            self.style.bad(&format!("violation[{}]", words::id(violation.kind, violation.cause))),
            source.file(violation.span).name,
            program.method_name(violation.method),
            words::violated(program, violation),
        ));
        self.line(format!("  with {inputs}"));
    }

    /// A heading and its lines, the further ones indented below.
    fn block(&mut self, head: &str, lines: Vec<String>) {
        let head = format!("{head}:");
        for (i, text) in lines.into_iter().enumerate() {
            let head = if i == 0 { self.style.head(&format!("{head:<9}")) } else { " ".repeat(9) };
            self.line(format!("  {head} {text}"));
        }
    }
}

/// Words in lines of bounded width.
pub(in crate::report) fn wrap(words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count() + 1;
        match lines.last_mut() {
            Some(line) if width + length <= WIDTH => {
                line.push(' ');
                line.push_str(word);
                width += length;
            }
            _ => {
                lines.push(word.clone());
                width = length;
            }
        }
    }
    lines
}
