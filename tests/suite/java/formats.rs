//! Reports on Java programs in all formats: they have the names, the literals and the sources of the program.

use super::compiled;
use support::java::compile::{Classes, javac};
use support::read;

/// Uses classes of the library, whose models are no part of a program.
const PROGRAM: &str = "public class Main {
  enum Level { LOW, HIGH }
  static class Refused extends RuntimeException {
    Refused(String why) { super(why); }
  }
  static int check(String name, Level level, char first) {
    if (level == Level.HIGH && name != null && name.length() == 1) {
      if (name.charAt(0) == first && first == 'x') {
        throw new Refused(\"no\");
      }
    }
    return 0;
  }
  public static void main(String[] args) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += i;
    }
    assert sum == 4;
  }
}
";

/// Runs a command on the classes, with sources.
fn run(command: &str, classes: &Classes, options: &[&str]) -> (Option<i32>, String) {
    let [folder, sources] = [&classes.folder, &classes.sources].map(|folder| folder.display().to_string());
    super::run(&[&[command, &folder, "--sourcepath", &sources], options].concat())
}

#[test]
fn formats_have_the_names_and_sources_of_the_program() {
    let Some(classes) = compiled(PROGRAM) else { return };
    let out = tempfile::tempdir().expect("a folder");
    let file = |name: &str| out.path().join(name).display().to_string();
    let [html, sarif, lcov, cobertura, junit] = ["r.html", "r.sarif", "r.lcov", "r.xml", "j.xml"].map(file);
    let options = ["--html", &html, "--sarif", &sarif, "--lcov", &lcov, "--cobertura", &cobertura, "--junit", &junit];
    let options = [&["--entry", "Main.check", "--coverage", "--no-jvm"], &options[..]].concat();
    let (code, report) = run("explore", &classes, &options);
    assert_eq!(code, Some(1), "{report}");
    let source = classes.sources.join("Main.java");
    let literals = ["name  = \"x\"", "level = Main.Level.HIGH", "first = 'x'"];
    for part in literals.iter().chain(&["throw new Refused(\"no\");", "(\"x\", Main.Level.HIGH, '\\''x'\\'')"]) {
        assert!(report.contains(part), "{part}: {report}");
    }
    let rows: Vec<&str> = report.lines().skip_while(|line| !line.starts_with("coverage")).skip(1).collect();
    let covered: Vec<&str> = rows.iter().take_while(|row| !row.starts_with("total")).copied().collect();
    assert!(!covered.is_empty() && covered.iter().all(|row| row.starts_with("Main")), "{report}");

    let html = read(&html);
    // What a page has of the program is escaped, whatever becomes an entity.
    for part in ["Main.check", "Main.Level.HIGH", "name.length() == 1", "Main$Refused"] {
        assert!(html.contains(part), "{part} is not on the page");
    }
    let sarif = support::read_json(&sarif);
    let result = &sarif["runs"][0]["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str().expect("a place");
    assert!(uri.ends_with("Main.java") && place["region"]["startLine"] == 9, "{result}");
    let message = result["message"]["text"].as_str().expect("a message");
    assert!(message.contains("name = \"x\", level = Main.Level.HIGH, first = 'x'"), "{message}");
    assert_eq!(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "Main.check");

    let lcov = read(&lcov);
    assert!(lcov.contains(&format!("SF:{}", source.display())) && lcov.contains("FN:7,Main.check"), "{lcov}");
    assert!(lcov.contains("DA:9,1") && !lcov.contains("java.lang"), "{lcov}");
    let cobertura = read(&cobertura);
    assert!(cobertura.contains("<method name=\"check\"") && !cobertura.contains("java.lang"), "{cobertura}");
    let junit = read(&junit);
    assert!(junit.contains("classname=\"Main.check\"") && junit.contains("Main.Level.HIGH"), "{junit}");
}

#[test]
fn places_in_other_files_have_their_names() {
    let main = "public class Main {
  static void counted(int n) { Other.count(n); }
  static void small(int n) { Other.small(n); }
}
";
    let text = "class Other {
  static int count(int n) {
    int i = 0;
    while (i < n) i++;
    assert i == n || n < 0;
    return i;
  }
  static void small(int n) { assert n < 9; }
}
";
    let out = tempfile::tempdir().expect("a folder");
    let file = |name: &str| out.path().join(name).display().to_string();
    let (sources, [html, json]) = (["Main.java", "Other.java"].map(file), ["r.html", "r.json"].map(file));
    std::fs::write(&sources[0], main).and_then(|()| std::fs::write(&sources[1], text)).expect("room for sources");
    if !javac().args(["-g", "-d"]).arg(out.path()).args(&sources).output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no JDK");
        return;
    }
    let explored = |entry: &str| {
        let folder = out.path().display().to_string();
        let path = ["explore", "--classpath", &folder, "--sourcepath", &folder, "--entry", entry];
        let (_, report) = super::run(&[&path, &["--no-jvm", "--html", &html, "--json", &json][..]].concat());
        (report, read(&html), support::read_json(&json))
    };
    let other = &sources[1];
    let (report, page, proved) = explored("Main.counted");
    assert!(report.contains(&format!("  line 4 of {other} invariant   in Other.count: i")), "{report}");
    let claim = proved["proof"].as_array().and_then(|claims| claims.last()).expect("a claim");
    assert!(claim["file"] == **other && claim["line"] == 4, "{claim}");
    let assertion = &proved["assertions"][0];
    assert!(assertion["file"] == **other && assertion["line"] == 5, "{assertion}");
    for line in [4, 5] {
        assert!(
            page.contains(&format!("<td>{line} of {other}</td>")) && !page.contains(&format!("#line={line}")),
            "{line}"
        );
    }
    let (report, page, _) = explored("Main.small");
    assert!(page.contains(&format!("line 8 of {other} <span")) && !page.contains("#line=8"), "{report}");
}

