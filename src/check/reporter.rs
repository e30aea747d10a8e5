//! Where the phases of the checker put their findings.

use crate::source::{Diagnostic, Phase, Severity, Span};

/// How many pairs of names a run compares in search of suggestions. A file with thousands of errors and thousands of
/// names would otherwise cost their product.
const COMPARISONS: usize = 200_000;

/// A static error.
pub(super) fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Phase::Static, code, span, message)
}

/// An error about an option, without a place in the text.
pub(super) fn option_error(code: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic { span: None, ..Diagnostic::error(Phase::Entry, code, Span::default(), message) }
}

/// The diagnostic with advice, if there is any.
pub(super) fn advise(diagnostic: Diagnostic, help: Option<String>) -> Diagnostic {
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// Collects diagnostics.
#[derive(Debug)]
pub(super) struct Reporter {
    list: Vec<Diagnostic>,
    lenient: bool,
    comparisons: usize,
}

impl Reporter {
    /// An empty collection; `lenient` decides what becomes of the rules that can be relaxed.
    pub fn new(lenient: bool) -> Self {
        Self { list: Vec::new(), lenient, comparisons: COMPARISONS }
    }

    /// Adds a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds the violation of a rule that lenient mode relaxes: an error, or else a warning that says what the program
    /// then means. Answers whether the rule was relaxed.
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

    /// The advice `did you mean …`, if one of the names is close to the wrong one.
    pub fn did_you_mean<'n>(&mut self, wrong: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
        // Names of one or two letters are all close to each other: only their case may be wrong.
        let limit = wrong.chars().count() / 3;
        let mut best: Option<(usize, &str)> = None;
        for name in names.filter(|n| n.len().abs_diff(wrong.len()) <= 4 * limit) {
            if self.comparisons == 0 {
                break;
            }
            self.comparisons -= 1;
            let distance = match name.eq_ignore_ascii_case(wrong) {
                true => 0,
                false => strsim::osa_distance(name, wrong),
            };
            // The name breaks ties, so that the order of the names does not matter.
            if name != wrong && distance <= limit && best.is_none_or(|b| (distance, name) < b) {
                best = Some((distance, name));
            }
        }
        best.map(|(_, name)| format!("did you mean `{name}`?"))
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
