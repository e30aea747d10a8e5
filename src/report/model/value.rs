//! Inputs in the notation of the source language, shortened to a readable length.
//!
//! An object or array with one reference to it is written at this reference. One that is shared, or part of a cycle, has a
//! name and a line of its own.

use crate::inputs::{Cell, Inputs, Value};
use crate::ir::{Field, Program};
use crate::num::Num;
use crate::report::model::words::elide;
use indexmap::IndexMap;

/// How much of the inputs is written.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Most characters of one line.
    pub width: usize,
    /// Most lines; the rest are counted.
    pub lines: usize,
    /// Most elements of one array or object, and most levels of nesting.
    pub items: usize,
}

impl Extent {
    /// The extent for a report of one screen.
    pub const SHORT: Extent = Extent { width: 100, lines: 6, items: 16 };
    /// The extent for a reader who asked for more.
    pub const LONG: Extent = Extent { width: 2_000, lines: 200, items: 64 };
}

/// What came from outside while the program ran, as if that had a name.
const OUTSIDE: &str = "from outside";

/// The arguments and the shared objects and arrays, each with its value, and what came from outside.
fn all<'a>(program: &'a Program, inputs: &'a Inputs, limits: Extent) -> Vec<(&'a str, String)> {
    let writer = Writer { program, inputs, limits, shared: inputs.shared() };
    let arguments = inputs.args.iter().map(|(name, value)| (name.as_str(), writer.value(value, 0)));
    let named = writer.shared.iter().map(|&name| (name, writer.cell(&inputs.heap[name], 0)));
    let outside: Vec<String> = inputs.nondet.iter().map(|value| writer.value(value, 0)).collect();
    let outside = (!outside.is_empty()).then(|| (OUTSIDE, outside.join(", ")));
    arguments.chain(named).chain(outside).collect()
}

/// The inputs in one line; empty when there are none.
pub fn line(program: &Program, inputs: &Inputs, limits: Extent) -> String {
    shown(&all(program, inputs, limits), 0, limits).join(", ")
}

/// The inputs, one line per argument and per shared object or array; empty when there are none.
pub fn lines(program: &Program, inputs: &Inputs, limits: Extent) -> Vec<String> {
    let all = all(program, inputs, limits);
    let width = all.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(24);
    shown(&all, width, limits)
}

/// Names, of at least this width, with their values.
fn shown(all: &[(&str, String)], width: usize, limits: Extent) -> Vec<String> {
    let line = |(name, text): &(&str, String)| elide(&format!("{name:width$} = {text}"), limits.width);
    let mut lines: Vec<String> = all.iter().take(limits.lines).map(line).collect();
    if all.len() > limits.lines {
        lines.push(format!("… and {} more", all.len() - limits.lines));
    }
    lines
}

struct Writer<'a> {
    program: &'a Program,
    inputs: &'a Inputs,
    limits: Extent,
    /// The objects and arrays that have a line of their own.
    shared: Vec<&'a str>,
}

impl Writer<'_> {
    fn value(&self, value: &Value, level: usize) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) => elide(&n.to_string(), self.limits.width),
            Value::Float(n) => self.float(n),
            Value::Ieee(n) => elide(&n.to_string(), self.limits.width),
            Value::Char(c) => quoted(c, '\'', self.limits.width),
            Value::String(s) => quoted(s, '"', self.limits.width / 2),
            Value::Ref(name) => match self.inputs.heap.get(name) {
                Some(cell) if !self.shared.contains(&name.as_str()) => self.cell(cell, level + 1),
                _ => name.clone(),
            },
        }
    }

    fn float(&self, number: &Num) -> String {
        let text = if number.is_integer() { format!("{number}.0") } else { number.to_string() };
        elide(&text, self.limits.width)
    }

    fn cell(&self, cell: &Cell, level: usize) -> String {
        if let Some(text) = self.program.syntax.object(self.program, self.inputs, cell) {
            return elide(&text, self.limits.width);
        }
        match cell {
            Cell::Object { class, fields } => {
                if let Some(construction) = self.program.syntax.construction(class) {
                    return format!("{construction}({})", self.arguments(class, fields, level));
                }
                let field = |(name, value): (&String, &Value)| format!("{name}: {}", self.value(value, level));
                format!("{class} {}", self.braces(fields.iter().map(field), fields.len(), level))
            }
            Cell::Array { elem, length, default, cells } => {
                let usual = default.clone().unwrap_or_else(|| default_of(elem));
                let dense = length.parse::<usize>().ok().filter(|&n| n <= self.limits.items);
                let body = match dense {
                    Some(n) => {
                        let element = |i: usize| self.value(cells.get(&i.to_string()).unwrap_or(&usual), level);
                        self.braces((0..n).map(element), n, level)
                    }
                    None => {
                        let unusual: Vec<_> = cells.iter().filter(|(_, value)| **value != usual).collect();
                        let element = |(i, value): &(&String, &Value)| format!("[{i}]: {}", self.value(value, level));
                        let others = std::iter::once_with(|| format!("others: {}", self.value(&usual, level)));
                        let most = self.limits.items.saturating_sub(1);
                        let left_out = (unusual.len() > most).then(|| "…".to_owned());
                        let items = unusual.iter().take(most).map(element).chain(left_out).chain(others);
                        self.braces(items, unusual.len().min(most) + 1, level)
                    }
                };
                format!("{elem}[{length}] {body}")
            }
        }
    }

    /// The arguments of a constructor, which are the fields of a class of inputs.
    fn arguments(&self, class: &str, fields: &IndexMap<String, Value>, level: usize) -> String {
        let known = self.program.class(class);
        let parameters = known.iter().flat_map(|known| &known.fields).map(|field| &self.program.fields[*field]);
        let argument = |field: &Field| {
            let usual = || default_of(&self.program.type_name(&field.ty));
            self.value(&fields.get(&field.name).cloned().unwrap_or_else(usual), level)
        };
        parameters.map(argument).collect::<Vec<_>>().join(", ")
    }

    fn braces(&self, items: impl Iterator<Item = String>, count: usize, level: usize) -> String {
        if count == 0 {
            return "{}".to_owned();
        }
        if level > self.limits.items {
            return "{ … }".to_owned();
        }
        // One more than the limit: the mark for the elements that a long array leaves out is an item too.
        let mut shown: Vec<String> = items.take(self.limits.items + 1).collect();
        if count > self.limits.items {
            shown.push("…".to_owned());
        }
        format!("{{ {} }}", shown.join(", "))
    }
}

