//! `multise explore`: one method, one report.

use super::args::{Explore, Format};
use super::exit::{Exit, Failure};
use super::load::{load, warn};
use super::output::{answer, stdout_style};
use super::products::Products;
use super::progress::Line;
use super::{interrupt, options};
use crate::config::Config;
use crate::facade::{Error, Program, SecondOracle, explore_watched};
use crate::ir::MethodId;
use crate::outcome::{Outcome, Reason, Verdict};
use crate::report::format::progress::{self, Moment};
use crate::report::format::text::Detail;
use crate::report::format::{json, junit, text};
use crate::report::model::explored::{Explored, Row};
use std::time::{Duration, Instant};

/// Runs the command.
pub fn explore(args: &Explore) -> Result<Exit, Failure> {
    let (config, detail) = options::explore(args)?;
    interrupt::handle_exploration()?;
    let mut program = load(&args.file, &config.dialect)?;
    if config.notes.is_some() {
        program = program.by_lines();
    }
    let entry = program.start(&args.exploration.entry)?;
    warn(&program, detail);
    let line = Line::new(args.progress, detail == Detail::Quiet);
    let (mut outcome, interrupted) = on_screen(&program, entry, &config, &line)?;
    drop(line);
    let left = time_left(&config, &outcome, interrupted);
    second_oracle(args, &program, &config).replay(&mut outcome, left)?;
    let exit = if interrupted { Exit::Interrupted } else { exit_of(outcome.verdict) };
    let rows = [Row::explored(outcome)];
    let explored = program.explored(&config, &rows);
    let products = Products { args, program: &program, explored: &explored, exit, detail };
    let report = match args.format() {
        Format::Text => explored.finished().map(|f| text::render(&f, detail, args.stats, stdout_style())).collect(),
        Format::Json => json(&explored)?,
    };
    // The verdict is printed even if a file cannot be written.
    let written = products.write(|| json(&explored), || junit::one(&explored));
    answer(&report)?;
    written.map(|()| exit)
}

/// Explores a method and shows its progress. Also returns whether Ctrl-C ended the exploration.
pub fn on_screen(program: &Program, entry: MethodId, config: &Config, line: &Line) -> Result<(Outcome, bool), Error> {
    let watch = interrupt::watched();
    let (started, name) = (Instant::now(), program.entry_name(entry));
    let source = program.source();
    let tick = |progress: &_, elapsed| line.update(&Moment { entry: &name, source, progress, elapsed });
    let outcome = explore_watched(program, entry, config, &watch, tick)?;
    let last = progress::ended(&watch.progress(), &outcome.statistics, outcome.violations.len());
    line.ended(&Moment { entry: &name, source, progress: &last, elapsed: started.elapsed() });
    Ok((outcome, watch.interrupted() == Some(Reason::Interrupted)))
}

/// The second oracle that the options ask for.
pub fn second_oracle<'a>(args: &Explore, program: &'a Program, config: &Config) -> SecondOracle<'a> {
    match args.no_jvm {
        true => SecondOracle::none(),
        false => SecondOracle::new(program, &config.dialect, config.dialect.classes.java_home.as_deref()),
    }
}

/// The time that an exploration has left for replays: none if the user has ended it.
pub fn time_left(config: &Config, outcome: &Outcome, interrupted: bool) -> Duration {
    if interrupted { Duration::ZERO } else { config.timeout.saturating_sub(outcome.statistics.time_total) }
}

/// The exit code of a verdict.
pub fn exit_of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Valid => Exit::Good,
        Verdict::Invalid => Exit::Bad,
        Verdict::Unknown => Exit::Unknown,
    }
}

fn json(explored: &Explored<'_>) -> Result<String, serde_json::Error> {
    explored.finished().map(|f| json::render(&f)).collect()
}
