//! The engine on a compiled program.

use super::compile::Classes;
use super::header::{Answer, Header, Violation};
use crate::pipeline::{self, Built};
use multise::internals::ir;
use multise::{
    Classes as ClassPath, Config, Dialect, Error, Kind, Outcome, Program, Receivers, Roots, Uncaught, Verdict,
};
use std::sync::Arc;

/// Where a program starts, unless its header names another entry.
pub const MAIN: &str = "Main";

/// The options of the language for a program.
pub fn dialect(classes: &Classes, header: &Header) -> Dialect {
    let roots = match &header.entry {
        Some(entry) => Roots::Entry(entry.clone()),
        None => Roots::Main(Some(header.main.clone().unwrap_or_else(|| MAIN.to_owned()))),
    };
    let path = ClassPath {
        path: vec![classes.folder.clone()],
        sources: vec![classes.sources.clone()],
        roots,
        receivers: if header.are_built { Receivers::Built } else { Receivers::Any },
        requires: Vec::new(),
        java_home: None,
    };
    let uncaught = if header.uncaught_allowed { Uncaught::Allow } else { Uncaught::default() };
    Dialect { classes: path, uncaught, ..Dialect::default() }
}

/// Loads a program, and finds where it starts.
///
/// # Errors
/// The answer `Refused`.
pub fn build(classes: &Classes, dialect: &Dialect) -> Result<Built, Answer> {
    let refused = |error: Error| Answer::Refused(error.to_string());
    let program = Program::load(&classes.folder, dialect).map_err(refused)?;
    let entry = program.start("Main.main").map_err(refused)?;
    Ok(Built { program, entry })
}

/// Explores a program from the entry that its header names, to the end.
pub fn explore(classes: &Classes, header: &Header, config: &Config) -> Answer {
    let mut config = config.clone();
    config.dialect = dialect(classes, header);
    let built = match build(classes, &config.dialect) {
        Ok(built) => built,
        Err(answer) => return answer,
    };
    match pipeline::explore(&built, &config) {
        Ok(outcome) => answer(built.ir(), &outcome),
        Err(error) => Answer::Failed(error.to_string()),
    }
}

/// An outcome in the words of headers.
pub fn answer(program: &ir::Program, outcome: &Outcome) -> Answer {
    match outcome.verdict {
        Verdict::Valid => Answer::Valid,
        Verdict::Unknown => {
            Answer::Unknown(outcome.reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        Verdict::Invalid if outcome.violations.iter().any(|v| v.kind == Kind::Deadlock) => Answer::Deadlock,
        Verdict::Invalid => {
            let violation = |v: &Arc<multise::Violation>| {
                let class = v.class.map(|class| simple_name(&program.classes[class].name).to_owned());
                let exception = (v.kind == Kind::Exception).then(|| class.unwrap_or_else(|| format!("{:?}", v.cause)));
                Violation { exception, line: v.line }
            };
            Answer::Invalid(outcome.violations.iter().map(violation).collect())
        }
    }
}

/// The last part of the name of a class.
pub fn simple_name(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}
