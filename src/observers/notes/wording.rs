//! Values, objects and arrays in the words of the source.

use crate::explore::texts;
use crate::ieee::Datum;
use crate::inputs;
use crate::ir::Type;
use crate::num::Num;
use crate::state::Origin;
use crate::summary::{AddrId, Value};
use crate::term::{Term, TermId};
use crate::transition::Machine;

/// The most inputs that are named of a term that is not written out.
const NAMED: usize = 4;
/// The length of the longest term that is written out, in bytes.
const LENGTH: usize = 400;

/// A value over the inputs.
pub(super) fn value(machine: &Machine<'_>, value: Value, ty: Option<&Type>) -> String {
    let constant = |t| machine.logic.terms.as_const(t);
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Null => "null".to_owned(),
        Value::Ref(addr) => object(machine, addr),
        Value::Num(t) => match constant(t) {
            Some(n) if ty == Some(&Type::Float) && n.is_integer() => format!("{n}.0"),
            Some(n) => number(ty, n),
            None => term(machine, t),
        },
        Value::Char(t) => constant(t).map_or_else(|| term(machine, t), |n| quoted_character(machine, n)),
        Value::Str(t) => constant(t).map_or_else(|| term(machine, t), |n| quoted_text(machine, n)),
        Value::Missing => "(nothing was returned)".to_owned(),
        Value::Thrown(_) => "(an exception)".to_owned(),
        Value::Thread(thread) => format!("(thread {})", thread.0),
    }
}

/// A constant of a type.
pub(super) fn number(ty: Option<&Type>, n: &Num) -> String {
    match (ty, n.to_i64()) {
        (Some(Type::Ieee(format)), Some(place)) => Datum { format: *format, place }.to_string(),
        (Some(ty @ Type::Machine(_)), _) => match ty.input(n.clone()) {
            inputs::Value::Bool(b) => b.to_string(),
            inputs::Value::Char(c) => format!("'{}'", c.escape_default()),
            _ => n.to_string(),
        },
        _ => n.to_string(),
    }
}

/// The name of an object or array: `@list.next` if an input refers to it; else by the line that made it
/// ([`made_name`](crate::ir::Program::made_name)).
pub(super) fn object(machine: &Machine<'_>, addr: AddrId) -> String {
    match machine.table.address(addr).origin {
        Origin::Input(_) => format!("@{}", machine.table.input(addr).map_or("", |input| &input.name)),
        Origin::Allocated(thread, site, number) => {
            let name = machine.program.made_name(site, number);
            if thread.0 > 0 { format!("{name} of thread {}", thread.0) } else { name }
        }
    }
}

/// A term as text. One with conditional parts is not written out, because it can be large.
fn term(machine: &Machine<'_>, t: TermId) -> String {
    let terms = &machine.logic.terms;
    let is_conditional = terms.below(&[t]).into_iter().any(|part| matches!(terms.node(part), Term::Ite(_)));
    if !is_conditional {
        let text = terms.display(t);
        if text.len() <= LENGTH {
            return text;
        }
    }
    let inputs = terms.inputs(t);
    let named: Vec<&str> = inputs.iter().take(NAMED).map(|input| terms.info(*input).name.as_str()).collect();
    let more = if inputs.len() > NAMED { ", …" } else { "" };
    format!("(computed from {}{more})", named.join(", "))
}

/// The character of a number as a literal.
pub(super) fn quoted_character(machine: &Machine<'_>, number: &Num) -> String {
    format!("'{}'", texts::character(&machine.program.texts, number).escape_default())
}

/// The text of a number as a literal.
pub(super) fn quoted_text(machine: &Machine<'_>, number: &Num) -> String {
    format!("\"{}\"", texts::text(&machine.program.texts, number).escape_debug())
}