#[test]
fn traces_have_no_steps_of_the_library() {
    let Some(classes) = compiled(PROGRAM) else { return };
    for entry in [&["--main", "Main"][..], &["--entry", "Main.check"]] {
        let (_, report) = run("explore", &classes, &[entry, &["--no-jvm", "--verbose"]].concat());
        let (_, trace) = report.split_once("trace:").expect("a violation");
        let trace = trace.split("replayed:").next().unwrap_or_default();
        assert!(trace.contains("Main.") && !trace.contains("java.lang") && !trace.contains(".static "), "{trace}");
    }
}

#[test]
fn costs_and_comparisons_start_at_their_entries() {
    let Some(classes) = compiled(PROGRAM) else { return };
    for start in [&["--main", "Main"][..], &[], &["--entry", "Main.check"]] {
        let (code, report) = run("profile", &classes, start);
        let name = if start.len() == 2 && start[0] == "--entry" { "Main.check" } else { "Main.main" };
        assert!(code == Some(0) && report.contains(name), "{start:?}: {report}");
        let (code, report) = run("compare", &classes, &[start, &["--format", "csv"]].concat());
        assert!(code == Some(0) && report.contains(",invalid"), "{start:?}: {report}");
    }
}

#[test]
fn a_run_tells_of_what_it_has_reached_only() {
    let text = "public class Main {
  static int check(int n) {
    if (n == 1) return Main.class.getMethods().length;
    if (n == 2) return Main.class.getInterfaces().length + Main.class.getFields().length;
    return n;
  }
}
";
    let Some(classes) = compiled(text) else { return };
    let run = |call: &str| run("run", &classes, &[call]);
    let (code, report) = run("Main.check(3)");
    assert!(code == Some(0) && !report.contains("support") && report.contains("result = 3"), "{report}");
    for call in ["Main.check(1)", "Main.check(2)"] {
        let (code, report) = run(call);
        assert_eq!((code, report.matches("unsupported: ").count()), (Some(3), 1), "{call}: {report}");
    }
}
