//! Directives: comments `// multise: OPTIONS` before the first line of code.

use super::{BadOption, Given, Layered, Origin, Setting, Value, refused_at};
use crate::cli::args::is_written;
use crate::cli::exit::Failure;
use crate::cli::load::peek;
use crate::source::{SourceFile, Span};
use std::path::Path;

/// Only this many bytes of a program are searched.
const HEAD: u64 = 1 << 16;
/// The beginning of a directive, after the slashes.
const MARK: &str = "multise:";

/// The options of the program, whose text may differ from its file.
pub(super) fn layer(layered: &Layered<'_>, program: &Path, text: Option<&str>) -> Result<Vec<Setting>, Failure> {
    let name = program.display().to_string();
    if let Some(text) = text {
        return settings(layered, &name, text);
    }
    // A program that cannot be read is refused when it is loaded.
    let head = peek(program, HEAD).unwrap_or_default();
    settings(layered, &name, &String::from_utf8_lossy(&head))
}

/// The options of a program's text.
fn settings(layered: &Layered<'_>, name: &str, text: &str) -> Result<Vec<Setting>, Failure> {
    let mut settings = Vec::new();
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let comment = line.trim_start().strip_prefix("//");
        if comment.is_none() && !line.trim().is_empty() {
            break;
        }
        if let Some(options) = comment.and_then(|comment| comment.trim().strip_prefix(MARK)) {
            let span = Span::new(start + (line.len() - line.trim_start().len()), start + line.trim_end().len());
            let source = || SourceFile::new(name, text);
            for given in given(options, number + 1).map_err(|refusal| refused_at(refusal, source(), span))? {
                let setting = admitted(layered, given).map_err(|refusal| refused_at(refusal, source(), span))?;
                settings.extend(setting);
            }
        }
        start += line.len();
    }
    Ok(settings)
}

/// A program may come from another author, so it decides nothing about files.
fn admitted(layered: &Layered<'_>, given: Given) -> Result<Option<Setting>, BadOption> {
    let writes = |arg: &&clap::Arg| arg.get_long() == Some(&given.name) && is_written(arg);
    let commands = layered.definition.get_subcommands();
    if commands.flat_map(clap::Command::get_arguments).any(|arg| writes(&arg)) {
        let message = format!("`{}` writes a file: a program cannot ask for that", given.name);
        return Err(BadOption { message, help: Some("give it on the command line".to_owned()) });
    }
    layered.setting(given)
}

/// The options of a line; what follows an option is its value.
fn given(options: &str, line: usize) -> Result<Vec<Given>, BadOption> {
    let refusal = |message: &str| BadOption { message: message.to_owned(), help: None };
    let words = shlex::split(options).ok_or_else(|| refusal("a quote is not closed"))?;
    let mut all: Vec<Given> = Vec::new();
    for word in words {
        if let Some(option) = word.strip_prefix("--") {
            let (name, value) = option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
            let values = value.map(|value| Value::Text(value.into())).into_iter().collect();
            all.push(Given { name: name.to_owned(), values, origin: Origin::Directive(line) });
        } else {
            let last = all.last_mut().filter(|last| last.values.is_empty());
            let last = last.ok_or_else(|| refusal(&format!("`{word}` is no option: they begin with `--`")))?;
            last.values.push(Value::Text(word.into()));
        }
    }
    for option in all.iter_mut().filter(|option| option.values.is_empty()) {
        option.values.push(Value::Flag(true));
    }
    Ok(all)
}
