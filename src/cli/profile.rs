//! `multise profile`: the cost of each line.

use super::args::{Format, Profile};
use super::exit::{Exit, Failure};
use super::explore::on_screen;
use super::load::{load, warn};
use super::output::{answer, stdout_style};
use super::products::text_file;
use super::progress::Line;
use super::{interrupt, options};
use crate::outcome::{Reason, Verdict};
use crate::report::format::profile::flame::Error;
use crate::report::format::text::Detail;
use crate::report::model::profile::Profiled;

/// Runs the command.
pub fn profile(args: &Profile) -> Result<Exit, Failure> {
    let config = options::profile(args)?;
    interrupt::handle_exploration()?;
    let program = load(&args.file, &config.dialect)?.by_lines();
    let entry = program.start(&args.exploration.entry)?;
    warn(&program, Detail::Normal);
    let line = Line::new(args.progress, false);
    let (outcome, interrupted) = on_screen(&program, entry, &config, &line)?;
    drop(line);
    let nothing = Default::default();
    let profile = outcome.profile.as_ref().unwrap_or(&nothing);
    let profiled = Profiled { finished: program.finished(&config, &outcome), profile, by: args.by };
    let text = match args.format {
        Format::Text => profiled.text(args.rows, stdout_style()),
        Format::Json => profiled.json()?,
    };
    let is_whole = outcome.verdict == Verdict::Valid || outcome.reasons.iter().all(|reason| *reason == Reason::Stopped);
    answer(&text)?;
    text_file(args.folded.as_deref(), || profiled.folded())?;
    // It is no defect if there is nothing to draw.
    let flame = args.flame.is_some().then(|| profiled.flame()).transpose().map_err(|error| match error {
        Error::Empty(_) => Failure::refused(error),
        Error::Failed(_) => Failure::internal(error),
    })?;
    text_file(args.flame.as_deref(), || flame.unwrap_or_default())?;
    Ok(match (interrupted, is_whole) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Good,
        (false, false) => Exit::Unknown,
    })
}
