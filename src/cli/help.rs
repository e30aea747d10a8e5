//! `multise help`: the help of a command, or a chapter of the manual.

use super::args::{Cli, Topic};
use super::exit::{Exit, Failure};
use super::output::print;
use clap::CommandFactory;

/// Prints the help of a topic, or the list of topics.
pub fn help(topic: Option<Topic>) -> Result<Exit, Failure> {
    let text = match topic {
        Some(Topic::Chapter(chapter)) => chapter.text.to_owned(),
        Some(Topic::Command(command)) => command.clone().render_long_help().ansi().to_string(),
        None => Cli::command().render_long_help().ansi().to_string(),
    };
    print(&text).map(|()| Exit::Good)
}
