//! Texts as objects: literals, those that `intern` returns, and those of inputs.

use super::{compiled, explored, have_verdicts, is_replayed};
use support::trials::MODES;

const PROGRAM: &str = "public class Main {
  static void known(String s) {
    if (s == null || s.length() != 1) return;
    String t = new String(s);
    assert s != t && s.equals(t) && s.intern() == t.intern();
    assert \"a\".intern() == \"a\" && new String(\"a\").intern() == \"a\" && s.intern().equals(s);
    assert !s.equals(\"a\") || s.intern() == \"a\";
  }
  static void other() { assert new String(\"a\").intern() != \"a\"; }
  static void itself(String s) { assert s == null || s.intern() == s; }
  static void first() {
    String s = new String(new char[] { 'q', '9' });
    boolean isFirst = s.intern() == s;
    assert isFirst && s == \"q9\";
  }
  static void literal(String s) { assert s != \"a\"; }
  static void unseen(String s) { assert s == null || !s.equals(\"a\"); }
}
";

#[test]
fn equal_ones_have_one_that_intern_returns() {
    have_verdicts(
        PROGRAM,
        &[("Main.known", "valid (for input arrays of at most 2 elements)")],
        &["--array-length", "2"],
        |_| true,
    );
    have_verdicts(PROGRAM, &[("Main.other", "invalid"), ("Main.unseen", "invalid")], &[], is_replayed);
}

/// Nine characters beyond Latin-1 are, but for their case, those of Latin-1.
#[test]
fn equal_ones_but_for_case_are_known_if_one_is_in_latin1() {
    let text = "public class Main {
  static void length(String s) { if (s != null && s.equalsIgnoreCase(\"kiss\")) assert s.length() == 4; }
  static void upper(String s) { assert s == null || !s.equalsIgnoreCase(\"ab\") || s.charAt(1) == 'b' || s.charAt(1) == 'B'; }
  static void kelvin(String s) { assert s == null || !s.equalsIgnoreCase(\"k\") || s.equals(\"k\") || s.equals(\"K\"); }
  static void two(String s, String t) { assert s == null || !s.equalsIgnoreCase(t) || s.length() < 2; }
}
";
    have_verdicts(text, &[("Main.length", "valid"), ("Main.upper", "valid")], &[], |_| true);
    have_verdicts(text, &[("Main.kelvin", "invalid")], &[], is_replayed);
    let Some(classes) = compiled(text) else { return };
    for (_, mode) in MODES {
        let output = explored(&classes, "Main.two", &["--mode", mode, "--array-length", "1"]);
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(report.contains("unsupported: a character beyond latin1"), "{report}");
    }
}

/// A JVM makes a literal when it is first read, and has literals of its own.
#[test]
fn whether_it_is_the_first_one_is_unknown() {
    let Some(classes) = compiled(PROGRAM) else { return };
    for (_, mode) in MODES {
        for entry in ["Main.itself", "Main.first"] {
            let output = explored(&classes, entry, &["--mode", mode, "--array-length", "2"]);
            let report = String::from_utf8_lossy(&output.stdout);
            assert!(report.contains("unsupported: whether a text is the one that intern returns"), "{entry}: {report}");
        }
    }
}

#[test]
fn those_of_inputs_are_no_literals() {
    have_verdicts(PROGRAM, &[("Main.literal", "valid")], &[], |_| true);
    let Some(classes) = compiled(PROGRAM) else { return };
    for (entry, is_seen) in [("Main.literal", true), ("Main.unseen", false)] {
        let output = explored(&classes, entry, &[]);
        let report = String::from_utf8_lossy(&output.stdout);
        assert_eq!(report.contains("no text of an input is a literal"), is_seen, "{entry}: {report}");
    }
}
