//! The command line that replays a violation.

use crate::config::{Dialect, Overflow, Types, Uncaught};
use crate::inputs::Inputs;
use crate::report::model::Finished;

/// Longest command line that is printed, bytes: longer ones cannot be pasted.
const PASTED: usize = 2_000;

/// `multise run FILE CALL`, or `multise run … <<< '…'` for a shell that has here-strings where that is shorter or there is no
/// such call; advice if the inputs are too long for that.
pub fn command(finished: &Finished<'_>, inputs: &Inputs) -> String {
    let (program, entry) = (finished.program, finished.outcome.entry);
    let stdin = finished.source.main().name == crate::source::STDIN_NAME;
    let file = if stdin { "FILE".to_owned() } else { file_operand(&finished.source.main().name) };
    let options: String = language(&finished.config.dialect).iter().map(|word| format!(" {word}")).collect();
    let entry_name = quoted(&program.entry_name(entry));
    let start = format!("multise run {file} --entry {entry_name}{options}");
    let json = format!("{start} --inputs - <<< {}", quoted(&serde_json::to_string(inputs).unwrap_or_default()));
    let call = program.syntax.call(program, entry, inputs);
    let call = call.map(|call| format!("multise run {file}{options} {}", quoted(&call)));
    let shortest = call.filter(|call| call.len() < json.len()).unwrap_or(json);
    if shortest.len() > PASTED {
        return format!("{start} --inputs INPUTS.json (too long to print: `violations[].inputs` of --format json)");
    }
    shortest
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
    if dialect.termination {
        words.push("--termination".to_owned());
    }
    if let Some(width) = dialect.int_width {
        words.push(format!("--int-width={}", width.bits()));
    }
    if dialect.overflow == Overflow::Wrap {
        words.push("--overflow=wrap".to_owned());
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
