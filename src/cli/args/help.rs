//! The topics of `multise help`: the commands, and the chapters of the manual.

use super::definition;
use crate::help::{CHAPTERS, Chapter};
use clap::builder::PossibleValue;
use clap::{Command, ValueEnum};
use std::fmt::Write;
use std::sync::LazyLock;

/// A word after `multise help`.
#[derive(Clone, Copy, Debug)]
pub enum Topic {
    /// A command.
    Command(&'static Command),
    /// A chapter of the manual.
    Chapter(&'static Chapter),
}

impl ValueEnum for Topic {
    fn value_variants<'a>() -> &'a [Self] {
        static CLI: LazyLock<Command> = LazyLock::new(definition);
        static ALL: LazyLock<Vec<Topic>> = LazyLock::new(|| {
            let commands = CLI.get_subcommands().filter(|command| !command.is_hide_set());
            commands.map(Topic::Command).chain(CHAPTERS.iter().map(Topic::Chapter)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Topic::Command(command) => PossibleValue::new(command.get_name()).help(command.get_about()?.clone()),
            Topic::Chapter(chapter) => PossibleValue::new(chapter.name).help(chapter.about),
        })
    }
}

/// The list of chapters with their subjects.
pub(super) fn chapters() -> String {
    let mut text = "Chapters of the manual, for `multise help TOPIC`:\n".to_owned();
    for Chapter { name, about, .. } in CHAPTERS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:11}  {about}");
    }
    text
}
