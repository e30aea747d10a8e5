//! The command line that replays a violation.

use crate::config::{Dialect, Overflow, Receivers, Roots, Types, Uncaught};
use crate::inputs::Inputs;
use crate::ir::{MethodId, Program};
use crate::report::model::Finished;

/// Longest command line that is printed, bytes: longer ones cannot be pasted.
const PASTED: usize = 2_000;

/// `multise run FILE CALL`, or `multise run … <<< '…'` for a shell that has here-strings where that is shorter or there is no
/// such call; advice if the inputs are too long for that.
pub fn command(finished: &Finished<'_>, inputs: &Inputs) -> String {
    let (program, entry) = (finished.program, finished.outcome.entry);
    let entry_name = quoted(&program.entry_name(entry));
    let main = &finished.source.main().name;
    // A program that is started without arguments is not started by the name of a method.
    let is_started = matches!(finished.config.dialect.classes.roots, Roots::Main(_));
    let (file, start) = match finished.source.operand.as_deref() {
        None if main == crate::source::STDIN_NAME => (" FILE".to_owned(), format!(" FILE --entry {entry_name}")),
        None => (format!(" {}", file_operand(main)), format!(" {} --entry {entry_name}", file_operand(main))),
        Some("") if finished.config.dialect.classes.is_started() => (String::new(), String::new()),
        Some("") => (format!(" {entry_name}"), format!(" {entry_name}")),
        Some(file) if is_started => (format!(" {}", file_operand(file)), format!(" {}", file_operand(file))),
        Some(file) => (format!(" {}", file_operand(file)), format!(" {} --entry {entry_name}", file_operand(file))),
    };
    let options: String = language(&finished.config.dialect).iter().map(|word| format!(" {word}")).collect();
    let start = format!("multise run{start}{options}");
    let json = format!("{start} --inputs - <<< {}", quoted(&serde_json::to_string(inputs).unwrap_or_default()));
    let call = program.syntax.call(program, entry, inputs);
    let call = call.map(|call| format!("multise run{file}{options} {}", quoted(&call)));
    let shortest = call.filter(|call| call.len() < json.len()).unwrap_or(json);
    if shortest.len() > PASTED {
        return format!("{start} --inputs INPUTS.json (too long to print: `violations[].inputs` of --format json)");
    }
    shortest
}

/// Why the command has the inputs as JSON, where that is not evident.
pub fn remark(program: &Program, entry: MethodId, inputs: &Inputs) -> Option<String> {
    let remark = program.syntax.without_call().filter(|_| !inputs.heap.is_empty())?;
    program.syntax.call(program, entry, inputs).is_none().then(|| remark.to_owned())
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
    for (option, places) in [("classpath", &dialect.classes.path), ("sourcepath", &dialect.classes.sources)] {
        if !places.is_empty() {
            let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
            words.push(format!("--{option}={}", quoted(&places.join(":"))));
        }
    }
    if dialect.classes.receivers == Receivers::Built {
        words.push("--receivers=built".to_owned());
    }
    words.extend(dialect.classes.requires.iter().map(|name| format!("--requires={}", quoted(name))));
    if let Some(home) = &dialect.classes.java_home {
        words.push(format!("--java-home={}", quoted(&home.display().to_string())));
    }
    if let Roots::Main(Some(class)) = &dialect.classes.roots {
        words.push(format!("--main={}", quoted(class)));
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
