//! Collects the findings of the checker's phases, and what the names in the text mean.

use super::record::Record;
use crate::oox::parse::foreign::Instead;
use crate::source::{Diagnostic, Phase, Severity, Span};
use crate::suggest::Suggestions;

/// A static error.
pub(super) fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Phase::Static, code, span, message)
}

/// An error about an option, without a place in the text.
pub(super) fn option_error(code: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::without_place(Phase::Entry, code, message)
}

/// The diagnostic of an unknown name with the advice that a close name was meant, or else what other languages mean by it.
pub(super) fn meant(
    unknown: Diagnostic,
    place: Span,
    near: Option<&str>,
    elsewhere: impl FnOnce() -> Option<Instead>,
) -> Diagnostic {
    match elsewhere().filter(|_| near.is_none()) {
        Some(instead) => instead.advise(unknown, place),
        None => unknown.did_you_mean(place, near),
    }
}

/// Collects diagnostics.
#[derive(Debug)]
pub(super) struct Reporter {
    list: Vec<Diagnostic>,
    lenient: bool,
    suggestions: Suggestions,
    /// What the names mean.
    pub names: Record,
}

impl Reporter {
    /// An empty collection; `lenient` decides whether rules that can be relaxed are.
    pub fn new(lenient: bool) -> Self {
        Self { list: Vec::new(), lenient, suggestions: Suggestions::default(), names: Record::default() }
    }

    /// Adds a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds the violation of a rule that lenient mode relaxes: an error, or in lenient mode a warning that says what the
    /// program then means. Returns whether the rule was relaxed.
    pub fn relaxable(&mut self, diagnostic: Diagnostic, meaning: &str) -> bool {
        let diagnostic = match self.lenient {
            true => {
                Diagnostic { severity: Severity::Warning, help: Some(format!("lenient mode: {meaning}")), ..diagnostic }
            }
            false => diagnostic,
        };
        self.list.push(diagnostic);
        self.lenient
    }

    /// The name that is closest to a wrong one, if one is close.
    pub fn nearest<'n>(&mut self, wrong: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
        self.suggestions.nearest(wrong, names)
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// All findings in the order of the text; those without a place first.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| d.span);
        self.list
    }
}
