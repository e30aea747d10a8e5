//! The explored methods of a program: the basis of every report on more than one exploration.

use super::Finished;
use crate::config::Config;
use crate::ir::{MethodId, Program};
use crate::outcome::{Coverage, Outcome, Verdict};
use crate::report::model::coverage::Covered;
use crate::source::{Diagnostic, Sources};

/// A method with the result of its exploration.
#[derive(Debug)]
pub struct Row {
    /// The method.
    pub entry: MethodId,
    /// The outcome, or why the method was not explored.
    pub result: Result<Box<Outcome>, String>,
}

impl Row {
    /// A method that was explored.
    pub fn explored(outcome: Outcome) -> Self {
        Self { entry: outcome.entry, result: Ok(Box::new(outcome)) }
    }

    /// A method that could not be explored.
    pub fn refused(entry: MethodId, why: String) -> Self {
        Self { entry, result: Err(why) }
    }

    /// The outcome, unless the method was refused.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.result.as_ref().ok().map(|o| &**o)
    }

    /// The verdict; `unknown` for a refused method.
    pub fn verdict(&self) -> Verdict {
        self.outcome().map_or(Verdict::Unknown, |outcome| outcome.verdict)
    }
}

/// The explored methods of a program.
#[derive(Clone, Copy, Debug)]
pub struct Explored<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its text.
    pub source: &'a Sources,
    /// The options, as resolved.
    pub config: &'a Config,
    /// The methods, in the order of the text.
    pub rows: &'a [Row],
    /// Warnings about the text.
    pub diagnostics: &'a [Diagnostic],
}

impl<'a> Explored<'a> {
    /// One of the explorations.
    pub fn one(&self, outcome: &'a Outcome) -> Finished<'a> {
        let Explored { program, source, config, diagnostics, .. } = *self;
        Finished { program, source, config, outcome, diagnostics }
    }

    /// All explorations; refused methods have none.
    pub fn finished(&self) -> impl Iterator<Item = Finished<'a>> {
        self.rows.iter().filter_map(Row::outcome).map(|outcome| self.one(outcome))
    }

    /// The coverage of all explorations together.
    pub fn covered(&self) -> Covered {
        let mut all = Coverage::default();
        self.finished().filter_map(|f| f.outcome.coverage.as_ref()).for_each(|c| all.join(c));
        Covered::of(self.program, self.source, &all)
    }

    /// The worst verdict.
    pub fn verdict(&self) -> Verdict {
        worst(self.rows.iter().map(Row::verdict))
    }
}

/// The worst of some verdicts: invalid, unknown, valid.
pub fn worst(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    verdicts.into_iter().fold(Verdict::Valid, |worst, verdict| match (worst, verdict) {
        (Verdict::Invalid, _) | (_, Verdict::Invalid) => Verdict::Invalid,
        (Verdict::Unknown, _) | (_, Verdict::Unknown) => Verdict::Unknown,
        _ => Verdict::Valid,
    })
}
