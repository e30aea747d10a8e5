//! `multise explore --class C` and `--all-methods`: every method in turn, one table.

use super::args::{Explore, Format};
use super::exit::{Exit, Failure};
use super::explore::{by_products, exit_of, on_screen};
use super::load::{load, warn};
use super::output::{print, stderr_style, stdout_style};
use super::progress::Line;
use super::{interrupt, options};
use crate::explore::outcome::Outcome;
use crate::facade::Error;
use crate::ir::MethodId;
use crate::report::methods::{self, Row};
use crate::report::text::Detail;

/// Runs the command.
pub fn explore(args: &Explore) -> Result<Exit, Failure> {
    let refused = |e: options::Contradiction| Failure::refused(&e.to_string(), stderr_style());
    let (config, detail) = options::explore(args).map_err(refused)?;
    interrupt::handle()?;
    let program = load(&args.file, &config.dialect)?;
    let entries = args.class.as_deref().map_or_else(|| program.entries(), |class| program.entries_of(class))?;
    warn(&program, detail);
    let line = Line::new(detail == Detail::Quiet);
    let mut rows = Vec::new();
    let mut interrupted = false;
    for entry in entries {
        match on_screen(&program, entry, &config, &line) {
            Ok((outcome, stopped)) => {
                rows.push(Row::explored(outcome));
                interrupted = stopped;
            }
            // Lenient checking let a call pass that leads nowhere: the fault of this method alone.
            Err(Error::Refused(_)) => {
                rows.push(Row::refused(entry, "a call of an unknown method is reached".to_owned()));
            }
            Err(error) => return Err(error.into()),
        }
        if interrupted {
            break;
        }
    }
    drop(line);
    let explored: Vec<(MethodId, &Outcome)> =
        rows.iter().filter_map(|row| row.outcome().map(|o| (row.entry, o))).collect();
    by_products(args, &config, detail, &program, &explored)?;
    let exit = match interrupted {
        true => Exit::Interrupted,
        false => {
            let exits = rows.iter().map(|r| r.outcome().map_or(Exit::Unknown, |o| exit_of(o.verdict)));
            exits.fold(Exit::Good, Exit::worse)
        }
    };
    let (ir, source) = (program.ir(), program.source());
    let table = methods::Table { program: ir, source, config: &config, rows: &rows, diagnostics: program.warnings() };
    let text = match args.format {
        Format::Text => table.text(detail, args.coverage, stdout_style()),
        Format::Json => table.json().map_err(|error| Failure::Internal(error.to_string()))?,
    };
    match print(&text) {
        Ok(()) | Err(Failure::Deaf) => Ok(exit),
        Err(failure) => Err(failure),
    }
}
