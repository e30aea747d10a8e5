//! The layers of ARCHITECTURE.md, checked on the text of the sources: which module may name which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The common ground, which every module may use: cancellation, what a relation reaches, ids, numbers, sources, options, the
/// form of inputs and of traces.
const GROUND: &[&str] =
    &["cancel", "closure", "index", "num", "paths", "source", "inputs", "config", "trace", "stack", "suggest", "ieee"];

/// For each module of the crate, the modules above the common ground that it may name.
const LAYERS: &[(&str, &[&str])] = &[
    ("cancel", &[]),
    ("closure", &[]),
    ("index", &[]),
    ("num", &[]),
    ("paths", &[]),
    ("source", &[]),
    ("inputs", &[]),
    ("config", &[]),
    ("trace", &["ir"]),
    ("stack", &[]),
    ("suggest", &[]),
    ("ieee", &[]),
    ("help", &[]),
    ("ir", &[]),
    ("interp", &["ir"]),
    ("front", &["ir"]),
    ("oox", &["front", "interp", "ir"]),
    ("java", &["front", "interp", "ir"]),
    ("term", &["ir"]),
    ("guard", &["term", "ir"]),
    ("summary", &["guard", "term", "ir"]),
    ("induction", &["ir"]),
    ("solver", &["induction", "guard", "term", "ir"]),
    ("opinion", &["solver", "ir"]),
    ("state", &["summary", "guard", "term", "ir"]),
    ("region", &["ir"]),
    ("transition", &["region", "state", "summary", "solver", "guard", "term", "ir"]),
    ("outcome", &["induction", "opinion", "transition", "guard", "interp", "ir"]),
    ("explore", &["outcome", "transition", "state", "summary", "solver", "guard", "term", "interp", "ir"]),
    ("observers", &["explore", "outcome", "transition", "state", "summary", "solver", "guard", "term", "interp", "ir"]),
    ("proofs", &["explore", "outcome", "induction", "opinion", "transition", "solver", "interp", "ir"]),
    ("portfolio", &["proofs", "observers", "explore", "outcome", "transition", "state", "solver", "guard", "ir"]),
    ("compare", &[]),
    ("report", &["compare", "outcome", "interp", "ir"]),
    ("facade", &["portfolio", "report", "explore", "outcome", "oox", "java", "front", "ir"]),
    (
        "cli",
        &["help", "facade", "report", "compare", "proofs", "explore", "outcome", "region", "interp", "front", "ir"],
    ),
];

/// The same within a front: for each folder, the other folders that it may name.
const OOX: &[(&str, &[&str])] =
    &[("parse", &[]), ("syntax", &[]), ("check", &["parse"]), ("lower", &["check"]), ("driver", &["syntax"])];

/// A source file without its comments and its tests.
struct Source {
    /// The path below `src`, because the names of folders above it mean nothing.
    path: PathBuf,
    module: String,
    code: String,
}

fn sources() -> Vec<Source> {
    let root = support::project().join("src");
    let source = |path: PathBuf| {
        let relative = path.strip_prefix(&root).expect("below the root").to_owned();
        // Tests may look at every layer.
        if relative.iter().any(|name| name == "tests" || name == "tests.rs") {
            return None;
        }
        let first = relative.iter().next().expect("a file has a name").to_string_lossy();
        let module = first.trim_end_matches(".rs").to_owned();
        let code = code(&fs::read_to_string(&path).expect("the sources are UTF-8"));
        Some(Source { path: relative, module, code })
    };
    support::files(&root, "rs").into_iter().filter_map(source).collect()
}

/// The text without line comments, up to the module of tests at the end of the file.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let of_tests = |next: &&str| next.starts_with("mod ") && next.ends_with('{');
        if line == "#[cfg(test)]" && lines.peek().is_some_and(of_tests) {
            break;
        }
        code += line.split("//").next().unwrap_or_default();
        code.push('\n');
    }
    code
}

