//! `multise.toml`: options by name, for all commands that have them; a table with the name of a command has options for this
//! command only.

use super::{BadOption, Given, Layered, Origin, Setting, Value, is_layered, is_stdin, refused_at};
use crate::cli::exit::Failure;
use crate::source::{SourceFile, Span};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use toml_edit::{Document, Item, Table, Value as Toml};

/// The name of the file.
const NAME: &str = "multise.toml";
/// Larger files are not written by people.
const MAX: u64 = 1 << 20;

/// The options of the nearest file, searched upwards from the folder of the program, or from the current folder for standard
/// input: first those of this command alone, then those of all commands.
pub(super) fn layers(layered: &Layered<'_>, program: &Path) -> Result<[Vec<Setting>; 2], Failure> {
    let Some(path) = nearest(program) else { return Ok(Default::default()) };
    let refused = |why: String| Failure::refused(format!("cannot read `{}`: {why}", path.display()));
    let size = fs::metadata(&path).map_err(|error| refused(error.to_string()))?.len();
    if size > MAX {
        return Err(refused(format!("{size} bytes are too many")));
    }
    let text = fs::read_to_string(&path).map_err(|error| refused(error.to_string()))?;
    settings(layered, &path, &text)
}

fn nearest(program: &Path) -> Option<PathBuf> {
    let folder = match is_stdin(program) {
        true => std::env::current_dir().ok()?,
        false => program.canonicalize().ok()?.parent()?.to_owned(),
    };
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// The options of the text of a file.
pub(super) fn settings(layered: &Layered<'_>, path: &Path, text: &str) -> Result<[Vec<Setting>; 2], Failure> {
    let name = path.display().to_string();
    let refused = |message: String, help: Option<String>, span: Option<std::ops::Range<usize>>| {
        let span = span.map_or(Span::new(0, 0), |span| Span::new(span.start, span.end));
        refused_at(BadOption { message, help }, SourceFile::new(name.as_str(), text), span)
    };
    let document = Document::parse(text).map_err(|error| refused(error.message().to_owned(), None, error.span()))?;
    let mut layers: [Vec<Setting>; 2] = Default::default();
    let mut add = |layer: usize, table: &Table, key: &str, item: &Item| {
        let span = table.key(key).and_then(toml_edit::Key::span);
        let values = values(item);
        let values = values.ok_or_else(|| refused(format!("`{key}` has no such value"), None, item.span()))?;
        let given = Given { name: key.to_owned(), values, origin: Origin::File(name.clone()) };
        let setting = layered.setting(given).map_err(|why| refused(why.message, why.help, span))?;
        layers[layer].extend(setting);
        Ok::<(), Failure>(())
    };
    for (key, item) in document.iter() {
        let command = layered.definition.find_subcommand(key).filter(|command| is_layered(command));
        match (item.as_table(), command) {
            (Some(table), Some(command)) if command.get_name() == layered.command.get_name() => {
                table.iter().try_for_each(|(key, item)| add(0, table, key, item))?;
            }
            (Some(_), Some(_)) => {}
            (Some(_), None) => {
                let span = document.key(key).and_then(toml_edit::Key::span);
                return Err(refused(format!("no command `{key}` takes options from here"), None, span));
            }
            (None, _) => add(1, document.as_table(), key, item)?,
        }
    }
    Ok(layers)
}

/// The values of an option: one, or those of an array.
fn values(item: &Item) -> Option<Vec<Value>> {
    match item.as_value()? {
        Toml::Array(array) => array.iter().map(value).collect(),
        other => value(other).map(|value| vec![value]),
    }
}

fn value(value: &Toml) -> Option<Value> {
    Some(match value {
        Toml::Boolean(on) => Value::Flag(*on.value()),
        Toml::String(text) => Value::Text(text.value().into()),
        Toml::Integer(number) => Value::Text(number.value().to_string().into()),
        Toml::Float(number) => Value::Text(OsString::from(number.value().to_string())),
        Toml::Datetime(_) | Toml::Array(_) | Toml::InlineTable(_) => return None,
    })
}
