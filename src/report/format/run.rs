//! The end of a concrete run, as text.

use super::excerpt;
use super::style::Style;
use super::text::{Detail, wrap};
use crate::inputs::{Cell, Inputs, Value};
use crate::interp::{self, Assumption, Body, End, FinalState, Object, ObjectId, Run};
use crate::ir::{Fault, MethodId, Program, Type};
use crate::report::model::value::{self, Extent};
use crate::report::model::{trace, words};
use crate::source::{Sources, Span};
use annotate_snippets::Level;
use indexmap::IndexMap;

/// Most words of a trace unless the reader wants more.
const TRACE_WORDS: usize = 60;

/// The report of a run of `entry`, ended by a line break. The last line states how the run ended.
pub fn render(program: &Program, source: &Sources, entry: MethodId, run: &Run, detail: Detail, style: Style) -> String {
    let mut out = String::new();
    if detail != Detail::Quiet {
        out += &excerpt(source, run, program, style);
        let steps: Vec<_> = run.trace.steps().cloned().collect();
        let words = trace::words(program, &steps);
        let words = if detail == Detail::Verbose { words } else { trace::shortened(words, TRACE_WORDS) };
        for (i, line) in wrap(&words).into_iter().enumerate() {
            out += &format!("{} {line}\n", if i == 0 { style.head("trace:") } else { " ".repeat(6) });
        }
        if run.trace.elided > 0 {
            out += &format!("       ({} of {} lines were not recorded)\n", run.trace.elided, run.trace.len());
        }
        if let End::Returned { value: Some(result) } = &run.end {
            for line in result_lines(program, entry, result, &run.state) {
                out += &format!("{line}\n");
            }
        }
        for cover in &run.covers {
            let place = source.place(program.covers[*cover].span);
            out += &format!("{} the cover statement at line {place}\n", style.head("satisfied:"));
        }
        for waiting in &run.waiting {
            out += &format!("{}\n", words::waiting(waiting));
        }
        if !run.choices.is_empty() {
            let schedule: Vec<String> = run.choices.iter().map(|choice| choice.taken.to_string()).collect();
            out += &format!("{} {}\n", style.head("schedule:"), schedule.join(" "));
        }
        out += &format!("{} {}\n", style.head("steps:"), run.steps);
    }
    out + &last_line(source, &run.end, style) + "\n"
}

fn last_line(source: &Sources, end: &End, style: Style) -> String {
    match end {
        End::Returned { .. } => style.good("ended"),
        End::Covered(_) => style.unsure("ended at a cover statement"),
        End::Threw(thrown) => style.good(&format!("ended (exception: {})", thrown.cause)),
        End::Violation(fault) => {
            let cause = fault.cause.map(|c| format!(", {c}")).unwrap_or_default();
            style.bad(&format!("violation ({}{cause}, line {})", fault.kind, fault.line))
        }
        End::Unchecked(fault) => style.good(&format!("ended ({}, which is not checked)", fault.kind)),
        End::StepLimit => style.unsure("step limit"),
        End::Cancelled => style.unsure("cancelled"),
        End::Rejected { by, span, .. } => {
            let what = match by {
                Assumption::Assume => "assume",
                Assumption::Requires => "requires",
            };
            style.unsure(&format!("rejected (the inputs violate the {what} at line {})", source.place(*span)))
        }
        End::Unfit { position } => {
            style.bad(&format!("refused (value {} from outside is not of the type that is asked for)", position + 1))
        }
        End::Unsupported { what, line, .. } => style.unsure(&format!("ended (unsupported: {what}, line {line})")),
        End::UnknownMethod { name, line, .. } => {
            style.bad(&format!("refused (a call of the unknown method `{name}` at line {line})"))
        }
        End::Unscheduled { position } => {
            style.bad(&format!("refused (number {} of the schedule is no thread that can go on then)", position + 1))
        }
    }
}