/// The default value of an element type, given by its name.
fn default_of(elem: &str) -> Value {
    match elem {
        "int" | "uint" | "byte" | "short" | "long" => Value::Int(Num::ZERO),
        "float" | "double" => Value::Float(Num::ZERO),
        "bool" | "boolean" => Value::Bool(false),
        "char" => Value::Char("\0".to_owned()),
        _ => Value::Null,
    }
}

/// A literal. A backslash stands before a character that would end it. Control characters are written as `\u{…}`, which is
/// for readers only.
fn quoted(text: &str, quote: char, limit: usize) -> String {
    let escaped: String = elide(text, limit)
        .chars()
        .flat_map(|c| match c {
            _ if c == quote || c == '\\' => vec!['\\', c],
            _ if c.is_control() => c.escape_default().collect(),
            _ => vec![c],
        })
        .collect();
    format!("{quote}{escaped}{quote}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(json: &str, expected: Expect) {
        let inputs: Inputs = serde_json::from_str(json).expect("inputs");
        expected.assert_eq(&lines(&Program::default(), &inputs, Extent::SHORT).join("\n"));
    }

    #[test]
    fn values_look_like_the_source() {
        check(
            r#"{"args":{"n":{"int":"-3"},"half":{"float":"1/2"},"two":{"float":"2/1"},"c":{"char":"'"},"text":{"string":"say \"a\"\n"},"b":true}}"#,
            expect![[r#"
                n    = -3
                half = 1/2
                two  = 2.0
                c    = '\''
                text = "say \"a\"\n"
                b    = true"#]],
        );
    }

    #[test]
    fn what_is_reached_once_is_nested() {
        check(
            r#"{"args":{"p":{"ref":"o1"},"a":{"ref":"a1"}},"heap":{"o1":{"class":"Node","fields":{"value":{"int":"1"},"next":{"ref":"o2"}}},"o2":{"class":"Node"},"a1":{"elem":"int","length":"3","cells":{"1":{"int":"5"}}}}}"#,
            expect![[r#"
                p = Node { value: 1, next: Node {} }
                a = int[3] { 0, 5, 0 }"#]],
        );
    }

    #[test]
    fn what_is_shared_or_cyclic_has_a_name() {
        check(
            r#"{"args":{"p":{"ref":"o1"},"q":{"ref":"o1"},"list":{"ref":"o2"}},"heap":{"o1":{"class":"Account","fields":{"balance":{"int":"7"}}},"o2":{"class":"Node","fields":{"next":{"ref":"o2"}}}}}"#,
            expect![[r#"
                p    = o1
                q    = o1
                list = o2
                o1   = Account { balance: 7 }
                o2   = Node { next: o2 }"#]],
        );
    }

    #[test]
    fn what_is_long_is_shortened() {
        let cells: Vec<String> = (0..50).map(|i| format!(r#""{}":{{"int":"{i}"}}"#, i * 1000)).collect();
        let json = format!(
            r#"{{"args":{{"a":{{"ref":"a1"}},"s":{{"string":"{}"}}}},"heap":{{"a1":{{"elem":"int","length":"1000000000000","default":{{"int":"9"}},"cells":{{{}}}}}}}}}"#,
            "x".repeat(4_000_000),
            cells.join(",")
        );
        check(
            &json,
            expect![[r#"
                a = int[1000000000000] { [0]: 0, [1000]: 1, [2000]: 2, [3000]: 3, [4000]: 4 … 5000]: 15, …, others: 9 }
                s = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx … xxxxxxxxxxxx""#]],
        );
    }
}
