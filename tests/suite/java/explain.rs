//! `explain` at lines of Java sources.

use super::run;
use serde_json::Value;
use std::path::Path;
use support::java::compile::{self, Classes, Source};

const STACK: &str = "package com.acme;
public class Stack {
  enum Kind { SMALL, LARGE }
  static int pushed = 0;
  static final int MOST = 3;
  final int[] cells = new int[MOST];
  int size;
  static int sum(int[] given, boolean twice, char unit) {
    int total = 0;
    if (given != null && given.length == 2) {
      total = given[0];
      if (twice) {
        total += total;
      }
      if (unit == 'x') {
        pushed++;
      }
    }
    return total;
  }
  int push(int value) {
    if (size == MOST) {
      throw new IllegalStateException();
    }
    cells[size] = value;
    size++;
    return size;
  }
}
class Beside {
  static int one(Stack.Kind kind) {
    int n = 1;
    if (kind == Stack.Kind.LARGE) {
      n = 2;
    }
    return n;
  }
}
";

/// The classes, and their source.
fn compiled() -> Option<(Classes, String)> {
    let classes = compile::compiled(Source::new("com/acme/Stack.java", STACK))?;
    let file = classes.sources.join("com/acme/Stack.java");
    let file = file.to_str().expect("a Unicode path").to_owned();
    Some((classes, file))
}

fn explain(place: &str, options: &[&str]) -> (Option<i32>, String) {
    run(&[&["explain", place], options].concat())
}

fn json(place: &str, options: &[&str]) -> Value {
    let (_, text) = explain(place, &[options, &["--format", "json", "--progress", "none"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{place}: {e}: {text}"))
}

/// The values of a variable at the first visit, with their conditions.
fn values(report: &Value, variable: &str) -> Vec<(String, String)> {
    let variables = report["visits"][0]["variables"].as_array().unwrap_or_else(|| panic!("no visit: {report}"));
    let found = variables.iter().find(|v| v["name"] == variable).unwrap_or_else(|| panic!("no {variable}: {report}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = |row: &Value| (text(&row["value"]), text(&row["condition"]["text"]));
    found["values"].as_array().expect("values").iter().map(row).collect()
}

#[test]
fn a_line_of_a_source_file_is_explained() {
    let Some((classes, file)) = compiled() else { return };
    let path = classes.folder.to_str().expect("a Unicode path");
    let options = ["--classpath", path, "--entry", "com.acme.Stack.sum"];

    let report = json(&format!("{file}:13"), &options);
    assert_eq!(report["fate"], "reached");
    assert_eq!(report["text"], "total += total;");
    assert_eq!(report["visits"][0]["method"], "com.acme.Stack.sum");
    assert_eq!(report["visits"][0]["condition"]["text"], "given.length == 2 && given != null && twice");
    assert_eq!(values(&report, "total"), [("given[0]".to_owned(), "always".to_owned())]);
    assert_eq!(values(&report, "@given.length"), [("given.length".to_owned(), "always".to_owned())]);
    // What stands in no source is no variable.
    let names = report["visits"][0]["variables"].as_array().expect("variables").iter();
    let statics: Vec<&str> =
        names.filter_map(|v| v["name"].as_str()).filter(|name| name.contains("com.acme")).collect();
    assert_eq!(statics, ["com.acme.Stack.pushed", "com.acme.Stack.MOST"]);

    let report = json(&format!("{file}:16"), &options);
    assert_eq!(report["visits"][0]["condition"]["text"], "given.length == 2 && given != null && unit == 'x'");
    let total = values(&report, "total");
    assert!(total.contains(&("i32(2 * given[0])".to_owned(), "twice".to_owned())), "{total:?}");

    // A second class of the file; the source is the one below a folder of sources, or there is none.
    let folder = file.strip_suffix("/com/acme/Stack.java").expect("its package");
    let options = ["--classpath", path, "--entry", "com.acme.Beside.one", "--sourcepath", folder];
    let report = json("com/acme/Stack.java:34", &options);
    assert_eq!((&report["fate"], &report["text"]), (&"reached".into(), &"n = 2;".into()));
    assert_eq!(report["visits"][0]["example"]["text"], "kind = com.acme.Stack.Kind.LARGE");
    let report = json("com/acme/Stack.java:34", &options[..4]);
    assert_eq!((&report["fate"], &report["text"]), (&"reached".into(), &"".into()));
}

#[test]
fn objects_and_other_fates_are_told() {
    let Some((classes, file)) = compiled() else { return };
    let path = classes.folder.to_str().expect("a Unicode path");
    let options = ["--classpath", path, "--entry", "com.acme.Stack.push"];
    let report = json(&format!("{file}:25"), &options);
    assert_eq!(values(&report, "@this.size"), [("this.size".to_owned(), "always".to_owned())]);

    for (line, shown) in [(13, "line 13 has no code that com.acme.Stack.push may call"), (99, "there is no line 99")] {
        let (code, text) = explain(&format!("{file}:{line}"), &options);
        assert!(code == Some(2) && text.contains(shown), "{text}");
    }
    let (code, text) = explain(&format!("{file}:25"), &[&options[..], &["--var", "nothing"]].concat());
    assert!(code == Some(2) && text.contains("no variable `nothing`"), "{text}");
    for wrong in ["Other.java:12", &format!("{}:12", Path::new(&file).with_file_name("Other.java").display())] {
        let (code, text) = explain(wrong, &options);
        assert!(code == Some(2) && text.contains("is compiled from"), "{text}");
    }
}
