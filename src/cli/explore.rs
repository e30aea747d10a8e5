//! `multise explore`: one method, one report.

use super::args::{Explore, Format};
use super::exit::{Exit, Failure};
use super::load::{load, warn};
use super::output::{complain, print, stderr_style, stdout_style};
use super::progress::Line;
use super::{interrupt, options, suite};
use crate::config::Config;
use crate::explore::Outcome;
use crate::explore::coverage::Coverage;
use crate::explore::outcome::{Reason, Verdict};
use crate::facade::{Error, Program, explore_watched};
use crate::frontend::on_big_stack;
use crate::ir::MethodId;
use crate::report::text::Detail;
use crate::report::{coverage, html, json, proof, text};
use std::path::Path;

/// Runs the command.
pub fn explore(args: &Explore) -> Result<Exit, Failure> {
    let (config, detail) = options::explore(args).map_err(|e| Failure::refused(&e.to_string(), stderr_style()))?;
    interrupt::handle()?;
    let mut program = load(&args.file, &config.dialect)?;
    if config.notes.is_some() {
        program = program.by_lines();
    }
    let entry = program.entry(&args.entry)?;
    warn(&program, detail);
    let line = Line::new(detail == Detail::Quiet);
    let (outcome, interrupted) = on_screen(&program, entry, &config, &line)?;
    drop(line);
    let exit = if interrupted { Exit::Interrupted } else { exit_of(outcome.verdict) };
    by_products(args, &config, detail, &program, &[(entry, &outcome)])?;
    if let Some(file) = &args.html {
        let page = html::explore::page(&program.finished(&config, &outcome));
        write(file, &page.map_err(|error| Failure::Internal(error.to_string()))?)?;
    }
    match print(&report(args, &config, detail, &program, &outcome)?) {
        // The verdict stands even if it is not read.
        Ok(()) | Err(Failure::Deaf) => Ok(exit),
        Err(failure) => Err(failure),
    }
}

/// Explores a method under the user's eyes. Tells whether Ctrl-C ended it.
pub fn on_screen(program: &Program, entry: MethodId, config: &Config, line: &Line) -> Result<(Outcome, bool), Error> {
    let watch = interrupt::watched();
    let tick = |progress: &_, elapsed| line.update(progress, program.source(), elapsed);
    let outcome = explore_watched(program, entry, config, &watch, tick)?;
    Ok((outcome, watch.interrupted() == Some(Reason::Interrupted)))
}

/// The exit code of a verdict.
pub fn exit_of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Valid => Exit::Good,
        Verdict::Invalid => Exit::Bad,
        Verdict::Unknown => Exit::Unknown,
    }
}

/// Writes the files that were asked for.
pub fn by_products(
    args: &Explore,
    config: &Config,
    detail: Detail,
    program: &Program,
    explored: &[(MethodId, &Outcome)],
) -> Result<(), Failure> {
    if let Some(folder) = &args.tests {
        let count = on_big_stack(|| suite::write(folder, program, config, explored))?;
        if detail != Detail::Quiet {
            complain(&suite::told(count, folder));
        }
    }
    if let Some(file) = &args.lcov {
        let mut coverage = Coverage::default();
        explored.iter().filter_map(|(_, outcome)| outcome.coverage.as_ref()).for_each(|c| coverage.join(c));
        write(file, &coverage::lcov(program.ir(), program.source(), &coverage))?;
    }
    let proofs = || explored.iter().filter_map(|(_, outcome)| outcome.proof.as_ref());
    if let Some(file) = &args.invariants {
        write(file, &proofs().map(|p| proof::clauses(program.ir(), program.source(), p)).collect::<String>())?;
    }
    if let Some(file) = &args.proof_out {
        write(file, &proofs().map(|p| p.clauses.as_str()).collect::<Vec<_>>().join("(reset)\n"))?;
    }
    Ok(())
}

pub fn write(file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text)
        .map_err(|e| Failure::refused(&format!("cannot write `{}`: {e}", file.display()), stderr_style()))
}

fn report(
    args: &Explore,
    config: &Config,
    detail: Detail,
    program: &Program,
    outcome: &Outcome,
) -> Result<String, Failure> {
    let finished = program.finished(config, outcome);
    match args.format {
        Format::Text => Ok(text::render(&finished, detail, args.stats, stdout_style())),
        Format::Json => json::render(&finished).map_err(|error| Failure::Internal(error.to_string())),
    }
}
