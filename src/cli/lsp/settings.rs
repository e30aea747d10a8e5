//! The abilities of the client and the wishes of the user: the parameters of `initialize`, and the configuration, which may
//! change.
//!
//! Only the capabilities that matter are read, each at its place, because a client may have others than those of the version
//! of the protocol that this program knows.

use super::positions::Encoding;
use crate::cli::{options, settings};
use crate::config::Config;
use crate::report::Style;
use serde_json::Value;
use std::ffi::OsString;

/// Seconds that an exploration may take unless the user says otherwise.
const TIMEOUT: f64 = 30.0;

/// The section of a configuration that this program has.
pub const SECTION: &str = "multise";

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The unit of columns.
    pub encoding: Encoding,
    /// Whether the client shows progress that the server begins.
    pub progress: bool,
    /// Whether the client requests lenses, and hints, again when asked to.
    pub refreshes_lenses: bool,
    pub refreshes_hints: bool,
    /// Whether the client shows places that are related to a diagnostic.
    pub related: bool,
    /// Whether the client asks what can be renamed.
    pub prepares: bool,
    /// Whether the client can apply fixes.
    pub fixes: bool,
    /// Whether completions can have places to fill in.
    pub snippets: bool,
    /// Whether the client answers questions about its configuration.
    pub has_configuration: bool,
    /// Whether the client announces changes of the configuration only when asked to.
    pub registers_configuration: bool,
    /// Words of `multise explore`.
    words: Vec<OsString>,
}

impl Settings {
    /// The settings of `initialize`, and what is wrong with them: wrong options have their defaults.
    pub fn new(parameters: &Value) -> (Self, Option<String>) {
        let can = |path: &str| parameters.pointer(&format!("/capabilities/{path}")).unwrap_or(&Value::Null);
        let encodings = can("general/positionEncodings").as_array().cloned().unwrap_or_default();
        let has = |path: &str| can(path).as_bool() == Some(true);
        let (words, wrong) = match words(&parameters["initializationOptions"]) {
            Ok(words) => (words, None),
            Err(why) => (words(&Value::Null).unwrap_or_default(), Some(why)),
        };
        let settings = Self {
            encoding: if encodings.iter().any(|e| e == "utf-8") { Encoding::Utf8 } else { Encoding::Utf16 },
            progress: has("window/workDoneProgress"),
            refreshes_lenses: has("workspace/codeLens/refreshSupport"),
            refreshes_hints: has("workspace/inlayHint/refreshSupport"),
            related: has("textDocument/publishDiagnostics/relatedInformation"),
            prepares: has("textDocument/rename/prepareSupport"),
            fixes: can("textDocument/codeAction/codeActionLiteralSupport").is_object(),
            snippets: has("textDocument/completion/completionItem/snippetSupport"),
            has_configuration: has("workspace/configuration"),
            registers_configuration: has("workspace/didChangeConfiguration/dynamicRegistration"),
            words,
        };
        (settings, wrong)
    }

    /// Takes over a configuration: that of this program alone, or one with a section for it. Returns whether it is one.
    ///
    /// # Errors
    /// What is wrong with it. Then the settings stay as they are.
    pub fn configure(&mut self, configuration: &Value) -> Result<bool, String> {
        let section = configuration.get(SECTION).unwrap_or(configuration);
        let is_ours = section.get("timeout").is_some() || section.get("options").is_some();
        if is_ours {
            self.words = words(section)?;
        }
        Ok(is_ours)
    }

    /// The options of explorations, and so of the language, for a program whose text need not be saved. Those of the client
    /// have precedence over directives, the environment and `multise.toml`.
    ///
    /// # Errors
    /// When one of these options is refused.
    pub fn config(&self, program: &str, text: &str) -> Result<Config, String> {
        config(&self.words, program, text)
    }
}

/// Words of `multise explore`: those of `options`, and `timeout` in seconds.
fn words(given: &Value) -> Result<Vec<OsString>, String> {
    let words = match &given["options"] {
        Value::Null => Vec::new(),
        Value::Array(words) if words.iter().all(Value::is_string) => words.iter().filter_map(Value::as_str).collect(),
        other => return Err(format!("`options` is no list of words: {other}")),
    };
    let timeout = match &given["timeout"] {
        Value::Null => TIMEOUT,
        number => number.as_f64().ok_or_else(|| format!("`timeout` is no number of seconds: {number}"))?,
    };
    let mut all: Vec<OsString> = words.iter().map(OsString::from).collect();
    if !words.iter().any(|word| word.split('=').next() == Some("--timeout")) {
        all.push(format!("--timeout={timeout}").into());
    }
    // Without other layers, errors are errors of these words.
    let alone: Vec<OsString> = all.iter().cloned().chain(["--no-config".into()]).collect();
    config(&alone, "-", "").map(|_| all)
}

/// The options of explorations of a program. Options that select what is explored, or which files are written, have no
/// effect.
fn config(words: &[OsString], program: &str, text: &str) -> Result<Config, String> {
    let line = ["multise", "explore"].map(OsString::from).into_iter().chain(words.iter().cloned());
    let args = settings::explore(line.chain(["--".into(), program.into()]), Some(text));
    let args = args.map_err(|failure| failure.message(Style::Plain))?;
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
        let config = |given| config(&words(&given)?, "-", "");
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
        let program = |text: &str| {
            Settings::new(&json!({"initializationOptions": {"options": ["--unroll", "3"]}})).0.config("-", text)
        };
        let config = program("// multise: --unroll 5 --lenient\nclass Main { }").unwrap();
        assert!(config.dialect.lenient && config.unroll == Some(3) && config.timeout == Duration::from_secs(30));
        assert!(program("// multise: --nonsense").is_err());
    }

    #[test]
    fn a_client_without_capabilities_has_defaults() {
        let (settings, wrong) = Settings::new(&Value::Null);
        assert!(settings.encoding == Encoding::Utf16 && !settings.progress && wrong.is_none());
        let bytes = json!({"capabilities": {"general": {"positionEncodings": ["utf-32", "utf-8"]}}});
        assert_eq!(Settings::new(&bytes).0.encoding, Encoding::Utf8);
    }
}