fn excerpt(source: &Sources, run: &Run, program: &Program, style: Style) -> String {
    let message =
        |fault: &Fault| words::message(fault.kind, fault.cause, words::class(program, fault.class), run.lasso);
    let (title, label, span, call_site): (_, _, Span, Option<Span>) = match &run.end {
        End::Returned { .. }
        | End::Covered(_)
        | End::StepLimit
        | End::Cancelled
        | End::Unfit { .. }
        | End::Unscheduled { .. } => {
            return String::new();
        }
        End::Violation(fault) => {
            let title = Level::ERROR.with_name("violation").primary_title(message(fault));
            let title = title.id(words::id(fault.kind, fault.cause));
            (title, words::label(fault.kind, fault.cause), fault.span, fault.call_site)
        }
        End::Unchecked(fault) => {
            let title = Level::NOTE.primary_title(format!("not checked: {}", message(fault)));
            (title, words::label(fault.kind, fault.cause), fault.span, fault.call_site)
        }
        End::Threw(thrown) => {
            let message = format!("an allowed exception ended the run: {}", words::event(thrown.cause));
            (Level::NOTE.primary_title(message), "thrown here", thrown.place.locate(program).0, None)
        }
        End::Rejected { span, .. } => {
            (Level::ERROR.primary_title("the inputs are not admissible"), "false for these inputs", *span, None)
        }
        End::Unsupported { span, .. } => {
            (Level::WARNING.primary_title("code that is not supported was reached"), "", *span, None)
        }
        End::UnknownMethod { span, .. } => {
            (Level::ERROR.primary_title("a call of an unknown method was reached"), "", *span, None)
        }
    };
    excerpt::render(title, source, (span, label), call_site, style) + "\n\n"
}

/// The result, with the objects of the final heap that it refers to.
fn result_lines(program: &Program, entry: MethodId, result: &interp::Value, state: &FinalState) -> Vec<String> {
    if *result == interp::Value::Missing {
        return vec!["result = missing: the method fell off its end".to_owned()];
    }
    let mut picture = Picture { program, state, heap: IndexMap::new() };
    let ty = program.methods[entry].result.clone().unwrap_or(Type::Null);
    let value = picture.value(result, &ty);
    let inputs =
        Inputs { args: [("result".to_owned(), value)].into_iter().collect(), heap: picture.heap, ..Inputs::default() };
    value::lines(program, &inputs, Extent::LONG)
}

/// A part of the final heap in the form of inputs, because there is a printer for these.
struct Picture<'a> {
    program: &'a Program,
    state: &'a FinalState,
    heap: IndexMap<String, Cell>,
}

impl Picture<'_> {
    /// The value, with everything that it reaches put into the heap.
    fn value(&mut self, value: &interp::Value, ty: &Type) -> Value {
        let mut open = Vec::new();
        let root = convert(value, ty, &mut open);
        while let Some(id) = open.pop() {
            if !self.heap.contains_key(&name(id)) {
                let cell = self.cell(id, &mut open);
                self.heap.insert(name(id), cell);
            }
        }
        root
    }

    fn cell(&self, id: ObjectId, open: &mut Vec<ObjectId>) -> Cell {
        let Object { body, .. } = &self.state.heap[id];
        match body {
            Body::Object { class, fields } => {
                let class = &self.program.classes[*class];
                let named = class.fields.iter().map(|&f| &self.program.fields[f]).zip(fields);
                let fields = named.map(|(field, value)| (field.name.clone(), convert(value, &field.ty, open)));
                Cell::Object { class: class.name.clone(), fields: fields.collect() }
            }
            Body::Array(array) => Cell::Array {
                elem: self.program.type_name(&array.elem),
                length: array.length.to_string(),
                default: Some(convert(&array.default, &array.elem, open)),
                cells: array.cells.iter().map(|(i, v)| (i.to_string(), convert(v, &array.elem, open))).collect(),
            },
        }
    }
}

fn name(id: ObjectId) -> String {
    format!("o{}", id.0 + 1)
}

fn convert(value: &interp::Value, ty: &Type, open: &mut Vec<ObjectId>) -> Value {
    match value {
        interp::Value::Num(n) if *ty == Type::Float => Value::Float(n.clone()),
        interp::Value::Num(n) if matches!(ty, Type::Ieee(_)) => ty.input(n.clone()),
        interp::Value::Num(n) => Value::Int(n.clone()),
        interp::Value::Bool(b) => Value::Bool(*b),
        interp::Value::Char(c) => Value::Char(c.to_string()),
        interp::Value::String(s) => Value::String(s.to_string()),
        interp::Value::Ref(id) => {
            open.push(*id);
            Value::Ref(name(*id))
        }
        // Only a result can be missing, and only a slot of a handler holds an exception.
        interp::Value::Null | interp::Value::Missing | interp::Value::Thrown(_) => Value::Null,
    }
}
