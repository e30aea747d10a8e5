//! Inputs written as a call and read again.

use super::pipeline::Built;
use indexmap::IndexMap;
use multise::{Cell, Inputs, Num, Value};

/// Writes inputs as a call of the entry, reads the call, and compares. Returns whether there is such a call.
///
/// # Errors
/// What differs, or why the call is refused.
pub fn check(built: &Built, inputs: &Inputs) -> Result<bool, String> {
    let Some(text) = built.program.call_text(built.entry, inputs) else { return Ok(false) };
    let called = built.program.call(&text).map_err(|e| format!("`{text}` is refused: {e}"))?;
    if called.entry != built.entry {
        return Err(format!("`{text}` is a call of {}", built.program.entry_name(called.entry)));
    }
    same(inputs, &called.inputs).map_err(|e| format!("`{text}`: {e}\nwritten for {inputs:?}"))?;
    Ok(true)
}

/// Compares inputs that may have different names for objects. What `ours` leaves out is not compared.
///
/// # Errors
/// What differs.
pub fn same(ours: &Inputs, theirs: &Inputs) -> Result<(), String> {
    let mut names = IndexMap::new();
    let mut todo: Vec<(&Value, Option<&Value>)> = Vec::new();
    todo.extend(ours.args.iter().map(|(name, value)| (value, theirs.args.get(name))));
    while let Some((our, their)) = todo.pop() {
        match (our, their) {
            (Value::Ref(a), Some(Value::Ref(b))) if constant(&theirs.heap[b]).is_some() => {
                let (our, their) = (&ours.heap[a], &theirs.heap[b]);
                let zero = Value::Int(Num::ZERO);
                if constant(our).unwrap_or(&zero) != constant(their).unwrap_or(&zero) {
                    return Err(format!("{our:?} came out of {their:?}"));
                }
            }
            (Value::Ref(a), Some(Value::Ref(b))) => {
                match names.insert(a.clone(), b.clone()) {
                    Some(old) if old == *b => continue,
                    None if names.values().filter(|name| *name == b).count() == 1 => {}
                    _ => return Err(format!("{a} stands for several objects, {b} among them")),
                }
                match (&ours.heap[a], &theirs.heap[b]) {
                    (Cell::Object { class: c, fields: f }, Cell::Object { class: d, fields: g }) if c == d => {
                        todo.extend(f.iter().map(|(name, value)| (value, g.get(name))));
                    }
                    (
                        Cell::Array { elem: c, length: n, cells: f, .. },
                        Cell::Array { elem: d, length: m, cells: g, default },
                    ) if c == d && n == m => {
                        todo.extend(f.iter().map(|(i, value)| (value, g.get(i).or(default.as_ref()))));
                    }
                    (ours, theirs) => return Err(format!("{ours:?} came out of {theirs:?}")),
                }
            }
            (ours, Some(theirs)) if ours == theirs => {}
            (ours, theirs) => return Err(format!("{ours:?} came out of {theirs:?}")),
        }
    }
    Ok(())
}

/// The number of a constant of an enum of Java, which has no identity of its own; a call gives it always.
fn constant(cell: &Cell) -> Option<&Value> {
    let Cell::Object { fields, .. } = cell else { return None };
    fields.get("ordinal")
}
