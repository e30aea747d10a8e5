//! The command line that replays a violation.

use crate::config::{Dialect, Types, Uncaught};
use crate::inputs::Inputs;
use crate::report::model::Finished;

/// Longest command line that is printed, bytes: longer ones cannot be pasted.
const PASTED: usize = 2_000;

/// `multise run … <<< '…'` for a shell that has here-strings; advice if the inputs are too long for that.
pub fn command(finished: &Finished<'_>, inputs: &Inputs) -> String {
    let mut words = vec!["multise".to_owned(), "run".to_owned()];
    let stdin = finished.source.main().name == crate::source::STDIN_NAME;
    words.push(if stdin { "FILE".to_owned() } else { file_operand(&finished.source.main().name) });
    words.push("--entry".to_owned());
    words.push(quoted(&finished.program.entry_name(finished.outcome.entry)));
    words.extend(language(&finished.config.dialect));
    let json = serde_json::to_string(inputs).unwrap_or_default();
    let command = words.join(" ");
    if command.len() + json.len() > PASTED {
        return format!("{command} --inputs INPUTS.json (too long to print: `violations[].inputs` of --format json)");
    }
    format!("{command} --inputs - <<< {}", quoted(&json))
}

/// The language options as words of a command line.
pub fn language(dialect: &Dialect) -> Vec<String> {
    let mut words = Vec::new();
    if dialect.lenient {
        words.push("--lenient".to_owned());
    }
    if dialect.uncaught == Uncaught::Allow {
        words.push("--uncaught=allow".to_owned());
    }
    if dialect.nonnull_arrays {
        words.push("--nonnull-arrays".to_owned());
    }
    if let Some(n) = dialect.array_length {
        words.push(format!("--array-length={n}"));
    }
    if dialect.types == Types::Declared {
        words.push("--types=declared".to_owned());
    }
    if !dialect.check.is_all() {
        words.push(format!("--check={}", dialect.check.joined(",")));
    }
    for (field, value) in &dialect.set {
        words.push(format!("--set={}", quoted(&format!("{field}={value}"))));
    }
    words
}

/// A file name that cannot be mistaken for an option.
fn file_operand(name: &str) -> String {
    if name.starts_with('-') { quoted(&format!("./{name}")) } else { quoted(name) }
}

/// One word of a POSIX shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:,+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(quoted("Main.main"), "Main.main");
        assert_eq!(quoted(r#"{"c":"'"}"#), r#"'{"c":"'\''"}'"#);
        assert_eq!(quoted(""), "''");
        assert_eq!(file_operand("-x.oox"), "./-x.oox");
    }
}
