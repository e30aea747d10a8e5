//! The interpreter against the corpus: on all small inputs a program violates nothing but what its header says, and
//! every violation that the header names is found.

use multise::internals::interp::{End, Limits, run};
use multise::{Diagnostic, Dialect, Types, Uncaught};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use support::{compile, enumerate};

/// Inputs per program.
const CAP: usize = 1_000;

/// Inputs per program whose violations need larger ones.
const LARGER_CAP: usize = 20_000;

/// The header of a corpus program, as far as the language is concerned.
struct Header {
    expect: String,
    entry: String,
    dialect: Dialect,
}

impl Header {
    fn of(text: &str) -> Self {
        let comments = || text.lines().map_while(|l| l.strip_prefix("// "));
        let expect = comments().find_map(|l| l.strip_prefix("expect: ")).expect("an expectation").to_owned();
        let mut header = Header { expect, entry: "Main.main".into(), dialect: Dialect::default() };
        let words: Vec<&str> =
            comments().filter_map(|l| l.strip_prefix("options: ")).flat_map(str::split_whitespace).collect();
        // An explicit option wins over a compatibility mode, wherever it stands.
        for pass in [true, false] {
            let mut rest = words.iter().copied();
            while let Some(word) = rest.next() {
                let value = || rest.clone().next().expect("an option's value");
                header.option(word, value, pass);
            }
        }
        header
    }

    fn option<'a>(&mut self, word: &str, value: impl Fn() -> &'a str, compat: bool) {
        let dialect = &mut self.dialect;
        match word {
            "--compat" if compat && value() == "jip" => (dialect.lenient, dialect.nonnull_arrays) = (true, true),
            "--compat" if compat => dialect.uncaught = Uncaught::Allow,
            _ if compat => {}
            "--lenient" => dialect.lenient = true,
            "--strict" => dialect.lenient = false,
            "--uncaught" if value() == "allow" => dialect.uncaught = Uncaught::Allow,
            "--uncaught" => dialect.uncaught = Uncaught::Invalid,
            "--nonnull-arrays" => dialect.nonnull_arrays = true,
            "--array-length" => dialect.array_length = Some(value().parse().expect("a length")),
            "--types" if value() == "declared" => dialect.types = Types::Declared,
            "--entry" => self.entry = value().into(),
            "--set" => {
                let (field, value) = value().split_once('=').expect("a field and a value");
                dialect.set.push((field.into(), value.into()));
            }
            _ => {}
        }
    }

    /// The violations that it names, as `KIND[/CAUSE] line N`.
    fn violations(&self) -> BTreeSet<String> {
        let list = self.expect.strip_prefix("invalid ").unwrap_or_default();
        list.split(", ").filter(|v| !v.is_empty()).map(str::to_owned).collect()
    }
}

/// How often the runs of one program ended in which way; violations as the header writes them.
fn ends(text: &str, header: &Header, larger: bool) -> Result<BTreeMap<String, usize>, Vec<Diagnostic>> {
    let (source, program, entry) = compile::compile(text, &header.entry, &header.dialect)?;
    let mut bounds = enumerate::Bounds::of(&program);
    if larger {
        bounds = bounds.enlarged();
    }
    let cap = if larger { LARGER_CAP } else { CAP };
    bounds.null_arrays = !header.dialect.nonnull_arrays;
    bounds.types = header.dialect.types;
    if let Some(limit) = header.dialect.array_length {
        bounds.length = bounds.length.min(limit as usize);
    }
    let mut ends = BTreeMap::new();
    for inputs in enumerate::inputs(&program, entry, &bounds).take(cap) {
        let run = run(&program, entry, &inputs, &header.dialect, Limits::steps(20_000)).expect("enumerated inputs fit");
        let end = match run.end {
            End::Returned { .. } | End::Threw(_) => "ended".to_owned(),
            End::Rejected { .. } => "rejected".to_owned(),
            End::StepLimit | End::Cancelled => "step limit".to_owned(),
            End::Violation(f) => {
                let cause = f.cause.map(|c| format!("/{}", name(c))).unwrap_or_default();
                format!("{}{cause} line {}", name(f.kind), source.line(f.span))
            }
            other => panic!("{other:?}"),
        };
        *ends.entry(end).or_default() += 1;
    }
    Ok(ends)
}

/// The name of a kind or cause in reports.
fn name(kind: impl serde::Serialize) -> String {
    serde_json::to_value(kind).expect("a name").as_str().expect("a name").to_owned()
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|e| e == "oox") {
            found.push(path);
        }
    }
}

#[test]
fn small_inputs_confirm_the_expectations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files = Vec::new();
    programs(&folder, &mut files);
    files.sort();
    let mut failures = Vec::new();
    for file in &files {
        let name = file.strip_prefix(&folder).expect("in the folder").with_extension("").display().to_string();
        let text = std::fs::read_to_string(file).expect("a readable file");
        let header = Header::of(&text);
        // What threads do depends on the schedule too: `corpus` runs those programs by all of theirs.
        if header.expect.starts_with("error") || text.contains("fork ") {
            continue;
        }
        let expected = header.violations();
        // One run stops at its first violation, so that all of them are looked for over all inputs. A program whose
        // answer is `unknown` may have violations beyond its bounds.
        let found = |ends: &BTreeMap<String, usize>| -> BTreeSet<String> {
            ends.keys().filter(|k| k.contains(" line ")).cloned().collect()
        };
        let right = |ends: &BTreeMap<String, usize>| {
            let vacuous = header.expect == "valid vacuous" && ends.contains_key("ended");
            // The header says so where no small input shows all of them.
            let some = text.contains("\n// enumerate: ") && found(ends).is_subset(&expected);
            !vacuous && (found(ends) == expected || some || header.expect.starts_with("unknown"))
        };
        let result = ends(&text, &header, false).and_then(|small| match found(&small).is_subset(&expected) {
            true if !right(&small) => ends(&text, &header, true),
            _ => Ok(small),
        });
        match result {
            Ok(ends) if right(&ends) => {}
            Ok(ends) => failures.push(format!("{name}: expected {}, got {ends:?}", header.expect)),
            Err(errors) => failures.push(format!("{name}: {}", errors[0].message)),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
