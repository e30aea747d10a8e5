//! Options in the environment: `MULTISE_ARRAY_LENGTH=5` is `--array-length 5`.

use super::{BadOption, Given, Layered, Origin, Setting, Value, is_flag};
use crate::cli::exit::Failure;
use crate::cli::output::stderr_style;
use clap::ArgAction;
use std::ffi::OsString;

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
        let name = format!("MULTISE_{}", long.to_uppercase().replace('-', "_"));
        let Some(value) = variable(&name) else { continue };
        let refused = |refusal: BadOption| Failure::refused(&format!("{name}: {}", refusal.message), stderr_style());
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
