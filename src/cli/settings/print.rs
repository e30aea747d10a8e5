//! All options of a command, as a `multise.toml` with the same meaning, and where each comes from.

use super::{Layered, Setting, is_flag};
use clap::{Arg, ArgAction};
use toml_edit::{Array, DocumentMut, Value};

/// The options, ended by a line break.
pub(super) fn text(layered: &Layered<'_>, chosen: &[Setting]) -> String {
    let mut document = DocumentMut::new();
    for arg in Layered::options(layered.command) {
        let (Some(long), id) = (arg.get_long(), arg.get_id().as_str()) else { continue };
        let given: Vec<&Setting> = chosen.iter().filter(|setting| setting.id == id).collect();
        let (value, origin) = match given.first() {
            Some(first) => {
                let values: Vec<_> = given.iter().flat_map(|setting| setting.values.iter().cloned()).collect();
                (value(arg, &values), first.origin.to_string())
            }
            None if is_flag(arg) => (Value::from(false), "default".to_owned()),
            None if !arg.get_default_values().is_empty() => {
                let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_os_string()).collect();
                (value(arg, &defaults), "default".to_owned())
            }
            // An option without a value is not set.
            None => continue,
        };
        document.insert(long, value.decorated(" ", format!("  # {origin}")).into());
    }
    document.to_string()
}

fn value(arg: &Arg, values: &[std::ffi::OsString]) -> Value {
    let texts = values.iter().map(|value| value.to_string_lossy().into_owned());
    match arg.get_action() {
        _ if is_flag(arg) => Value::from(!values.is_empty()),
        ArgAction::Append => Value::Array(Array::from_iter(texts)),
        _ => scalar(&texts.collect::<String>()),
    }
}

/// A number or truth value if the text reads like one.
fn scalar(text: &str) -> Value {
    match (text.parse::<i64>(), text) {
        (Ok(number), _) if number.to_string() == text => number.into(),
        (_, "true" | "false") => (text == "true").into(),
        _ => text.into(),
    }
}
