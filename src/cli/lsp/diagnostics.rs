//! The diagnostics of a document: errors and warnings of its text, violations that explorations have found, and the places
//! that limited explorations without a verdict.

use super::documents::Document;
use super::explorations::{Explored, Wrong};
use super::settings::Settings;
use crate::outcome::Violation;
use crate::report::format::diagnostics::RENDERED;
use crate::report::format::json;
use crate::report::format::text::{self, warning_message};
use crate::report::model::value::{self, Extent};
use crate::report::model::{covers, limits, words};
use crate::source::{self, Severity, Span};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, PublishDiagnosticsParams,
    Range,
};

/// All diagnostics of a document.
pub fn all(document: &mut Document, settings: &Settings) -> PublishDiagnosticsParams {
    let failed = match document.checked(settings) {
        Err(Wrong::Failed(why)) => Some(why.clone()),
        Ok(_) | Err(Wrong::Refused(_)) => None,
    };
    let found = document.diagnostics(settings).to_vec();
    let place = Places { document, related: settings.related };
    let mut all: Vec<Diagnostic> = found.iter().map(|diagnostic| place.of_text(diagnostic)).collect();
    all.extend(failed.map(|why| place.plain(DiagnosticSeverity::ERROR, "failed", why, None)));
    document.current().for_each(|explored| place.of_exploration(explored, &mut all));
    all.truncate(RENDERED);
    PublishDiagnosticsParams { uri: document.uri.clone(), diagnostics: all, version: Some(document.version) }
}

/// An error or a warning of the text.
pub fn of_text(document: &Document, settings: &Settings, found: &source::Diagnostic) -> Diagnostic {
    Places { document, related: settings.related }.of_text(found)
}

/// Converts spans to places of a document.
struct Places<'a> {
    document: &'a Document,
    /// Whether the client shows related places.
    related: bool,
}

impl Places<'_> {
    fn plain(&self, severity: DiagnosticSeverity, code: &str, message: String, span: Option<Span>) -> Diagnostic {
        let range = span.filter(|s| s.file.is_main()).map_or(Range::default(), |span| self.document.text.range(span));
        Diagnostic {
            severity: Some(severity),
            code: Some(NumberOrString::String(code.to_owned())),
            source: Some("multise".to_owned()),
            ..Diagnostic::new_simple(range, message)
        }
    }

    fn related(&self, places: impl Iterator<Item = (Span, String)>) -> Option<Vec<DiagnosticRelatedInformation>> {
        let uri = &self.document.uri;
        let related = places.filter(|(span, _)| self.related && span.file.is_main()).map(|(span, message)| {
            let location = Location { uri: uri.clone(), range: self.document.text.range(span) };
            DiagnosticRelatedInformation { location, message }
        });
        let related: Vec<_> = related.collect();
        (!related.is_empty()).then_some(related)
    }

    fn of_text(&self, found: &source::Diagnostic) -> Diagnostic {
        let severity = match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        };
        let label = (!found.label.is_empty()).then(|| found.label.clone());
        let help = found.help.as_ref().map(|help| format!("help: {help}"));
        let message: Vec<String> = [Some(found.message.clone()), label, help].into_iter().flatten().collect();
        Diagnostic {
            related_information: self.related(found.related.iter().cloned()),
            ..self.plain(severity, found.code, message.join("\n"), found.span)
        }
    }

    fn of_exploration(&self, explored: &Explored, all: &mut Vec<Diagnostic>) {
        let outcome = match &explored.ending {
            Ok(outcome) => outcome,
            Err(Wrong::Refused(refused)) => return all.extend(refused.errors().map(|error| self.of_text(error))),
            Err(Wrong::Failed(_)) => return,
        };
        let finished = explored.program.finished(&explored.config, outcome);
        let entry = explored.program.entry_name(outcome.entry);
        all.extend(outcome.violations.iter().map(|violation| self.of_violation(explored, &entry, violation)));
        let known = limits::places(&finished, text::verdict(&finished)).into_iter();
        all.extend(known.map(|(span, what)| {
            let message = format!("{entry}: {what}");
            self.plain(DiagnosticSeverity::INFORMATION, "unknown", message, Some(span))
        }));
        let covers = outcome.covers.iter().zip(covers::covers(&finished)).map(|((id, _), cover)| {
            let message = format!("{entry}: {}", cover.details(&finished, Extent::SHORT));
            let span = explored.program.ir().covers[*id].span;
            self.plain(DiagnosticSeverity::INFORMATION, "cover", message, Some(span))
        });
        all.extend(covers);
        for warning in &outcome.warnings {
            let message = warning_message(warning, &finished);
            let code = json::warning_code(warning);
            let warning = self.plain(DiagnosticSeverity::WARNING, code, message, Some(warning.span()));
            // Explorations of other methods give the same warning.
            if !all.contains(&warning) {
                all.push(warning);
            }
        }
    }

    fn of_violation(&self, explored: &Explored, entry: &str, violation: &Violation) -> Diagnostic {
        let inputs = value::line(explored.program.ir(), &violation.inputs, Extent::SHORT);
        let inputs = if inputs.is_empty() { "no inputs".to_owned() } else { inputs };
        let message = words::violated(explored.program.ir(), violation);
        let lines = [format!("{message}: {entry} with {inputs}")].into_iter();
        let lines: Vec<String> = lines.chain(violation.waiting.iter().map(words::waiting)).collect();
        let in_call = violation.call_site.map(|span| (span, "in this call".to_owned()));
        let code = violation.kind.to_string();
        Diagnostic {
            related_information: self.related(in_call.into_iter().chain(calls(explored, violation))),
            ..self.plain(DiagnosticSeverity::ERROR, &code, lines.join("\n"), Some(violation.span))
        }
    }
}

/// The calls that lead to a violation, the innermost first, with the spans of their lines.
fn calls(explored: &Explored, violation: &Violation) -> impl Iterator<Item = (Span, String)> {
    let last = violation.trace.last();
    let own = violation.trace.iter().filter(|step| last.is_some_and(|last| step.thread == last.thread));
    let mut frames = Vec::new();
    for step in own {
        frames.truncate(step.depth as usize);
        frames.push((step.method, step.line));
    }
    frames.pop();
    let program = &explored.program;
    let in_main = move |method| program.ir().methods[method].span.file.is_main();
    frames.into_iter().rev().filter(move |(method, line)| *line > 0 && in_main(*method)).map(move |(method, line)| {
        let span = program.source().main().line_span(line);
        (span, format!("called here, in {}", program.ir().method_name(method)))
    })
}
