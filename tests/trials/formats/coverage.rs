//! Coverage as a tracefile and as XML: both agree with each other and with the report.

use super::Written;
use lcov::{Reader, Record};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;

/// Compares the coverage of a run in three forms.
pub fn check(written: &Written) {
    let (lcov, cobertura) = (written.text("lcov"), written.text("cobertura"));
    compare(&lcov, &cobertura);
    let branches = &written.report["coverage"]["branches"];
    let counted = Counts::of_lcov(&lcov);
    let expected = (branches["covered"].as_u64(), branches["total"].as_u64());
    assert!((Some(counted.branches.0), Some(counted.branches.1)) == expected, "lcov: not as in JSON");
}

/// Lines and branches: the covered ones and all, and the lines.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    lines: (u64, u64),
    branches: (u64, u64),
    hits: BTreeMap<(String, u64), bool>,
}

impl Counts {
    fn of_lcov(text: &str) -> Self {
        let (mut counts, mut summed, mut file) = (Self::default(), Self::default(), String::new());
        for record in Reader::new(text.as_bytes()) {
            match record.expect("lcov") {
                Record::SourceFile { path } => file = path.display().to_string(),
                Record::LineData { line, count, .. } => {
                    counts.hits.insert((file.clone(), line.into()), count > 0);
                    counts.lines.0 += u64::from(count > 0);
                    counts.lines.1 += 1;
                }
                Record::BranchData { taken, .. } => {
                    counts.branches.0 += u64::from(taken.is_some_and(|n| n > 0));
                    counts.branches.1 += 1;
                }
                Record::LinesHit { hit } => summed.lines.0 += u64::from(hit),
                Record::LinesFound { found } => summed.lines.1 += u64::from(found),
                Record::BranchesHit { hit } => summed.branches.0 += u64::from(hit),
                Record::BranchesFound { found } => summed.branches.1 += u64::from(found),
                _ => {}
            }
        }
        assert!((summed.lines, summed.branches) == (counts.lines, counts.branches), "lcov: sums");
        counts
    }
}

/// Compares a tracefile with XML of the same coverage.
fn compare(tracefile: &str, xml: &str) {
    let expected = Counts::of_lcov(tracefile);
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(xml, options).expect("Cobertura");
    let root = document.root_element();
    assert!(root.has_tag_name("coverage"), "Cobertura: the root");
    let number = |name: &str| root.attribute(name).and_then(|n| n.parse::<u64>().ok()).unwrap_or(u64::MAX);
    let found = Counts {
        lines: (number("lines-covered"), number("lines-valid")),
        branches: (number("branches-covered"), number("branches-valid")),
        hits: lines(&document),
    };
    assert!(found == expected, "Cobertura: {found:?}\n     lcov: {expected:?}");
    rate(root, "line-rate", expected.lines);
    rate(root, "branch-rate", expected.branches);
}

/// The lines of all classes, and whether they are hit.
fn lines(document: &Document<'_>) -> BTreeMap<(String, u64), bool> {
    let mut hits = BTreeMap::new();
    for class in document.descendants().filter(|node| node.has_tag_name("class")) {
        let file = class.attribute("filename").unwrap_or_default();
        let lists = class.children().filter(|node| node.has_tag_name("lines"));
        for line in lists.flat_map(|list| list.children()).filter(|node| node.has_tag_name("line")) {
            let number = line.attribute("number").and_then(|n| n.parse().ok()).unwrap_or(0);
            // Two classes can share a line.
            *hits.entry((file.to_owned(), number)).or_insert(false) |= line.attribute("hits") != Some("0");
        }
    }
    hits
}

fn rate(node: Node<'_, '_>, name: &str, (covered, total): (u64, u64)) {
    let expected = if total == 0 { 1.0 } else { covered as f64 / total as f64 };
    let found: f64 = node.attribute(name).and_then(|rate| rate.parse().ok()).unwrap_or(f64::NAN);
    assert!((found - expected).abs() < 1e-3, "Cobertura: {name} is {found}, not {expected}");
}
