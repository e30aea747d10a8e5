//! Options that are not given on the command line.
//!
//! They come in layers: *directives* in the program (`// multise: --unroll 5`, before its first line of code), the
//! environment (`MULTISE_UNROLL=5`), the nearest `multise.toml` above the program. The command line is above them all. An
//! option means the same in every layer, because each is parsed like a word of the command line. An option of a layer hides
//! the same option, and options that contradict it, in the layers below. The result is a command line again.

mod directive;
mod environment;
mod file;
mod print;
#[cfg(test)]
mod tests;

use super::args::{self, Cli, Explore, definition, is_flag};
use super::exit::Failure;
use super::load::is_stdin;
use super::output::{complain, stderr_style};
use super::outputs;
use crate::report::format::diagnostics;
use crate::source::{Diagnostic, Phase, SourceFile, Span};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

/// The error code of an option that is not allowed where it is.
const BAD_OPTION: &str = "E0404";
/// The options that are about options, or that make sense for one call only.
const OWN: [&str; 5] = ["no_config", "print_config", "watch", "help", "version"];
/// Contradicting options that the parser does not refuse, because there is a better message for them.
const CONTRADICTIONS: [[&str; 2]; 3] = [["strict", "lenient"], ["all", "first"], ["verbose", "quiet"]];

/// A command line with the options of the other layers.
pub enum Resolved {
    /// The command.
    Command(Box<Cli>),
    /// All options of the command and where they come from, in the form of `multise.toml`.
    Text(String),
}

/// An option that a layer gives.
#[derive(Clone, Debug)]
struct Setting {
    /// Its name in the definition of the command line.
    id: String,
    /// Its values; none for a flag that is off, and an empty one for a flag that is on.
    values: Vec<OsString>,
    origin: Origin,
}

/// Where an option comes from.
#[derive(Clone, Debug)]
enum Origin {
    /// On the command line.
    CommandLine,
    /// In a directive on this line of the program.
    Directive(usize),
    /// In the environment, as this variable.
    Variable(String),
    /// In this file.
    File(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CommandLine => f.write_str("command line"),
            Self::Directive(line) => write!(f, "directive, line {line}"),
            Self::Variable(name) | Self::File(name) => f.write_str(name),
        }
    }
}

/// An option as written in a layer.
struct Given {
    /// Its name, without leading dashes.
    name: String,
    values: Vec<Value>,
    origin: Origin,
}

/// The value of an option.
enum Value {
    /// A flag that is on or off.
    Flag(bool),
    Text(OsString),
}

/// Why an option is refused.
struct BadOption {
    message: String,
    help: Option<String>,
}

/// The command line, whose first word is the name of this program, with the options of the other layers.
///
/// # Errors
/// When an option of any layer is unknown, or its value is wrong.
pub fn resolved(words: impl IntoIterator<Item = OsString>) -> Result<Resolved, Failure> {
    let definition = definition();
    match in_layers(&definition, words, None) {
        Ok(matches) => {
            if let Some((name, given)) = matches.subcommand()
                && let Some(command) = definition.find_subcommand(name)
            {
                outputs::check(command, given, &program(given))?;
                if is_layered(command) && !given.get_flag("no_config") && !is_on(given, "quiet") {
                    environment::unknown(&definition).iter().for_each(|warning| warn(warning));
                }
            }
            let cli = Cli::from_arg_matches(&matches).map_err(|error| refused(&error))?;
            Ok(Resolved::Command(Box::new(cli)))
        }
        Err(Instead::Text(text)) => Ok(Resolved::Text(text)),
        Err(Instead::Elsewhere(failure)) => Err(failure),
        Err(Instead::Words(error)) if error.use_stderr() => Err(refused(&error)),
        // The user has asked for help.
        Err(Instead::Words(error)) => Ok(Resolved::Text(error.render().ansi().to_string())),
    }
}

/// Like [`resolved`], for words that must be a call of `multise explore`. The text of the program may differ from its file.
///
/// # Errors
/// As for [`resolved`], and when they are not such a call.
pub fn explore(words: impl IntoIterator<Item = OsString>, text: Option<&str>) -> Result<Box<Explore>, Failure> {
    let other = || Failure::refused("these are no options of an exploration");
    match in_layers(&definition(), words, text) {
        Ok(matches) => match Cli::from_arg_matches(&matches).map_err(|error| refused(&error))?.command {
            args::Command::Explore(explore) => Ok(explore),
            _ => Err(other()),
        },
        Err(Instead::Text(_)) => Err(other()),
        Err(Instead::Elsewhere(failure)) => Err(failure),
        Err(Instead::Words(error)) => Err(refused(&error)),
    }
}

