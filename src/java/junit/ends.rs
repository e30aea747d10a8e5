//! How a tested run ends, in the interpreter.

use super::makers::{held, text};
use super::visible::View;
use crate::interp::{self, Address, Body, End, FinalState, ObjectId};
use crate::ir::{ClassId, Fault, Kind, Program};
use crate::java::jvm::Value;
use crate::java::replay::Classes;

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
            let class = match (fault.kind, fault.class) {
                (Kind::Assert | Kind::Exception, Some(class)) => name(class),
                (Kind::Assert, None) => "java.lang.AssertionError".to_owned(),
                (Kind::Exception, None) => return Err("the class of the exception is not known".to_owned()),
                (Kind::Deadlock, _) => return Err("a deadlock".to_owned()),
                (Kind::Nontermination, _) => return Err("an execution that does not end".to_owned()),
                _ => return Err("a JVM does not check it".to_owned()),
            };
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
        interp::Value::Num(n) => primitive(n, descriptor).map_or(Result::Unknown, Result::Value),
        interp::Value::Ref(object) => reference(program, classes, state, *object),
        _ => Result::Unknown,
    }
}

/// A number as a value of a primitive type.
fn primitive(n: &crate::num::Num, descriptor: &str) -> Option<Value> {
    let number = n.to_i64();
    Some(match descriptor {
        "Z" => Value::Boolean(number? != 0),
        "B" => Value::Byte(number?.try_into().ok()?),
        "S" => Value::Short(number?.try_into().ok()?),
        "C" => Value::Char(number?.try_into().ok()?),
        "I" => Value::Int(number?.try_into().ok()?),
        "J" => Value::Long(number?),
        _ => return None,
    })
}

fn reference(program: &Program, classes: &mut Classes, state: &FinalState, id: ObjectId) -> Result {
    let object = &state.heap[id];
    let Body::Object { class, .. } = &object.body else {
        return match &object.address {
            Address::Input(name) => Result::Input(name.clone()),
            Address::New(..) => Result::Unknown,
        };
    };
    let class = &program.classes[*class].name;
    if class == "java.lang.String" {
        return text(program, &state.heap, id).map_or(Result::Unknown, |units| Result::Value(Value::Text(units)));
    }
    if let Some(interp::Value::Num(ordinal)) = held(program, &state.heap, id, "ordinal")
        && let Some((class, name)) = constant(classes, class, ordinal.to_i64())
    {
        return Result::Constant(class, name);
    }
    match &object.address {
        Address::Input(name) => Result::Input(name.clone()),
        Address::New(..) => Result::Unknown,
    }
}

/// The constant of an enum with this number.
fn constant(classes: &mut Classes, class: &str, ordinal: Option<i64>) -> Option<(String, String)> {
    let mut view = View { classes, package: String::new() };
    let line = view.line(class);
    let file = line.last().filter(|file| file.super_name.as_deref() == Some("java/lang/Enum"))?;
    let constants = file.fields.iter().filter(|field| field.access.is_enum());
    let name = constants.map(|field| field.name.to_string()).nth(usize::try_from(ordinal?).ok()?)?;
    Some((super::visible::dotted(&file.name), name))
}
