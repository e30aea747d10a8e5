//! Replays of violations on a JVM: the second oracle of Java programs.
//!
//! | task | module |
//! |---|---|
//! | inputs as the JVM takes them | [`inputs`] |
//! | a violation as the end of a run | [`expected`] |

mod expected;
mod inputs;

pub use expected::has_place;
pub(super) use expected::thrown;
pub(super) use inputs::{OPTIONAL, THROWABLE, described, enum_constant, integer, is_type, run};

#[cfg(test)]
mod tests;

use super::classfile::descriptor::dotted;
use super::classfile::{ClassFile, ClassPath};
use super::jvm::{End, Jvm, Observed, Place, Run, erased};
use crate::config::Dialect;
use crate::front::{Opinion, Oracle};
use crate::inputs::{Cell, Inputs};
use crate::interp::{self, Body, Limits, Object};
use crate::ir::{Fault, MethodId, Program};
use crate::num::Num;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What reports call it.
const NAME: &str = "JVM";
/// The names of values from outside begin so, if they are those of a list. Others a JVM chooses itself.
const LISTED: [&str; 2] = ["any", "nondet"];

/// A run with more cells of arrays may need more memory than a JVM has.
const MANY_CELLS: i64 = 1 << 24;

/// A JVM that replays violations of one program.
pub struct Second<'a> {
    program: &'a Program,
    classes: Classes,
    dialect: Dialect,
    jvm: Jvm,
}

/// The class files of the user.
pub(super) struct Classes(pub ClassPath);

impl Classes {
    /// A class by its name with dots; nothing for a class of the library, and for one that cannot be read.
    pub fn find(&mut self, name: &str) -> Option<ClassFile> {
        self.0.find(&name.replace('.', "/")).ok().flatten()
    }

    /// A class of the user and its superclasses that are of the user too, the class itself first; nothing for other classes.
    pub fn line(&mut self, class: &str) -> Vec<ClassFile> {
        let mut line: Vec<ClassFile> = self.find(class).into_iter().collect();
        while let Some(above) = line.last().and_then(|file| file.super_name.clone())
            && let Some(next) = self.find(&above)
        {
            line.push(next);
        }
        line
    }

    /// The places of the classes.
    pub fn places(&self) -> Vec<Place> {
        let place = |(class, path): (Option<String>, PathBuf)| match class {
            Some(name) => Place::Class { name: dotted(&name), file: path },
            None => Place::Path(path),
        };
        self.0.places().into_iter().map(place).collect()
    }
}

impl<'a> Second<'a> {
    /// The JVM in the folder `home`, or where it usually is. It starts with the first replay.
    pub fn new(program: &'a Program, classes: ClassPath, home: Option<&Path>, dialect: &Dialect) -> Self {
        Self { program, classes: Classes(classes), dialect: dialect.clone(), jvm: Jvm::new(home, Duration::ZERO) }
    }

    /// Makes the run, and compares its end.
    ///
    /// # Errors
    /// The reason why nothing can be said.
    fn replayed(
        &mut self,
        entry: MethodId,
        given: &Inputs,
        fault: &Fault,
        limit: Duration,
    ) -> Result<(String, Opinion), String> {
        // A JVM lets threads run as it likes.
        if !given.schedule.is_empty() || self.program.has_forks() {
            return Err("threads".to_owned());
        }
        gets_listed_values(self.program, entry, given, &self.dialect)?;
        let expected = expected::expected(self.program, &mut self.classes, fault)?;
        let run = run(self.program, &mut self.classes, entry, given)?;
        let (observed, version) = self.observed(run, given, Instant::now() + limit)?;
        let by = format!("{NAME} {}", feature(&version));
        if observed.end.is(&expected) {
            return Ok((by, Opinion::Confirmed));
        }
        if let Some(limit) = observed.end.limit() {
            return Err(format!("{limit} in the JVM"));
        }
        match self.may_differ(entry, given) {
            Some(reason) => Err(reason),
            None => Ok((by, Opinion::Disagrees { expected: expected.to_string(), found: observed.end.to_string() })),
        }
    }

