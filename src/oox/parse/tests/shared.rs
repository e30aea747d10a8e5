//! The conformance suite and the benchmark programs, where they are at hand.

use crate::oox::parse::lexer::tokenize;
use crate::oox::parse::parse;
use crate::oox::tests::programs;
use crate::source::{Severity, SourceFile};
use crate::stack::on_big_stack;
use std::path::Path;

/// The lines of the errors of a file.
fn error_lines(path: &Path) -> Vec<u32> {
    let source = SourceFile::new(path.to_string_lossy(), std::fs::read_to_string(path).unwrap());
    let errors = |d: &crate::source::Diagnostic| d.severity == Severity::Error;
    on_big_stack(|| {
        parse(&source).diagnostics.iter().filter(|d| errors(d)).map(|d| source.line(d.span.unwrap())).collect()
    })
}

#[test]
fn the_conformance_suite_parses_or_fails_where_it_says() {
    for path in programs("../shared/conformance") {
        let text = std::fs::read_to_string(&path).unwrap();
        let header = text.lines().next().unwrap_or("");
        let expected: Vec<u32> = header
            .strip_prefix("// expect: error parse line ")
            .map(|n| n.trim().parse().unwrap())
            .into_iter()
            .collect();
        assert_eq!(error_lines(&path), expected, "{}", path.display());
    }
}

#[test]
fn the_benchmark_programs_parse() {
    for path in programs("../shared/tasks") {
        assert_eq!(error_lines(&path), [] as [u32; 0], "{}", path.display());
    }
}

/// A token left out should cost one error, not one for each thing that the parser then takes for another.
#[test]
fn a_missing_token_is_hardly_ever_more_than_one_error() {
    let (mut wrong, mut cascades) = (0_u32, 0_u32);
    for path in programs("../shared/conformance") {
        let text = std::fs::read_to_string(&path).unwrap();
        for token in tokenize(&text) {
            let mut cut = text.clone();
            cut.replace_range(token.span.start as usize..token.span.end as usize, "");
            let parsed = parse(&SourceFile::new("cut.oox", cut));
            match parsed.diagnostics.iter().filter(|d| d.severity == Severity::Error).count() {
                0 => {}
                1 => wrong += 1,
                _ => cascades += 1,
            }
        }
    }
    assert!(cascades * 20 <= wrong, "{cascades} of {}", wrong + cascades);
}
