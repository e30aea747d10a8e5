//! Diagnostics about the source text, in the look of rustc.

use super::excerpt::{Mark, elements};
use super::style::Style;
use crate::report::model::words::{count, elide};
use crate::source::{Diagnostic, Severity, Sources};
use annotate_snippets::Level;

/// Longest message that is printed whole, characters: a message may quote a name of any length.
const MESSAGE: usize = 300;

/// Renders one diagnostic, without a line break at its end.
pub fn render(diagnostic: &Diagnostic, source: &Sources, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let labels: Vec<String> = diagnostic.related.iter().map(|(_, label)| elide(label, MESSAGE)).collect();
    let label = elide(&diagnostic.label, MESSAGE);
    let mut marks: Vec<Mark<'_>> =
        diagnostic.span.iter().map(|&span| Mark { span, label: &label, primary: true }).collect();
    let related = diagnostic.related.iter().zip(&labels);
    marks.extend(related.map(|((span, _), label)| Mark { span: *span, label, primary: false }));
    let title = level.primary_title(elide(&diagnostic.message, MESSAGE)).id(diagnostic.code);
    let mut group = title.elements(elements(source, &marks));
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(elide(help, MESSAGE)));
    }
    style.renderer().render(&[group])
}

/// Most diagnostics that are rendered; the rest are counted. So the output stays bounded.
pub const RENDERED: usize = 500;

/// Renders all diagnostics, errors and warnings in the given order, each followed by an empty line; then a line that counts
/// the errors, if there are any.
pub fn render_all(diagnostics: &[Diagnostic], source: &Sources, style: Style) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter().take(RENDERED) {
        out += &render(diagnostic, source, style);
        out += "\n\n";
    }
    if diagnostics.len() > RENDERED {
        out += &format!("… and {} more\n\n", diagnostics.len() - RENDERED);
    }
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    if let Some(first) = errors.first() {
        let file = first.span.map_or(source.main(), |span| source.file(span));
        out += &message(&format!("{} refused: {}", file.name, count(errors.len(), "error")), style);
    }
    out
}

/// An error without a place in a source text, with a line break at its end.
pub fn message(text: &str, style: Style) -> String {
    style.renderer().render(&[annotate_snippets::Group::with_title(Level::ERROR.primary_title(text))]) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Phase, SourceFile, Span};
    use expect_test::{Expect, expect};

    fn check(text: &str, spans: &[(&str, &str)], expected: Expect) {
        let source = SourceFile::new("t.oox", text).into();
        let place = |needle: &str| {
            let start = text.find(needle).expect("the text has the needle");
            Span::new(start, start + needle.len())
        };
        let mut diagnostic =
            Diagnostic::error(Phase::Static, "E0000", place(spans[0].0), "something is wrong").label(spans[0].1);
        for (needle, label) in &spans[1..] {
            diagnostic = diagnostic.related(place(needle), *label);
        }
        expected.assert_eq(&render(&diagnostic.help("mend it"), &source, Style::Plain));
    }

    #[test]
    fn two_places_in_one_excerpt() {
        check(
            "class A {\r\n  int x;\r\n  bool x;\r\n}\r\n",
            &[("bool x", "declared again"), ("int x", "first declared here")],
            expect![[r#"
                error[E0000]: something is wrong
                 --> t.oox:3:3
                  |
                2 |   int x;
                  |   ----- first declared here
                3 |   bool x;
                  |   ^^^^^^ declared again
                  |
                  = help: mend it"#]],
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let text = format!("class A {{ {} wrong {} }}", "int ä; ".repeat(1_000_000), "int b; ".repeat(100));
        check(
            &text,
            &[("wrong", "here"), ("class A", "in this class")],
            expect![[r#"
                error[E0000]: something is wrong
                  |
                1 | … ä; int ä; int ä; int ä; int ä; int ä; int ä; int ä;  wrong int b; int b; int b; int b; int b; int b; int b; int b …
                  |                                                        ^^^^^ here
                 ::: t.oox:1:7000012
                  |
                 ::: 
                1 | class A { int ä; int ä; int ä; int ä; int ä; int ä; in …
                  | ------- in this class
                 ::: t.oox:1:1
                  = help: mend it"#]],
        );
    }

    #[test]
    fn distant_places_have_excerpts_of_their_own() {
        let text = format!("class A {{\n{}}}\nclass A {{}}\n", "  int x;\n".repeat(1000));
        check(
            &text,
            &[("class A {}", ""), ("class A {\n", "first declared here")],
            expect![[r#"
            error[E0000]: something is wrong
                --> t.oox:1003:1
                 |
            1003 | class A {}
                 | ^^^^^^^^^^
                 |
                ::: t.oox:1:1
                 |
               1 | class A {
                 | --------- first declared here
                 |
                 = help: mend it"#]],
        );
    }

    #[test]
    fn a_place_in_another_file_is_shown_there() {
        let mut sources = Sources::from(SourceFile::new("t.oox", "class A {\n  int x;\n}\n"));
        let library = sources.add(SourceFile::new("lib.oox", "class A {}\n")).id;
        let diagnostic = Diagnostic::error(Phase::Static, "E0000", Span::new(6, 7), "something is wrong")
            .related(Span::new(6, 7).of(library), "first declared here");
        expect![[r#"
            error[E0000]: something is wrong
             --> t.oox:1:7
              |
            1 | class A {
              |       ^
              |
             ::: lib.oox:1:7
              |
            1 | class A {}
              |       - first declared here"#]]
        .assert_eq(&render(&diagnostic, &sources, Style::Plain));
    }

    #[test]
    fn the_end_of_the_text_has_a_caret() {
        let source = SourceFile::new("t.oox", "class A {\n").into();
        let diagnostic = Diagnostic::error(Phase::Parse, "E0001", Span::new(10, 10), "expected `}`");
        expect![[r#"
            error[E0001]: expected `}`
             --> t.oox:2:1
              |
            2 |
              | ^"#]]
        .assert_eq(&render(&diagnostic, &source, Style::Plain));
    }

    #[test]
    fn a_flood_of_errors_in_one_line_is_bounded() {
        let source = SourceFile::new("t.oox", "y := 1; ".repeat(100_000)).into();
        let at = |i| Diagnostic::error(Phase::Static, "E0000", Span::new(8 * i, 8 * i + 1), "wrong");
        let text = render_all(&(0..100_000_usize).map(at).collect::<Vec<_>>(), &source, Style::Plain);
        assert_eq!(text.matches("error[E0000]").count(), RENDERED);
        assert!(text.ends_with("… and 99500 more\n\nerror: t.oox refused: 100000 errors\n"));
    }

    #[test]
    fn a_span_of_several_lines() {
        check(
            "class A {\n  int f(\n    int x\n  );\n}\n",
            &[("int f(\n    int x\n  );", "this")],
            expect![[r#"
            error[E0000]: something is wrong
             --> t.oox:2:3
              |
            2 | /   int f(
            3 | |     int x
            4 | |   );
              | |____^ this
              |
              = help: mend it"#]],
        );
    }
}
