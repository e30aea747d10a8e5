//! The command line that replays a violation.

use crate::config::{Dialect, Overflow, Receivers, Roots, Types, Uncaught};
use crate::inputs::Inputs;
use crate::ir::{MethodId, Program};
use crate::report::model::Finished;
use std::path::PathBuf;

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
    let (file, has_entry) = match finished.source.operand.as_deref() {
        None if main == crate::source::STDIN_NAME => (" FILE".to_owned(), true),
        None => (format!(" {}", file_operand(main)), true),
        Some("") if finished.config.dialect.classes.is_started() => (String::new(), false),
        Some("") => (format!(" {entry_name}"), false),
        Some(file) => (format!(" {}", file_operand(file)), !is_started),
    };
    let option = if has_entry { format!(" --entry {entry_name}") } else { String::new() };
    let options: String = language(&finished.config.dialect).iter().map(|word| format!(" {word}")).collect();
    let start = format!("multise run{file}{option}{options}");
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
    let Dialect { classes, .. } = dialect;
    let flag = |is_on: bool, word: &str| is_on.then(|| word.to_owned());
    let path = |option: &str, places: &[PathBuf]| {
        let joined = places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(":");
        (!places.is_empty()).then(|| format!("--{option}={}", quoted(&joined)))
    };
    let once = [
        flag(dialect.lenient, "--lenient"),
        flag(dialect.uncaught == Uncaught::Allow, "--uncaught=allow"),
        flag(dialect.nonnull_arrays, "--nonnull-arrays"),
        dialect.array_length.map(|n| format!("--array-length={n}")),
        flag(dialect.types == Types::Declared, "--types=declared"),
        flag(dialect.termination, "--termination"),
        dialect.int_width.map(|width| format!("--int-width={}", width.bits())),
        flag(dialect.overflow == Overflow::Wrap, "--overflow=wrap"),
        (!dialect.check.is_all()).then(|| format!("--check={}", dialect.check.joined(","))),
        path("classpath", &classes.path),
        path("sourcepath", &classes.sources),
        flag(classes.receivers == Receivers::Built, "--receivers=built"),
    ];
    let requires = classes.requires.iter().map(|name| format!("--requires={}", quoted(name)));
    let home = classes.java_home.iter().map(|home| format!("--java-home={}", quoted(&home.display().to_string())));
    let main = match &classes.roots {
        Roots::Main(Some(class)) => Some(format!("--main={}", quoted(class))),
        _ => None,
    };
    let set = dialect.set.iter().map(|(field, value)| format!("--set={}", quoted(&format!("{field}={value}"))));
    once.into_iter().flatten().chain(requires).chain(home).chain(main).chain(set).collect()
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
