//! Parsed options as words of a command line again.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use std::ffi::{OsStr, OsString};

/// A group of options, and the words that set them.
#[derive(Debug)]
pub struct Worded<T> {
    /// The options.
    pub options: T,
    /// A word for each value that was given or is a default.
    pub words: Vec<OsString>,
}

impl<T: Args> Args for Worded<T> {
    fn augment_args(command: Command) -> Command {
        T::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

impl<T: Args> FromArgMatches for Worded<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let group = T::augment_args(Command::new("group"));
        let is_given = |arg: &&Arg| {
            let source = matches.value_source(arg.get_id().as_str());
            source.is_some_and(|source| source != ValueSource::DefaultValue)
        };
        // A default that contradicts an option that is given does not count.
        let given = group.get_arguments().filter(is_given);
        let contradicted: Vec<&Arg> = given.flat_map(|arg| group.get_arg_conflicts_with(arg)).collect();
        let counts = |arg: &&Arg| is_given(arg) || !contradicted.contains(arg);
        let words = |arg| values(arg, matches).into_iter().map(move |value| word(arg, &value));
        let words = group.get_arguments().filter(counts).flat_map(words).collect();
        Ok(Self { options: T::from_arg_matches(matches)?, words })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Whether an option has no value.
pub fn is_flag(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
}

/// The values of an option: none for a flag that is off, and an empty one for a flag that is on.
pub fn values(arg: &Arg, matches: &ArgMatches) -> Vec<OsString> {
    let id = arg.get_id().as_str();
    match is_flag(arg) {
        true => matches.get_flag(id).then(OsString::new).into_iter().collect(),
        false => matches.get_raw(id).into_iter().flatten().map(OsString::from).collect(),
    }
}

/// An option with one of its values.
pub fn word(arg: &Arg, value: &OsStr) -> OsString {
    let mut word = OsString::from(format!("--{}", arg.get_long().unwrap_or_default()));
    if !is_flag(arg) {
        word.push("=");
        word.push(value);
    }
    word
}