/// The modules of this crate that a text names by `crate::…`.
fn named(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, path) in code.match_indices("crate::") {
        let rest = &code[at + path.len()..];
        match rest.strip_prefix('{') {
            None => drop(found.insert(identifier(rest))),
            Some(list) => {
                let (mut depth, mut fresh) = (0, true);
                for (i, c) in list.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => fresh = true,
                        c if fresh && !c.is_whitespace() => {
                            found.insert(identifier(&list[i..]));
                            fresh = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    found
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Fails for every file outside the `allowed` modules that has one of `words`.
fn only(allowed: &[&str], words: &[&str]) {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|s| !allowed.contains(&s.module.as_str())) {
        let has = |word: &&&str| {
            source
                .code
                .match_indices(**word)
                .any(|(at, _)| !source.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        wrong.extend(words.iter().filter(has).map(|word| format!("{} names {word}", source.path.display())));
    }
    assert!(wrong.is_empty(), "only {allowed:?} may:\n{}", wrong.join("\n"));
}

#[test]
fn dependencies_point_one_way() {
    let layers: BTreeMap<&str, &[&str]> = LAYERS.iter().copied().collect();
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|s| !["lib", "main", "internals"].contains(&s.module.as_str())) {
        let Some(allowed) = layers.get(source.module.as_str()) else {
            wrong.push(format!("{} belongs to no layer", source.path.display()));
            continue;
        };
        for name in named(&source.code) {
            // Macros are at the root of the crate.
            let known = layers.contains_key(name.as_str());
            let may = name == source.module || GROUND.contains(&name.as_str()) || allowed.contains(&name.as_str());
            if known && !may {
                wrong.push(format!("{} names crate::{name}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "layers are broken:\n{}", wrong.join("\n"));
}

#[test]
fn phases_of_oox_point_one_way() {
    let mut wrong = Vec::new();
    for (folder, allowed) in OOX {
        let room = Path::new("oox").join(folder);
        let found: Vec<Source> = sources().into_iter().filter(|s| s.path.starts_with(&room)).collect();
        assert!(!found.is_empty(), "there is a folder oox/{folder}");
        for source in found {
            // The other folders are named from the root of the crate or of the front.
            let named = named(&source.code.replace("crate::oox::", "crate::"));
            let is_other = |name: &&String| OOX.iter().any(|(other, _)| other == name) && name != folder;
            let others = named.iter().filter(is_other).filter(|name| !allowed.contains(&name.as_str()));
            wrong.extend(others.map(|name| format!("{} names oox::{name}", source.path.display())));
        }
    }
    assert!(wrong.is_empty(), "layers of oox are broken:\n{}", wrong.join("\n"));
}

#[test]
fn the_layers_have_no_cycle() {
    // Every module comes after all modules that it may name.
    for (i, (module, allowed)) in LAYERS.iter().enumerate() {
        for name in *allowed {
            let before = LAYERS[..i].iter().any(|(m, _)| m == name);
            assert!(before || GROUND.contains(module), "{module} stands before {name}");
        }
    }
}

#[test]
fn fragments_assume_in_one_file() {
    let of_fragments = |source: &&Source| source.path.starts_with("induction/fragments");
    let (sources, mut found) = (sources(), Vec::new());
    for source in sources.iter().filter(of_fragments) {
        if ["InstrKind::Assume", "self.formals +="].iter().any(|made| source.code.contains(made)) {
            found.push(source.path.file_name().expect("a file has a name"));
        }
    }
    assert_eq!(found, ["assumptions.rs"], "what a fragment takes for granted stands in one place");
}

/// For each file of a room but its `mod.rs`, and for each folder in it, the others that it names.
fn siblings(room: &str) -> BTreeMap<String, BTreeSet<String>> {
    let inside = |source: Source| {
        let path = source.path.strip_prefix(room).ok()?;
        let is_mod = path.file_name().is_some_and(|name| name == "mod.rs");
        let supers = path.iter().count() - usize::from(is_mod);
        let name = path.iter().next()?.to_string_lossy().trim_end_matches(".rs").to_owned();
        // `super::x`, or `x` in a list behind `super::`, with as many `super` as lead to the room.
        let here = format!("crate::{}::", room.replace('/', "::"));
        let code = source.code.replace(&here, "crate::").replace(&"super::".repeat(supers.max(1)), "crate::");
        Some((name, code)).filter(|(name, _)| name != "mod")
    };
    let inside: Vec<(String, String)> = sources().into_iter().filter_map(inside).collect();
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, code) in &inside {
        let others = named(code).into_iter().filter(|other| other != name && inside.iter().any(|(n, _)| n == other));
        all.entry(name.clone()).or_default().extend(others);
    }
    all
}

#[test]
fn no_files_of_a_room_name_each_other_in_a_circle() {
    assert!(siblings("explore")["session"].contains("frontier"), "the files are found");
    assert!(siblings("explore")["frontier"].contains("threads"), "so are folders");
    for folder in ["explore", "explore/threads", "observers", "observers/notes", "proofs", "portfolio"] {
        let mut open = siblings(folder);
        // Removes files that name no remaining file, until none is left.
        loop {
            let done: Vec<String> =
                open.iter().filter(|(_, named)| named.is_empty()).map(|(file, _)| file.clone()).collect();
            if done.is_empty() {
                break;
            }
            open.retain(|file, _| !done.contains(file));
            open.values_mut().for_each(|named| named.retain(|file| !done.contains(file)));
        }
        assert!(open.is_empty(), "a circle in {folder}, or what leads to it: {open:?}");
    }
}

#[test]
fn what_is_reported_knows_no_format() {
    let model: Vec<Source> = sources().into_iter().filter(|s| s.path.starts_with("report/model")).collect();
    assert!(model.len() > 10, "the files are found");
    for Source { path, code, .. } in &model {
        let outside = ["report::format", "format::", "report::Style"];
        let named = outside.iter().find(|name| code.contains(**name));
        assert!(named.is_none(), "{} names {named:?}", path.display());
    }
}

#[test]
fn only_the_solver_names_z3() {
    only(&["solver"], &["z3::", "use z3"]);
}

#[test]
fn only_the_guard_store_names_the_bdd_crate() {
    only(&["guard"], &["biodivine_lib_bdd"]);
}

#[test]
fn only_report_and_cli_print() {
    only(&["report", "cli"], &["println!", "print!", "eprintln!", "eprint!", "stdout()", "stderr()"]);
}

#[test]
fn nobody_leaves_traces_of_debugging() {
    only(&[], &["dbg!", "todo!", "unimplemented!"]);
}

#[test]
fn the_reader_of_paths_understands_lists() {
    let names = named("use crate::{a::{b, c}, d, e::f};\nuse crate::g::h;\nlet x = crate::i::j();");
    assert_eq!(names.into_iter().collect::<Vec<_>>().join(" "), "a d e g i");
}