    /// Why the JVM may do something else on these inputs; `None` if that is a defect.
    fn may_differ(&self, entry: MethodId, given: &Inputs) -> Option<String> {
        if let Some(class) = self.unconstructed(given) {
            return Some(format!("what the constructor of the record `{class}` does is not followed"));
        }
        if let Some(class) = self.program.early.first() {
            return Some(format!("`{}` may not be initialised there", self.program.classes[*class].name));
        }
        self.is_large(entry, given).then(|| "the JVM may have too little memory".to_owned())
    }

    /// Whether a run has so many cells of arrays that the JVM may throw an error, which the program may catch.
    fn is_large(&self, entry: MethodId, given: &Inputs) -> bool {
        let run = interp::run(self.program, entry, given, &self.dialect, Limits::default());
        let cells = run.map_or(Num::ZERO, |run| {
            let length = |(_, object): (_, &Object)| match &object.body {
                Body::Array(array) => Some(array.length.clone()),
                Body::Object { .. } => None,
            };
            run.state.heap.iter().filter_map(length).fold(Num::ZERO, |sum, length| &sum + &length)
        });
        cells > Num::from(MANY_CELLS)
    }

    /// A class of objects in inputs of which the JVM may make others, because their constructors do what is not followed.
    fn unconstructed(&self, given: &Inputs) -> Option<&str> {
        let mut classes = self.program.unconstructed.iter().map(|class| self.program.classes[*class].name.as_str());
        let is_given = |name: &&str| {
            given.heap.values().any(|cell| matches!(cell, Cell::Object { class, .. } if erased(class) == *name))
        };
        classes.find(is_given)
    }

    /// Makes the run. The types of values from outside are not known: where the run asks for another one, it is made again.
    fn observed(&mut self, mut run: Run, given: &Inputs, until: Instant) -> Result<(Observed, String), String> {
        let mut listed = inputs::Listed::new(given);
        loop {
            run.nondet = listed.values();
            self.jvm.limit(until.saturating_duration_since(Instant::now()));
            let (observed, version) = self.jvm.run(&run)?;
            match &observed.end {
                End::Asked(ty) => listed.retype(observed.unused, ty)?,
                _ => return Ok((observed, version)),
            }
        }
    }
}

/// Whether a run gets values from outside.
///
/// # Errors
/// When not all of them are those of the inputs: the first that a JVM chooses itself.
pub(super) fn gets_listed_values(
    program: &Program,
    entry: MethodId,
    given: &Inputs,
    dialect: &Dialect,
) -> Result<bool, String> {
    // A run may get more values than are listed: behind the last one they are defaults.
    if given.nondet.is_empty() && !program.draws() {
        return Ok(false);
    }
    let names = interp::names_from_outside(program, entry, given, dialect, Limits::default());
    let names = names.map_err(|error| format!("the inputs do not fit: {error}"))?;
    let mut names = names.into_iter().map(|name| program.texts.get(name));
    match names.find(|name| !LISTED.iter().any(|listed| name.starts_with(listed))) {
        Some(name) => Err(format!("the JVM has its own `{name}`")),
        None => Ok(!given.nondet.is_empty()),
    }
}

impl Oracle for Second<'_> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn replay(&mut self, entry: MethodId, inputs: &Inputs, fault: &Fault, limit: Duration) -> (String, Opinion) {
        let replayed = self.replayed(entry, inputs, fault, limit);
        replayed.unwrap_or_else(|reason| (NAME.to_owned(), Opinion::NotReplayed(reason)))
    }
}

/// The number of the release of a version: 17 of `17.0.9`, 8 of `1.8.0_402`.
fn feature(version: &str) -> &str {
    let version = version.strip_prefix("1.").unwrap_or(version);
    version.split(|c: char| !c.is_ascii_digit()).next().unwrap_or(version)
}
