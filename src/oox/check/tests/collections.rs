//! Collections of programs: the corpus, and the shared ones where they are present (`../shared` beside the crate).

use crate::config::{Dialect, IntWidth};
use crate::facade::entries::entry;
use crate::oox::check::check;
use crate::oox::lower::lower;
use crate::oox::parse::parse;
use crate::oox::tests::programs;
use crate::source::{Diagnostic, Phase, Severity, SourceFile, Sources};
use crate::stack::on_big_stack;
use clap::ValueEnum;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// What is wrong with a file: errors of the parser, else of the checker, else of the choice of the entry.
fn errors(path: &PathBuf, dialect: &Dialect, entry_name: &str) -> (Sources, Vec<Diagnostic>) {
    let source = Sources::from(SourceFile::new(path.display().to_string(), fs::read_to_string(path).unwrap()));
    let mut errors = on_big_stack(|| {
        let parsed = parse(source.main());
        if parsed.has_errors() {
            return parsed.diagnostics;
        }
        let checked = check(&parsed.program, &source, dialect);
        match &checked.hir {
            Some(hir) => entry(&lower(hir, &source, dialect), entry_name).err().map(|d| *d).into_iter().collect(),
            None => checked.diagnostics,
        }
    });
    errors.retain(|d| d.severity == Severity::Error);
    (source, errors)
}

#[test]
fn conformance() {
    for path in programs("../shared/conformance") {
        let (source, errors) = errors(&path, &Dialect::default(), "Main.main");
        let header = source.main().text.lines().next().unwrap_or_default();
        let found = match errors.first() {
            None => "none".to_owned(),
            Some(d) if d.phase == Phase::Entry => "error entry".to_owned(),
            Some(d) => {
                let phase = if d.phase == Phase::Parse { "parse" } else { "static" };
                format!("error {phase} line {}", d.span.map_or(0, |s| source.line(s)))
            }
        };
        let wanted = header.find("error").map_or("none", |i| header[i..].trim());
        assert_eq!(found, wanted, "{}\n{}", path.display(), source.shown(&errors));
        assert!(errors.len() <= 1 || wanted.contains("parse"), "{}\n{}", path.display(), source.shown(&errors));
    }
}

#[test]
fn tasks() {
    let folder = crate::project().join("../shared/tasks");
    if !folder.is_dir() {
        eprintln!("skipped: no folder ../shared/tasks");
        return;
    }
    for table in ["tasks.csv", "scaling.csv"] {
        let table = fs::read_to_string(folder.join(table)).unwrap();
        for line in table.lines().skip(1) {
            let mut columns = line.split(',');
            let (file, options) = (columns.next().unwrap(), columns.next().unwrap());
            let dialect = Dialect { lenient: options.contains("jip"), ..Dialect::default() };
            let entry = options.split_once("--entry ").map_or("Main.main", |(_, e)| e.split(' ').next().unwrap());
            let (source, errors) = errors(&folder.join(file), &dialect, entry);
            assert!(errors.is_empty(), "{file}\n{}", source.shown(&errors));
        }
    }
}

/// The numbers in a text.
fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
}

#[test]
fn corpus() {
    let paths = programs("tests/corpus");
    assert!(!paths.is_empty());
    let mut wrong = String::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let header = |key: &str| {
            let line = text.lines().take_while(|l| l.starts_with("//")).find_map(|l| l.strip_prefix(key));
            line.unwrap_or_default().trim()
        };
        let (mut dialect, mut entry) = (Dialect::default(), "Main.main");
        let mut words = header("// options:").split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "--lenient" | "jip" => dialect.lenient = true,
                "--strict" => dialect.lenient = false,
                "--entry" => entry = words.next().unwrap(),
                "--int-width" => dialect.int_width = IntWidth::from_str(words.next().unwrap(), false).ok(),
                "--set" => {
                    let (name, value) = words.next().unwrap().split_once('=').unwrap();
                    dialect.set.push((name.into(), value.into()));
                }
                _ => {}
            }
        }
        let (source, errors) = errors(&path, &dialect, entry);
        let mut lines: Vec<u32> = errors.iter().filter_map(|d| d.span).map(|s| source.line(s)).collect();
        lines.dedup();
        let expect = header("// expect:");
        let all = |phase| !errors.is_empty() && errors.iter().all(|d| d.phase == phase);
        let right = match expect.split(" line").next().unwrap_or_default() {
            "error parse" => all(Phase::Parse),
            "error static" => all(Phase::Static) && lines == numbers(expect),
            "error entry" => all(Phase::Entry),
            _ => errors.is_empty(),
        };
        if !right {
            let _ = writeln!(wrong, "{}: {expect}\n{}", path.display(), source.shown(&errors));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