fn warn(message: &str) {
    complain(&(stderr_style().unsure("warning:") + " " + message + "\n"));
}

fn refused(error: &clap::Error) -> Failure {
    Failure::Refused(error.render().ansi().to_string())
}

/// Why there is no command to execute.
enum Instead {
    /// The words of the command line are wrong, or the user has asked for help.
    Words(clap::Error),
    /// An option of another layer is wrong.
    Elsewhere(Failure),
    /// The user has asked for the options, which are this text.
    Text(String),
}

impl From<clap::Error> for Instead {
    fn from(error: clap::Error) -> Self {
        Self::Words(error)
    }
}

impl From<Failure> for Instead {
    fn from(failure: Failure) -> Self {
        Self::Elsewhere(failure)
    }
}

fn in_layers(
    definition: &Command,
    words: impl IntoIterator<Item = OsString>,
    text: Option<&str>,
) -> Result<ArgMatches, Instead> {
    let matches = definition.clone().try_get_matches_from(words)?;
    let layered = matches.subcommand().and_then(|(name, given)| Some((Layered::new(definition, name)?, given)));
    let Some((layered, given)) = layered else { return Ok(matches) };
    let operands = layered.operands(given);
    let mut chosen = layered.given(given);
    if !given.get_flag("no_config") {
        let program = program(given);
        layered.add(&mut chosen, directive::layer(&layered, &program, text)?);
        layered.add(&mut chosen, environment::layer(&layered)?);
        for layer in file::layers(&layered, &program)? {
            layered.add(&mut chosen, layer);
        }
        chosen.retain(|setting| operands.iter().all(|(id, _)| !layered.hides(id, &setting.id)));
    }
    if given.get_flag("print_config") {
        return Err(Instead::Text(print::text(&layered, &chosen)));
    }
    let watch = is_on(given, "watch").then(|| OsString::from("--watch"));
    let operands = operands.into_iter().map(|(_, operand)| operand);
    let words = layered.words(&chosen).chain(watch).chain(["--".into()]).chain(operands);
    Ok(definition.clone().try_get_matches_from(words)?)
}

/// A command to which layers add options.
struct Layered<'a> {
    definition: &'a Command,
    command: &'a Command,
}

impl<'a> Layered<'a> {
    /// Nothing for a command without a program, or with several.
    fn new(definition: &'a Command, name: &str) -> Option<Self> {
        let command = definition.find_subcommand(name)?;
        is_layered(command).then_some(Self { definition, command })
    }

    /// The options of a command that may come from layers.
    fn options(command: &Command) -> impl Iterator<Item = &Arg> {
        command.get_arguments().filter(|arg| arg.get_long().is_some() && !OWN.contains(&arg.get_id().as_str()))
    }

    /// The operands of a command line that has been parsed, with their names in its definition.
    fn operands(&self, given: &ArgMatches) -> Vec<(String, OsString)> {
        let ids = self.command.get_positionals().map(|operand| operand.get_id().to_string());
        let raw = |id: String| {
            given.get_raw(&id).and_then(|mut values| values.next()).map(|value| (id.clone(), value.into()))
        };
        ids.filter_map(raw).collect()
    }

    /// The settings of a command line that has been parsed.
    fn given(&self, given: &ArgMatches) -> Vec<Setting> {
        let is_given = |arg: &&Arg| given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        let setting = |arg: &Arg| Setting {
            id: arg.get_id().to_string(),
            values: args::values(arg, given),
            origin: Origin::CommandLine,
        };
        Self::options(self.command).filter(is_given).map(setting).collect()
    }

