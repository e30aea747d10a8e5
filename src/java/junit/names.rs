//! Names of tests, which say what is tested, and names of variables.

use super::ends::{Ending, Result as Known};
use super::makers::Given;
use super::method::{TestMethod, Variables};
use crate::inputs::{self, Cell, Inputs};
use crate::ir::{MethodId, Program};
use crate::java::classfile::descriptor::simple_name;
use crate::java::jvm::{Object, Run, Value};
use std::collections::BTreeSet;

/// How many conditions a name has.
const CONDITIONS: usize = 2;
/// How many characters of a value a name has.
const LETTERS: usize = 12;

/// The name of the method: of a constructor that of its class.
fn called(run: &Run) -> String {
    match &*run.entry.name {
        "<init>" => format!("new{}", simple_name(&run.entry.class)),
        name => name.to_owned(),
    }
}

/// `Class.method` without its package.
pub(super) fn shown(run: &Run) -> String {
    let class = simple_name(&run.entry.class);
    if run.entry.name == "<init>" { class.to_owned() } else { format!("{class}.{}", run.entry.name) }
}

/// `push_throwsArrayIndexOutOfBoundsException_whenSizeIs3`.
pub(super) fn name(program: &Program, entry: MethodId, given: Given<'_>, ending: &Ending) -> String {
    let outcome = match ending {
        Ending::Returns(known) => match known {
            Known::Value(value) => shown_value(value).map_or("returns".to_owned(), |value| format!("returns{value}")),
            Known::Constant(_, name) => format!("returns{name}"),
            Known::Input(_) | Known::Unknown => "returns".to_owned(),
        },
        Ending::Throws { bug: Some(bug), .. } if bug.is_assertion => "violatesAssertion".to_owned(),
        Ending::Throws { class, .. } => format!("throws{}", simple_name(class)),
    };
    let conditions = conditions(program, entry, given);
    let when = if conditions.is_empty() { String::new() } else { format!("_when{}", conditions.join("And")) };
    format!("{}_{outcome}{when}", called(given.run))
}

/// What tells the inputs apart: arguments, then fields of the receiver, or those of its constructor.
fn conditions(program: &Program, entry: MethodId, given: Given<'_>) -> Vec<String> {
    let run = given.run;
    let skipped = usize::from(run.entry.has_receiver);
    let locals = &program.methods[entry].locals;
    let names = program.parameters(entry).iter().map(|&local| &*locals[local].name);
    let mut all: Vec<(String, Value)> =
        names.map(str::to_owned).zip(run.arguments.get(skipped..).unwrap_or_default().iter().cloned()).collect();
    if let (true, Some(Value::Object(this))) = (run.entry.has_receiver, run.arguments.first()) {
        match (&run.heap[*this], given.inputs.heap.get_index(*this)) {
            (Object::Instance { fields, .. }, _) => {
                let plain = fields.iter().filter(|field| !matches!(field.value, Value::Object(_) | Value::Null));
                all.extend(plain.map(|field| (field.name.clone(), field.value.clone())));
            }
            (Object::Built { arguments, .. }, Some((_, Cell::Object { class, .. }))) => {
                let fields = program.class(class).into_iter().flat_map(|plan| &plan.fields);
                let names = fields.map(|field| program.fields[*field].name.clone());
                all.extend(names.zip(arguments.iter().cloned()));
            }
            _ => {}
        }
    }
    let condition = |(name, value): (String, Value)| {
        let verb = match &value {
            Value::Object(object) => match &run.heap[*object] {
                Object::Array { length, .. } => format!("HasLength{length}"),
                Object::Text(units) => format!("Is{}", shown_value(&Value::Text(units.clone()))?),
                Object::Boxed { value, .. } => format!("Is{}", shown_value(value)?),
                Object::Collection { lists, .. } => format!("HasSize{}", lists.first().map_or(0, Vec::len)),
                Object::Constant { name, .. } => format!("Is{name}"),
                Object::Instance { .. } | Object::Built { .. } => return None,
            },
            value => format!("Is{}", shown_value(value)?),
        };
        Some(capital(&name) + &verb)
    };
    all.into_iter().filter_map(condition).take(CONDITIONS).collect()
}

/// A value as a part of a name, if it can be one.
fn shown_value(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => "Null".to_owned(),
        Value::Boolean(value) => if *value { "True" } else { "False" }.to_owned(),
        Value::Char(unit) => match char::from_u32(u32::from(*unit)).filter(char::is_ascii_alphanumeric) {
            Some(c) => c.to_string(),
            None => format!("U{unit:04x}"),
        },
        Value::Text(units) if units.is_empty() => "Empty".to_owned(),
        Value::Text(units) => {
            let text = String::from_utf16(units).ok()?;
            let is_short = text.len() <= LETTERS && text.chars().all(|c| c.is_ascii_alphanumeric());
            is_short.then(|| capital(&text))?
        }
        other => super::makers::number(other)?.to_string().replace('-', "Minus"),
    })
}

/// A text with a capital as its first letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Numbers the tests of a class that would have the same name.
pub(super) fn make_unique(tests: &mut [TestMethod]) {
    let mut taken: BTreeSet<(String, String)> = BTreeSet::new();
    for test in tests {
        let base = test.name.clone();
        let names = std::iter::once(base.clone()).chain((2..).map(|i| format!("{base}_{i}")));
        let free = names.into_iter().find(|name| !taken.contains(&(test.class.clone(), name.clone())));
        test.name = free.unwrap_or(base);
        taken.insert((test.class.clone(), test.name.clone()));
    }
}

/// Names for the objects that are arguments: those of the parameters.
pub(super) fn variables(program: &Program, entry: MethodId, inputs: &Inputs, run: &Run) -> Variables {
    let mut names = Variables::new();
    let locals = &program.methods[entry].locals;
    let skipped = usize::from(run.entry.has_receiver);
    let parameters = program.parameters(entry).iter().map(|&local| locals[local].name.clone());
    for (name, value) in parameters.zip(run.arguments.iter().skip(skipped)) {
        let is_free = !inputs.heap.contains_key(&name) && name != "receiver" && is_identifier(&name);
        if let (Value::Object(object), true) = (value, is_free) {
            names.entry(*object).or_insert(name);
        }
    }
    // Programs start without arguments, which are no input.
    if run.heap.len() > inputs.heap.len() {
        names.insert(inputs.heap.len(), "arguments".to_owned());
    }
    if let (true, Some(inputs::Value::Ref(this))) = (run.entry.has_receiver, inputs.args.get("this"))
        && let Some(object) = inputs.heap.get_index_of(this)
    {
        names.insert(object, "receiver".to_owned());
    }
    names
}

/// Whether a name of a class file can be that of a variable: other compilers have names that sources cannot have.
fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|c| c.is_alphabetic()) && letters.all(|c| c.is_alphanumeric() || c == '_')
}
