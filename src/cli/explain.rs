//! `multise explain`: the values of variables at a line.

use super::args::{Explain, PageFormat};
use super::exit::{Exit, Failure};
use super::explore::on_screen;
use super::load::{load, warn};
use super::output::{answer, stderr_style, stdout_style};
use super::products::file;
use super::progress::Line;
use super::{interrupt, options};
use crate::facade::Program;
use crate::report::format::diagnostics;
use crate::report::format::explain::Explained;
use crate::report::format::text::Detail;
use crate::report::model::notes::Fate;
use crate::source::{Diagnostic, Phase};
use std::collections::BTreeSet;

/// The error codes of a line without code, and of a name that is not a variable.
const NO_CODE: &str = "E0402";
const NO_VARIABLE: &str = "E0403";

/// Runs the command.
pub fn explain(args: &Explain) -> Result<Exit, Failure> {
    let config = options::explain(args)?;
    interrupt::handle_exploration()?;
    let program = load(&args.place.file, &config.dialect)?.by_lines();
    let entry = program.start(&args.exploration.entry)?;
    admit(&program, args.place.line, args.var.as_deref())?;
    warn(&program, Detail::Normal);
    let line = Line::new(args.progress, false);
    let (outcome, interrupted) = on_screen(&program, entry, &config, &line)?;
    drop(line);
    let explained = Explained { finished: program.finished(&config, &outcome), line: args.place.line };
    let text = match args.format {
        PageFormat::Text => explained.text(stdout_style()),
        PageFormat::Json => explained.json()?,
        PageFormat::Html => explained.html().map_err(Failure::internal)?,
    };
    let exit = match Fate::of(&outcome, args.place.line) {
        _ if interrupted => Exit::Interrupted,
        Fate::Reached | Fate::Infeasible | Fate::NotCalled => Exit::Good,
        Fate::Bound | Fate::NotExplored => Exit::Unknown,
    };
    answer(&text)?;
    file(args.html.as_deref(), || explained.html())?;
    Ok(exit)
}

/// Refuses a line without code, and a variable that is not in scope there.
fn admit(program: &Program, line: u32, variable: Option<&str>) -> Result<(), Failure> {
    let (ir, source) = (program.ir(), program.source());
    let refuse =
        |diagnostic: &Diagnostic| Err(Failure::Refused(diagnostics::render(diagnostic, source, stderr_style()) + "\n"));
    let lines = ir.lines();
    let Some(starts) = lines.get(&line) else {
        let count = source.main().text.lines().count();
        let nearest = lines.keys().min_by_key(|with| (with.abs_diff(line), **with));
        let help = match nearest {
            Some(nearest) => {
                let method = ir.method_name(lines[nearest][0].0);
                format!("the nearest line with code is {nearest}, in {method}")
            }
            None => "no line of the program has code".to_owned(),
        };
        let message = match (line as usize > count, program.root()) {
            (true, _) => format!("`{}` has {count} lines: there is no line {line}", source.main().name),
            // Of compiled classes there is only what is called.
            (false, Some(root)) => format!("line {line} has no code that {} may call", ir.method_name(root)),
            (false, None) => format!("line {line} has no code"),
        };
        return refuse(&Diagnostic::error(Phase::Entry, NO_CODE, source.main().line_span(line), message).help(help));
    };
    let Some(wanted) = variable else { return Ok(()) };
    let locals = starts.iter().flat_map(|&(method, block)| {
        ir.shown_at(method, block).into_iter().map(move |local| ir.methods[method].locals[local].name.clone())
    });
    let statics = ir.statics.iter_enumerated().filter(|(_, field)| !field.is_inner).map(|(id, _)| ir.static_name(id));
    let names: BTreeSet<String> = locals.chain(statics).collect();
    if names.contains(wanted) {
        return Ok(());
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let help = match names.is_empty() {
        true => "there are no variables there".to_owned(),
        false => format!("there are {}", names.join(", ")),
    };
    let message = format!("no variable `{wanted}` has a value at line {line}");
    refuse(&Diagnostic::error(Phase::Entry, NO_VARIABLE, source.main().line_span(line), message).help(help))
}