    /// The setting that an option of a layer gives, as the parser understands it; nothing for an option that only other
    /// commands have.
    fn setting(&self, given: Given) -> Result<Option<Setting>, BadOption> {
        let Given { name, values, origin } = given;
        let named = |arg: &&Arg| arg.get_long() == Some(&name);
        let Some(arg) = Self::options(self.command).find(named) else {
            let others = || self.definition.get_subcommands().filter(|command| is_layered(command));
            if others().flat_map(Self::options).any(|arg| named(&arg)) {
                return Ok(None);
            }
            let known = others().flat_map(Self::options).filter_map(Arg::get_long);
            let near = known.filter(|known| strsim::osa_distance(known, &name) <= 2);
            let near = near.min_by_key(|known| strsim::osa_distance(known, &name));
            let help = near.map(|near| format!("there is `{near}`"));
            return Err(BadOption { message: format!("no command has an option `{name}` that can stand here"), help });
        };
        let id = arg.get_id().as_str().to_owned();
        let refusal = |message: String| BadOption { message, help: None };
        if is_flag(arg) {
            let [Value::Flag(is_on)] = values[..] else {
                return Err(refusal(format!("`{name}` is on or off, and has no other value")));
            };
            return Ok(Some(Setting { id, values: is_on.then(OsString::new).into_iter().collect(), origin }));
        }
        let text = |value| match value {
            Value::Flag(is_on) => is_on.to_string().into(),
            Value::Text(text) => text,
        };
        let setting = Setting { id, values: values.into_iter().map(text).collect(), origin };
        // An error of the parser is reported now, because later its place is not known. The operand fits every command.
        let words = self.words(std::slice::from_ref(&setting)).chain(["--".into(), "x.oox:1".into()]);
        match self.definition.clone().try_get_matches_from(words) {
            Ok(_) => Ok(Some(setting)),
            // Another layer may have the option that this one requires. All are parsed together in the end.
            Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => Ok(Some(setting)),
            Err(error) => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or_default();
                Err(refusal(first.trim_start_matches("error: ").to_owned()))
            }
        }
    }

    /// Adds the settings of a layer to those of the layers above it, unless these hide them.
    fn add(&self, chosen: &mut Vec<Setting>, layer: Vec<Setting>) {
        let is_hidden = |setting: &Setting| chosen.iter().any(|above| self.hides(&above.id, &setting.id));
        let added: Vec<Setting> = layer.into_iter().filter(|setting| !is_hidden(setting)).collect();
        chosen.extend(added);
    }

    fn hides(&self, above: &str, below: &str) -> bool {
        let conflicts = |one: &str, other: &str| {
            let arg = self.command.get_arguments().find(|arg| arg.get_id() == one);
            let found = arg.map(|arg| self.command.get_arg_conflicts_with(arg)).unwrap_or_default();
            found.iter().any(|arg| arg.get_id() == other)
        };
        above == below
            || CONTRADICTIONS.iter().any(|both| both.contains(&above) && both.contains(&below))
            || conflicts(above, below)
            || conflicts(below, above)
    }

    /// Settings as a command line without its operand.
    fn words(&self, settings: &[Setting]) -> impl Iterator<Item = OsString> {
        let mut words = ["multise", self.command.get_name()].map(OsString::from).to_vec();
        for setting in settings {
            let arg = self.command.get_arguments().find(|arg| arg.get_id() == setting.id.as_str());
            words.extend(arg.into_iter().flat_map(|arg| setting.values.iter().map(|value| args::word(arg, value))));
        }
        words.into_iter()
    }
}

/// Whether a flag is on, which the command need not have.
fn is_on(given: &ArgMatches, flag: &str) -> bool {
    matches!(given.try_get_one(flag), Ok(Some(true)))
}

/// The program of a command whose words have been parsed; for `FILE:LINE` the file.
fn program(given: &ArgMatches) -> PathBuf {
    match given.try_get_one::<args::Line>("place") {
        Ok(Some(place)) => place.file.clone(),
        _ => given.try_get_one::<PathBuf>("file").ok().flatten().cloned().unwrap_or_default(),
    }
}

/// Whether other layers add options to a command.
fn is_layered(command: &Command) -> bool {
    command.get_arguments().any(|arg| arg.get_id() == "print_config")
}

/// The failure of an option in a text.
fn refused_at(refusal: BadOption, source: SourceFile, span: Span) -> Failure {
    let mut diagnostic = Diagnostic::error(Phase::Entry, BAD_OPTION, span, refusal.message);
    diagnostic.help = refusal.help;
    Failure::Refused(diagnostics::render(&diagnostic, &source.into(), stderr_style()) + "\n")
}
