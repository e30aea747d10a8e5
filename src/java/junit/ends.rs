//! How a tested run ends, in the interpreter.

use super::makers::{held, text};
use crate::interp::{self, Address, Body, End, FinalState, ObjectId};
use crate::ir::{ClassId, Fault, Kind, Program};
use crate::java::jvm::Value;
use crate::java::replay::{self, Classes};

/// How a run ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ending {
    /// It returns, with what is known of the result.
    Returns(Result),
    /// An exception of this class leaves the method.
    Throws {
        /// The class, with dots.
        class: String,
        /// What is violated, if anything is.
        bug: Option<Bug>,
    },
}

/// A violation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bug {
    pub is_assertion: bool,
    /// The file, if it is known, and the line.
    pub place: String,
}

/// A result.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Result {
    /// None, or an object about which nothing is said.
    Unknown,
    /// A primitive value, null or a text.
    Value(Value),
    /// An object of the inputs, by its name there.
    Input(String),
    /// A constant of an enum: the class, and the name.
    Constant(String, String),
}

/// The end of a run of a method whose result has this type.
///
/// # Errors
/// Why it cannot be tested.
pub(super) fn ending(
    program: &Program,
    classes: &mut Classes,
    run: &interp::Run,
    result: &str,
) -> std::result::Result<Ending, String> {
    let name = |class: ClassId| program.classes[class].name.clone();
    match &run.end {
        End::Returned { value } => {
            let result = value.as_ref().map(|value| returned(program, classes, &run.state, value, result));
            Ok(Ending::Returns(result.unwrap_or(Result::Unknown)))
        }
        End::Violation(fault) => {
            let class = replay::thrown(program, fault)?;
            let bug = Bug { is_assertion: fault.kind == Kind::Assert, place: place(program, classes, fault) };
            Ok(Ending::Throws { class, bug: Some(bug) })
        }
        End::Threw(thrown) => {
            let payload = thrown.payload.as_deref().and_then(interp::Value::object);
            let class = match payload.map(|object| &run.state.heap[object].body) {
                Some(Body::Object { class, .. }) => Some(*class),
                _ => program.causes.as_ref().and_then(|causes| causes.class(thrown.cause)),
            };
            let class = class.ok_or("the class of the exception is not known")?;
            Ok(Ending::Throws { class: name(class), bug: None })
        }
        End::Unchecked(fault) => {
            let class = fault.class.ok_or("the class of the exception is not known")?;
            Ok(Ending::Throws { class: name(class), bug: None })
        }
        End::StepLimit => Err("it takes too many steps".to_owned()),
        End::Unsupported { what, .. } => Err(format!("it reaches what is not supported: {what}")),
        _ => Err("it has no end that a JVM has".to_owned()),
    }
}

/// The file and the line of a violation.
fn place(program: &Program, classes: &mut Classes, fault: &Fault) -> String {
    let class = &program.classes[program.methods[fault.method].class].name;
    match classes.find(class).and_then(|file| file.source_file) {
        Some(file) => format!("{file}:{}", fault.line),
        None => format!("line {}", fault.line),
    }
}

fn returned(
    program: &Program,
    classes: &mut Classes,
    state: &FinalState,
    value: &interp::Value,
    descriptor: &str,
) -> Result {
    match value {
        interp::Value::Null => Result::Value(Value::Null),
        interp::Value::Num(n) => {
            let value = n.to_i64().and_then(|number| replay::integer(number, descriptor));
            value.map_or(Result::Unknown, Result::Value)
        }
        interp::Value::Ref(object) => reference(program, classes, state, *object),
        _ => Result::Unknown,
    }
}

fn reference(program: &Program, classes: &mut Classes, state: &FinalState, id: ObjectId) -> Result {
    let object = &state.heap[id];
    let by_address = match &object.address {
        Address::Input(name) => Result::Input(name.clone()),
        Address::New(..) => Result::Unknown,
    };
    let Body::Object { class, .. } = &object.body else { return by_address };
    let class = &program.classes[*class].name;
    if class == "java.lang.String" {
        return text(program, &state.heap, id).map_or(Result::Unknown, |units| Result::Value(Value::Text(units)));
    }
    if let Some(interp::Value::Num(ordinal)) = held(program, &state.heap, id, "ordinal")
        && let Some((class, name)) = replay::enum_constant(&classes.line(class), ordinal.to_i64())
    {
        return Result::Constant(class, name);
    }
    by_address
}
