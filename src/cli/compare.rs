//! `multise compare`: each program in merge mode, then in path mode, each run a process of its own.

use super::args::{Compare, Exploration, TableFormat, Worded};
use super::exit::{Exit, Failure};
use super::load::{is_stream, load, warn};
use super::options;
use super::output::{answer, complain, stderr_style, stdout_style};
use super::products::file;
use super::progress::Bar;
use crate::compare::{Answer, Comparison, End, Error, Goal, Job, run};
use crate::config::Mode;
use crate::report::format::text::Detail;
use crate::report::format::{compare as report, json};
use crate::report::model::compare::Compared;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The runs of a program, as the progress bar names them.
const RUNS: [&str; 3] = ["merge mode", "path mode", "merge mode, counting"];

/// Runs the command.
pub fn compare(args: &Compare) -> Result<Exit, Failure> {
    check(args)?;
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    };
    ctrlc::set_handler(handler).map_err(Failure::internal)?;
    let binary = std::env::current_exe().map_err(Failure::internal)?;
    let Worded { options: Exploration { bounds, .. }, words: options } = &args.exploration;
    let bar = Bar::new((RUNS.len() * args.files.len()) as u64);
    let mut comparisons = Vec::new();
    for file in &args.files {
        let job = Job { binary: &binary, file, options, limit: bounds.timeout };
        match side_by_side(&job, &bar) {
            Ok(comparison) => comparisons.push(comparison),
            Err(Error::Interrupted) => break,
            Err(Error::Refused(text)) => {
                bar.clear();
                return Err(Failure::Refused(text));
            }
            Err(error @ Error::Process { .. }) => {
                bar.clear();
                return Err(Failure::internal(error));
            }
        }
    }
    bar.clear();
    let interrupted = comparisons.len() < args.files.len();
    let compared = Compared::new(comparisons, options, bounds.timeout.as_secs_f64());
    let text = match args.format {
        TableFormat::Text => report::text(&compared, stdout_style()),
        TableFormat::Json => json::pretty(&compared)?,
        TableFormat::Csv => report::csv(&compared).map_err(Failure::internal)?,
    };
    answer(&text)?;
    file(args.plot.as_deref(), || report::plot(&compared))?;
    let defects = defects(&compared);
    for defect in &defects {
        complain(&Failure::internal(defect).message(stderr_style()));
    }
    Ok(match (defects.is_empty(), interrupted) {
        (false, _) => Exit::Internal,
        (true, true) => Exit::Interrupted,
        (true, false) => Exit::Good,
    })
}

/// Refuses what the runs would refuse, before the first run takes its time.
fn check(args: &Compare) -> Result<(), Failure> {
    let Exploration { entry, language, .. } = &args.exploration.options;
    let dialect = options::dialect(language, entry)?;
    if args.files.iter().any(|file| is_stream(file)) {
        let message = "standard input and pipes cannot be compared: every program is read more than once";
        return Err(Failure::refused(message));
    }
    args.files.iter().try_for_each(|file| {
        let program = load(file, &dialect)?;
        program.start(entry)?;
        warn(&program, Detail::Normal);
        Ok(())
    })
}

fn side_by_side(job: &Job<'_>, bar: &Bar) -> Result<Comparison, Error> {
    let file = job.file.display().to_string();
    let cell = |what: usize, goal: Goal| {
        let cell = run(job, goal, |elapsed| {
            bar.update(&file, RUNS[what], elapsed);
            !INTERRUPTED.load(Ordering::Relaxed)
        })?;
        bar.done();
        Ok(cell)
    };
    let merge = cell(0, Goal::Time(Mode::Merge))?;
    let path = cell(1, Goal::Time(Mode::Path))?;
    let counted = if merge.end() == End::Complete {
        cell(2, Goal::CountCsm)?.figures
    } else {
        bar.done();
        None
    };
    let assignments = counted.as_ref().and_then(|f| f.assignments);
    let assignments_csm = counted.as_ref().and_then(|f| f.assignments_csm);
    Ok(Comparison { file, merge, path, assignments, assignments_csm })
}

/// Contradictions between modes, and runs without a verdict: both are defects.
fn defects(compared: &Compared) -> Vec<String> {
    let mut defects = Vec::new();
    for Comparison { file, merge, path, .. } in compared.comparisons.iter().map(|row| &row.comparison) {
        if merge.answer.contradicts(path.answer) {
            let (merge, path) = (merge.answer, path.answer);
            defects.push(format!("{file} is {merge} in merge mode and {path} in path mode"));
        }
        for (mode, cell) in [("merge", merge), ("path", path)] {
            if cell.answer == Answer::Failed {
                defects.push(format!("{file} in {mode} mode: {}", cell.verdict()));
            }
        }
    }
    defects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::compare::fixture;

    #[test]
    fn contradictions_and_failures_are_defects() {
        let mut compared = fixture::compared();
        assert_eq!(defects(&compared), ["examples/words.oox in path mode: exit status: 4"]);
        compared.comparisons[0].comparison.path.answer = Answer::Invalid;
        assert_eq!(defects(&compared)[0], "examples/find_max.oox is valid in merge mode and invalid in path mode");
    }
}
