//! What is cited exists: chapters and commands of `multise help`, files and folders. Texts that cite are the documents, the
//! manual, the help of the commands, and the sources with their messages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use support::process::printed;
use support::project;

/// The folders with files that texts cite.
const FOLDERS: [&str; 5] = [".ci", "benches", "examples", "src", "tests"];

/// Folders that only runs make.
const MADE: [&str; 1] = ["target/tmp/browser/"];

/// The files and folders of the repository, each by all ends of its path; folders end with a slash.
fn known() -> BTreeSet<String> {
    let root = project();
    let nested = FOLDERS.iter().flat_map(|folder| support::all_files(&root.join(folder)));
    let top = fs::read_dir(root).expect("the repository").map(|entry| entry.expect("an entry").path());
    let mut known = BTreeSet::new();
    for path in nested.chain(top.filter(|path| path.is_file())) {
        let path = path.strip_prefix(root).expect("a path below the root").to_string_lossy().into_owned();
        let parts: Vec<&str> = path.split('/').collect();
        for from in 0..parts.len() {
            known.insert(parts[from..].join("/"));
            known.extend((from + 1..parts.len()).map(|to| parts[from..to].join("/") + "/"));
        }
    }
    known
}

/// The output of a command of help.
fn help(args: &[&str]) -> String {
    let output = support::multise!().arg("help").args(args).output().expect("it runs");
    if output.status.success() { printed(&output) } else { String::new() }
}

/// The names in the two lists of `multise help`: commands and chapters.
fn topics() -> BTreeSet<String> {
    let list = help(&[]);
    let indented = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = indented.filter(|line| !line.starts_with([' ', '-'])).filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

/// All texts that cite, by name.
fn texts(topics: &BTreeSet<String>) -> Vec<(String, String)> {
    let root = project();
    let read = |path: &Path| (path.display().to_string(), support::read(path));
    let mut texts: Vec<_> = ["README.md", "ARCHITECTURE.md"].iter().map(|name| read(&root.join(name))).collect();
    for (folder, ending) in [("benches", "md"), ("examples", "md"), ("src", "md"), ("src", "rs"), ("tests", "md")] {
        let is_ours = |path: &&PathBuf| !path.components().any(|part| part.as_os_str() == "node_modules");
        let files = support::files(&root.join(folder), ending);
        texts.extend(files.iter().filter(is_ours).map(|path| read(path)));
    }
    texts.extend(topics.iter().map(|topic| (format!("multise help {topic}"), help(&[topic]))));
    texts
}

/// Whether a word in backticks names a file or folder of the repository.
fn is_path(word: &str) -> bool {
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_./-".contains(c));
    let has_folder = FOLDERS.iter().any(|folder| word.starts_with(&format!("{folder}/")));
    let has_name = word.starts_with(|c: char| c.is_ascii_alphanumeric());
    is_plain && has_name && (word.ends_with(".rs") || word.ends_with(".md") || word.ends_with('/') || has_folder)
}

#[test]
fn what_is_cited_exists() {
    let (known, topics) = (known(), topics());
    assert!(topics.contains("explore") && topics.contains("bounds"), "{topics:?}");
    let mut missing = Vec::new();
    for (name, text) in texts(&topics) {
        for rest in text.split("multise help ").skip(1) {
            let topic: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
            if !topic.is_empty() && !topics.contains(&topic) {
                missing.push(format!("{name}: multise help {topic}"));
            }
        }
        for line in text.lines() {
            for word in line.split('`').skip(1).step_by(2).filter(|word| is_path(word)) {
                if !known.contains(word) && !known.contains(&format!("{word}/")) && !MADE.contains(&word) {
                    missing.push(format!("{name}: {word}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "cited, and not there:\n{}", missing.join("\n"));
}

#[test]
fn links_of_documents_lead_somewhere() {
    let documents = ["README.md", "ARCHITECTURE.md", "benches/decisions.md", "examples/README.md", "tests/README.md"];
    for document in documents {
        let path = project().join(document);
        let (text, folder) = (support::read(&path), path.parent().expect("a folder"));
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, _) = target.split_once('#').unwrap_or((target, ""));
            let is_here = !target.starts_with("http") && !file.is_empty();
            assert!(!is_here || folder.join(file).exists(), "{document} links to {target}");
        }
    }
}
