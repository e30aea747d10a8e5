//! Options in the environment: `MULTISE_ARRAY_LENGTH=5` is `--array-length 5`.

use super::{BadOption, Given, Layered, Origin, Setting, Value, is_flag, is_layered};
use crate::cli::exit::Failure;
use crate::suggest::Suggestions;
use clap::{ArgAction, Command};
use std::collections::BTreeSet;
use std::ffi::OsString;

/// The beginning of the names of variables.
const PREFIX: &str = "MULTISE_";

/// The variable of an option.
fn variable_of(long: &str) -> String {
    PREFIX.to_owned() + &long.to_uppercase().replace('-', "_")
}

/// A warning about each variable of the process that looks like an option and is none.
pub(super) fn unknown(definition: &Command) -> Vec<String> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    unknown_among(definition, names)
}

/// A warning about each of these variables that looks like an option and is none.
fn unknown_among(definition: &Command, names: impl Iterator<Item = String>) -> Vec<String> {
    let options = definition.get_subcommands().filter(|command| is_layered(command)).flat_map(Layered::options);
    let known: BTreeSet<String> = options.filter_map(|arg| arg.get_long()).map(variable_of).collect();
    let names: BTreeSet<String> = names.filter(|name| name.starts_with(PREFIX) && !known.contains(name)).collect();
    let mut suggestions = Suggestions::default();
    let warning = |name: &String| {
        // Without the prefix, which makes all of them alike.
        let known = known.iter().map(|known| &known[PREFIX.len()..]);
        let near = suggestions.nearest(&name[PREFIX.len()..], known);
        let near = near.map(|near| format!("; did you mean `{PREFIX}{near}`?")).unwrap_or_default();
        format!("no option has the variable `{name}`{near}")
    };
    names.iter().map(warning).collect()
}

/// The options of the environment of the process.
pub(super) fn layer(layered: &Layered<'_>) -> Result<Vec<Setting>, Failure> {
    settings(layered, |name| std::env::var_os(name))
}

/// The options of these variables.
pub(super) fn settings(
    layered: &Layered<'_>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Vec<Setting>, Failure> {
    let mut settings = Vec::new();
    for arg in Layered::options(layered.command) {
        let long = arg.get_long().unwrap_or_default();
        let name = variable_of(long);
        let Some(value) = variable(&name) else { continue };
        let refused = |refusal: BadOption| Failure::refused(format!("{name}: {}", refusal.message));
        let values = match value.to_str() {
            Some("1" | "true" | "on") if is_flag(arg) => vec![Value::Flag(true)],
            Some("" | "0" | "false" | "off") if is_flag(arg) => vec![Value::Flag(false)],
            Some(text) if matches!(arg.get_action(), ArgAction::Append) => {
                let words = shlex::split(text).unwrap_or_default();
                words.into_iter().map(|word| Value::Text(word.into())).collect()
            }
            _ => vec![Value::Text(value)],
        };
        let given = Given { name: long.to_owned(), values, origin: Origin::Variable(name.clone()) };
        settings.extend(layered.setting(given).map_err(refused)?);
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::definition;

    #[test]
    fn a_misspelt_variable_gets_a_warning() {
        let names = ["MULTISE_UNROLL", "MULTISE_ARRAY_LENGHT", "MULTISE_XYZZY", "UNROL", "MULTISE_HTML"];
        let warnings = unknown_among(&definition(), names.into_iter().map(str::to_owned));
        let expected = [
            "no option has the variable `MULTISE_ARRAY_LENGHT`; did you mean `MULTISE_ARRAY_LENGTH`?",
            "no option has the variable `MULTISE_XYZZY`",
        ];
        assert_eq!(warnings, expected);
    }
}
