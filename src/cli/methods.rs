//! `multise explore --class C` and `--all-methods`: every method in turn, one table.

use super::args::{Explore, Format};
use super::exit::{Exit, Failure};
use super::explore::{exit_of, on_screen, second_oracle, time_left};
use super::load::{load, warn};
use super::output::{answer, complain, stderr_style, stdout_style};
use super::products::Products;
use super::progress::Line;
use super::{interrupt, options};
use crate::facade::Error;
use crate::report::format::text::Detail;
use crate::report::format::{junit, methods as table};
use crate::report::model::explored::Row;

/// Runs the command.
pub fn explore(args: &Explore) -> Result<Exit, Failure> {
    let (config, detail) = options::explore(args)?;
    interrupt::handle_exploration()?;
    let program = load(&args.file, &config.dialect)?;
    let entries = args.class.as_deref().map_or_else(|| program.entries(), |class| program.entries_of(class))?;
    warn(&program, detail);
    let line = Line::new(args.progress, detail == Detail::Quiet);
    let mut second = second_oracle(args, &program, &config);
    let mut rows = Vec::new();
    let (mut interrupted, mut is_defective) = (false, false);
    for entry in entries {
        let explored = on_screen(&program, entry, &config, &line).and_then(|(mut outcome, stopped)| {
            let left = time_left(&config, &outcome, stopped);
            second.replay(&mut outcome, left)?;
            Ok((outcome, stopped))
        });
        match explored {
            Ok((outcome, stopped)) => {
                rows.push(Row::explored(outcome));
                interrupted = stopped;
            }
            // Lenient checking has accepted a call without a target: only this method is refused.
            Err(Error::Refused(_)) => {
                rows.push(Row::refused(entry, "a call of an unknown method is reached".to_owned()));
            }
            // What the other methods show is not lost with it.
            Err(Error::Internal(defect)) => {
                complain(&Failure::Internal(defect).message(stderr_style()));
                rows.push(Row::refused(entry, "an internal error".to_owned()));
                is_defective = true;
            }
            Err(error) => return Err(error.into()),
        }
        if interrupted {
            break;
        }
    }
    drop(line);
    let explored = program.explored(&config, &rows);
    let exit = match interrupted {
        true => Exit::Interrupted,
        false if is_defective => Exit::Internal,
        false => exit_of(explored.verdict()),
    };
    let products = Products { args, program: &program, explored: &explored, exit, detail };
    let text = match args.format() {
        Format::Text => table::text(&explored, detail, args.coverage, stdout_style()),
        Format::Json => table::json(&explored)?,
    };
    // The verdicts are printed even if a file cannot be written.
    let written = products.write(|| table::json(&explored), || junit::all(&explored));
    answer(&text)?;
    written.map(|()| exit)
}
