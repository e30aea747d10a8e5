//! What the client can do and what the user wants: the parameters of `initialize`.
//!
//! Of the capabilities only what matters is looked at, where it stands: a client may have others than those of the version of
//! the protocol that this program knows.

use super::positions::Encoding;
use crate::cli::args::{Cli, Command};
use crate::cli::options;
use crate::config::Config;
use clap::Parser;
use serde_json::Value;
use std::sync::Arc;

/// Seconds that an exploration may take unless the user says otherwise.
const TIMEOUT: f64 = 30.0;

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What columns count.
    pub encoding: Encoding,
    /// The client shows progress that the server begins.
    pub progress: bool,
    /// It asks again for lenses, and for hints, where it is told to.
    pub refreshes_lenses: bool,
    pub refreshes_hints: bool,
    /// It shows places that have to do with a diagnostic.
    pub related: bool,
    /// The options of explorations, and so of the language.
    pub config: Arc<Config>,
}

impl Settings {
    /// The settings that `initialize` asks for, and what is wrong with them: then those options have their defaults.
    pub fn new(parameters: &Value) -> (Self, Option<String>) {
        let can = |path: &str| parameters.pointer(&format!("/capabilities/{path}")).unwrap_or(&Value::Null);
        let encodings = can("general/positionEncodings").as_array().cloned().unwrap_or_default();
        let has = |path: &str| can(path).as_bool() == Some(true);
        let (config, wrong) = match config(&parameters["initializationOptions"]) {
            Ok(config) => (config, None),
            Err(why) => (config(&Value::Null).unwrap_or_default(), Some(why)),
        };
        let settings = Self {
            encoding: if encodings.iter().any(|e| e == "utf-8") { Encoding::Utf8 } else { Encoding::Utf16 },
            progress: has("window/workDoneProgress"),
            refreshes_lenses: has("workspace/codeLens/refreshSupport"),
            refreshes_hints: has("workspace/inlayHint/refreshSupport"),
            related: has("textDocument/publishDiagnostics/relatedInformation"),
            config: Arc::new(config),
        };
        (settings, wrong)
    }
}

/// The options of explorations: `timeout` in seconds, and `options`, words of `multise explore`. Those that say what is
/// explored, or which files are written, have no effect.
fn config(given: &Value) -> Result<Config, String> {
    let words = match &given["options"] {
        Value::Null => Vec::new(),
        Value::Array(words) if words.iter().all(Value::is_string) => words.iter().filter_map(Value::as_str).collect(),
        other => return Err(format!("`options` is no list of words: {other}")),
    };
    let timeout = match &given["timeout"] {
        Value::Null => TIMEOUT,
        number => number.as_f64().ok_or_else(|| format!("`timeout` is no number of seconds: {number}"))?,
    };
    let mut line: Vec<String> =
        ["multise", "explore", "-"].into_iter().chain(words.iter().copied()).map(str::to_owned).collect();
    if !words.iter().any(|word| word.split('=').next() == Some("--timeout")) {
        line.push(format!("--timeout={timeout}"));
    }
    let parsed = Cli::try_parse_from(line).map_err(|error| error.to_string())?;
    let Command::Explore(args) = parsed.command else { return Err("these are no options of `explore`".to_owned()) };
    let (config, _) = options::explore(&args).map_err(|error| error.to_string())?;
    Ok(Config { coverage: false, tests: false, count_csm: false, notes: None, ..config })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::time::Duration;

    #[test]
    fn options_are_those_of_the_command_line() {
        let config = |given| config(&given);
        assert_eq!(config(Value::Null).unwrap().timeout, Duration::from_secs(30));
        let given = config(json!({"timeout": 2.5, "options": ["--lenient", "--unroll", "3"]})).unwrap();
        assert!(given.dialect.lenient && given.unroll == Some(3) && given.timeout == Duration::from_millis(2500));
        assert_eq!(
            config(json!({"timeout": 2, "options": ["--timeout", "7"]})).unwrap().timeout,
            Duration::from_secs(7)
        );
        for wrong in [
            json!({"options": ["--nonsense"]}),
            json!({"options": ["--help"]}),
            json!({"options": ["--strict", "--lenient"]}),
            json!({"options": "--lenient"}),
            json!({"timeout": "soon"}),
            json!({"timeout": -1}),
        ] {
            assert!(config(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_client_without_capabilities_has_defaults() {
        let (settings, wrong) = Settings::new(&Value::Null);
        assert!(settings.encoding == Encoding::Utf16 && !settings.progress && wrong.is_none());
        let bytes = json!({"capabilities": {"general": {"positionEncodings": ["utf-32", "utf-8"]}}});
        assert_eq!(Settings::new(&bytes).0.encoding, Encoding::Utf8);
    }
}
