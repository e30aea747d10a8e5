//! Inputs as a call: `Main.main(3, [1, 2], Node { value: 3, next: null })`.
//!
//! An object or array with one reference to it is written at this reference. One that is shared, or part of a cycle, has a name,
//! and is written behind the call: `Main.main(o1, o1) where o1 = Node { next: o1 }`.

use super::literal::{default_of_name, literal};
use crate::inputs::{Cell, Inputs, Value};
use crate::ir::{ClassId, Method, MethodId, MethodKind, Program, Type};

/// The longest array that is written: each of its elements is.
const ELEMENTS: u64 = 256;
/// The deepest nesting, and the most objects and arrays.
const CELLS: usize = 256;

/// The call; nothing where no call has these inputs, or its text would be very long.
pub fn of(program: &Program, entry: MethodId, inputs: &Inputs) -> Option<String> {
    if !inputs.schedule.is_empty() || inputs.heap.len() > CELLS {
        return None;
    }
    let method = &program.methods[entry];
    let writer = Writer { program, inputs, shared: inputs.shared() };
    let callee = writer.callee(entry, method)?;
    let argument = |local| {
        let local = &method.locals[local];
        let ty = local.ty.as_ref()?;
        writer.value(inputs.args.get(&local.name).unwrap_or(&ty.default_input()), ty, 0)
    };
    let args: Option<Vec<String>> = program.parameters(entry).iter().map(|&local| argument(local)).collect();
    let named = |&name: &&str| Some(format!("{name} = {}", writer.cell(inputs.heap.get(name)?, 0)?));
    let named: Option<Vec<String>> = writer.shared.iter().map(named).collect();
    let (args, named) = (args?.join(", "), named?.join(", "));
    let behind = if named.is_empty() { String::new() } else { format!(" where {named}") };
    Some(format!("{callee}({args}){behind}"))
}

struct Writer<'a> {
    program: &'a Program,
    inputs: &'a Inputs,
    /// The objects and arrays that have names.
    shared: Vec<&'a str>,
}

impl Writer<'_> {
    /// What comes before the arguments.
    fn callee(&self, entry: MethodId, method: &Method) -> Option<String> {
        let program = self.program;
        if method.kind == MethodKind::Static {
            return Some(program.entry_name(entry));
        }
        let Some(Value::Ref(this)) = inputs_this(self.inputs, method) else {
            let class = &program.classes[method.class].name;
            // A method of this name would be called instead.
            let hidden = program.methods.iter().any(|m| m.kind != MethodKind::Constructor && m.name == *class);
            let types = program.entry_name(entry).split_once('(').map(|(_, types)| format!("({types}"));
            let is_constructor = method.kind == MethodKind::Constructor && !hidden;
            return is_constructor.then(|| format!("new {class}{}", types.unwrap_or_default()));
        };
        let Cell::Object { class, .. } = self.inputs.heap.get(this)? else { return None };
        let class = program.class_named(class)?;
        let receiver = self.reference(this, 0)?;
        let line: Vec<ClassId> = program.line(class).collect();
        let same = |m: &&MethodId| {
            let other = &program.methods[**m];
            other.name == method.name && other.kind != MethodKind::Constructor && line.contains(&other.class)
        };
        let ids: Vec<MethodId> = program.methods.ids().collect();
        let signatures = ids.iter().filter(same).map(|m| self.signature(*m));
        let own = self.signature(entry);
        let types = if signatures.clone().all(|other| other == own) { String::new() } else { format!("({own})") };
        Some(format!("{receiver}.{}{types}", method.name))
    }

    /// The types of the parameters.
    fn signature(&self, method: MethodId) -> String {
        let locals = &self.program.methods[method].locals;
        let types = self.program.parameters(method).iter().filter_map(|&l| locals[l].ty.as_ref());
        types.map(|ty| self.program.type_name(ty)).collect::<Vec<_>>().join(", ")
    }

    fn value(&self, value: &Value, ty: &Type, level: usize) -> Option<String> {
        match value {
            Value::Ref(name) => self.reference(name, level),
            Value::Char(text) | Value::String(text) if text.chars().any(is_unwritable) => None,
            Value::Int(n) if *ty == Type::Float => Some(literal(&Value::Float(n.clone()))),
            plain => Some(literal(plain)),
        }
    }

    fn reference(&self, name: &str, level: usize) -> Option<String> {
        if !self.shared.contains(&name) {
            return self.cell(self.inputs.heap.get(name)?, level + 1);
        }
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
        (is_name && name.chars().all(|c| c.is_ascii_alphanumeric())).then(|| name.to_owned())
    }

    fn cell(&self, cell: &Cell, level: usize) -> Option<String> {
        if level > CELLS {
            return None;
        }
        match cell {
            Cell::Object { class, fields } => {
                let declared = &self.program.class(class)?.fields;
                let field = |(name, value): (&String, &Value)| {
                    let field = declared.iter().find(|f| self.program.fields[**f].name == *name)?;
                    Some(format!("{name}: {}", self.value(value, &self.program.fields[*field].ty, level)?))
                };
                let fields: Option<Vec<String>> = fields.iter().map(field).collect();
                let fields = fields?.join(", ");
                Some(if fields.is_empty() { format!("{class} {{}}") } else { format!("{class} {{ {fields} }}") })
            }
            Cell::Array { elem, length, default, cells } => {
                let length: u64 = length.parse().ok().filter(|n| *n <= ELEMENTS)?;
                // An element that is written several times would be several objects.
                let usual = default.clone().filter(|value| !matches!(value, Value::Ref(_)));
                if default.is_some() && usual.is_none() {
                    return None;
                }
                let usual = usual.unwrap_or_else(|| default_of_name(elem));
                let ty = if elem == "float" { Type::Float } else { Type::Null };
                let element = |i: u64| self.value(cells.get(&i.to_string()).unwrap_or(&usual), &ty, level);
                let elements: Option<Vec<String>> = (0..length).map(element).collect();
                Some(format!("[{}]", elements?.join(", ")))
            }
        }
    }
}

/// The receiver in the inputs.
fn inputs_this<'a>(inputs: &'a Inputs, method: &Method) -> Option<&'a Value> {
    let this = (method.kind == MethodKind::Instance).then(|| method.this()).flatten()?;
    inputs.args.get(&method.locals[this].name)
}

/// Whether a character has no readable form in a literal.
fn is_unwritable(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t' | '\r' | '\0')
}
