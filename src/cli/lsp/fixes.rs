//! Quick fixes: the changes that diagnostics suggest.

use super::documents::Document;
use super::settings::Settings;
use super::{diagnostics, names};
use crate::source::Fix;
use lsp_types::{CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, Range, TextEdit};

/// The fixes of the errors and warnings at a range, if the client can apply them and asks for some.
pub fn fixes(
    document: &mut Document,
    settings: &Settings,
    range: Range,
    context: &CodeActionContext,
) -> Vec<CodeActionOrCommand> {
    let is_asked_for = |kind: &CodeActionKind| [CodeActionKind::EMPTY, CodeActionKind::QUICKFIX].contains(kind);
    let is_wanted = context.only.as_ref().is_none_or(|kinds| kinds.iter().any(is_asked_for));
    if !settings.fixes || !is_wanted {
        return Vec::new();
    }
    let found = document.diagnostics(settings).to_vec();
    let at_range = found.iter().filter_map(|diagnostic| {
        let fix = diagnostic.fix.as_ref().filter(|fix| fix.place.file.is_main())?;
        let shown = diagnostics::of_text(document, settings, diagnostic);
        (shown.range.start <= range.end && range.start <= shown.range.end).then_some((fix, shown))
    });
    let action = |(fix, shown): (&Fix, _)| {
        let edit = TextEdit::new(document.text.range(fix.place), fix.text.clone());
        CodeActionOrCommand::CodeAction(CodeAction {
            title: fix.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![shown]),
            edit: Some(names::edit(document, vec![edit])),
            is_preferred: Some(true),
            ..CodeAction::default()
        })
    };
    at_range.map(action).collect()
}
