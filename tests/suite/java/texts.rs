//! Texts as objects: literals, those that `intern` returns, and those of inputs.

use super::{compiled, have_verdicts, is_replayed, report};
use multise::internals::ir::{Callee, Expr, Terminator};
use support::java::explored::{build, dialect};
use support::java::header::Header;
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

/// Nine characters beyond Latin-1 are, but for their case, those of Latin-1. Of two others it is not known.
#[test]
fn equal_ones_but_for_case_are_known_if_one_is_in_latin1() {
    let text = "public class Main {
  static void length(String s) { if (s != null && s.equalsIgnoreCase(\"kiss\")) assert s.length() == 4; }
  static void upper(String s) { assert s == null || !s.equalsIgnoreCase(\"ab\") || s.charAt(1) == 'b' || s.charAt(1) == 'B'; }
  static void kelvin(String s) { assert s == null || !s.equalsIgnoreCase(\"k\") || s.equals(\"k\") || s.equals(\"K\"); }
  static void order(String s) { assert s == null || s.compareToIgnoreCase(\"k\") != 0 || s.length() == 1; }
  static void two(String s, String t) { assert s == null || !s.equalsIgnoreCase(t) || s.length() < 2; }
  static void same(String s, String t) {
    if (s == null || s.length() != 1 || t == null || s.charAt(0) < 256) return;
    assert !s.equalsIgnoreCase(t) || s.equals(t) || t.charAt(0) < 256;
  }
}
";
    have_verdicts(text, &[("Main.length", "valid"), ("Main.upper", "valid"), ("Main.order", "valid")], &[], |_| true);
    have_verdicts(text, &[("Main.kelvin", "invalid")], &[], is_replayed);
    have_verdicts(text, &[("Main.two", "invalid")], &["--array-length", "2"], is_replayed);
    let unknown = "unknown (unsupported: a result that depends on `differenceBeyondLatin1` at Main.java:9)";
    have_verdicts(text, &[("Main.same", unknown)], &["--array-length", "1"], |_| true);
}

const CASES: &str = "public class Main {
  static void lower(String s) { assert s == null || !s.toLowerCase().equals(\"on\") || s.equalsIgnoreCase(\"on\"); }
  static void dotted(String s) { assert s == null || s.toLowerCase().length() == s.length(); }
  static void longer(String s) { assert s == null || s.toUpperCase().length() <= 3 * s.length(); }
  static void sharp(String s) { assert s == null || !s.toUpperCase().equals(\"SS\") || s.length() == 2; }
  static void ligature(String s) { assert s == null || !s.toUpperCase().equals(\"FI\") || s.charAt(0) < 256; }
  static void greek(char c) { assert c != '\\u03a9' || Character.toLowerCase(c) == '\\u03c9'; }
  static void latin(char c) { assert c < 256 || Character.toLowerCase(c) > 255 || Character.toLowerCase(c) == 'k'; }
}
";

/// Upper cases may be longer. Those of most characters beyond Latin-1 are not known, so no run that asks for one is shown.
#[test]
fn have_lower_and_upper_cases() {
    let one = &["--array-length", "1"];
    let two = &["--array-length", "2"];
    let valid = "valid (for input arrays of at most 2 elements)";
    have_verdicts(CASES, &[("Main.lower", valid), ("Main.longer", valid)], two, |_| true);
    have_verdicts(
        CASES,
        &[("Main.dotted", "invalid"), ("Main.sharp", "invalid"), ("Main.ligature", "invalid")],
        one,
        is_replayed,
    );
    have_verdicts(CASES, &[("Main.latin", "invalid")], &[], is_replayed);
    let unknown = "unknown (unsupported: a result that depends on `caseBeyondLatin1` at Main.java:7)";
    have_verdicts(CASES, &[("Main.greek", unknown)], &[], |_| true);
}

/// What the JDK knows of each character is one condition on it.
#[test]
fn have_characters_of_all_scripts() {
    let text = "public class Main {
  static void letters(String s) {
    int letters = 0;
    for (int i = 0; s != null && i < s.length(); i++) if (Character.isLetter(s.charAt(i))) letters++;
    assert s == null || letters <= s.length();
  }
  static void alpha(char c) { assert c != '\\u03b1' || Character.isLetter(c) && Character.isLowerCase(c) && !Character.isDigit(c); }
  static void name(String s) {
    if (s == null || s.isEmpty() || !Character.isJavaIdentifierStart(s.charAt(0))) return;
    for (int i = 1; i < s.length(); i++) if (!Character.isJavaIdentifierPart(s.charAt(i))) return;
    assert !s.equals(\"a-\");
  }
  static void digit(char c) { if (Character.isDigit(c)) assert Character.digit(c, 10) >= 0 && Character.digit(c, 10) < 10; }
  static void ascii(char c) { assert !Character.isDigit(c) || c >= '0' && c <= '9'; }
  static void undefined(char c) { assert Character.isDefined(c); }
  static void number(String s) {
    if (s == null || s.length() != 1) return;
    try { assert Integer.parseInt(s) != 7 || s.equals(\"7\"); } catch (NumberFormatException e) { }
  }
}
";
    let two = &["--array-length", "2"];
    let valid = "valid (for input arrays of at most 2 elements)";
    have_verdicts(text, &[("Main.letters", valid), ("Main.name", valid)], two, |_| true);
    have_verdicts(text, &[("Main.alpha", "valid"), ("Main.digit", "valid")], &[], |_| true);
    have_verdicts(text, &[("Main.ascii", "invalid"), ("Main.undefined", "invalid")], &[], is_replayed);
    have_verdicts(text, &[("Main.number", "invalid")], &["--array-length", "1"], is_replayed);
}

/// A JVM makes a literal when it is first read, and has literals of its own.
#[test]
fn whether_it_is_the_first_one_is_unknown() {
    let Some(classes) = compiled(PROGRAM) else { return };
    for (_, mode) in MODES {
        for entry in ["Main.itself", "Main.first"] {
            let report = report(&classes, entry, &["--mode", mode, "--array-length", "2"]);
            assert!(report.contains("unsupported: whether a text is the one that intern returns"), "{entry}: {report}");
        }
    }
}

#[test]
fn those_of_inputs_are_no_literals() {
    have_verdicts(PROGRAM, &[("Main.literal", "valid")], &[], |_| true);
    let Some(classes) = compiled(PROGRAM) else { return };
    for (entry, is_seen) in [("Main.literal", true), ("Main.unseen", false)] {
        let report = report(&classes, entry, &[]);
        assert_eq!(report.contains("no text of an input is a literal"), is_seen, "{entry}: {report}");
    }
}

#[test]
fn values_of_the_stack_have_the_types_of_their_parameters() {
    let text = "public class Main { static String joined(boolean b, String s) { return (b ? \"x\" : \"y\") + s; } }";
    let Some(classes) = compiled(text) else { return };
    let dialect = dialect(&classes, &Header::of_entry("Main.joined"));
    let built = build(&classes, &dialect).unwrap_or_else(|answer| panic!("{answer}"));
    let program = built.ir();
    let method = &program.methods[built.entry];
    let calls = method.blocks.iter().filter_map(|block| match &block.term {
        Terminator::Call { callee: Callee::Exact(callee), args, .. } => Some((&program.methods[*callee], args)),
        _ => None,
    });
    let mut passed = 0;
    for (callee, args) in calls {
        for (formal, arg) in callee.formals.iter().zip(args) {
            let Expr::Local(arg) = arg else { continue };
            assert_eq!(method.locals[*arg].ty, callee.locals[*formal].ty, "{}", callee.name);
            passed += 1;
        }
    }
    assert_eq!(passed, 2, "two texts are joined");
}

/// An object in a text is asked by its type where that is known, and may be null or have a null text.
#[test]
fn objects_in_texts_are_asked_for_theirs() {
    let text = "public class Main {
  interface I { }
  static class A implements I { public String toString() { return \"A\"; } }
  static class B extends A { public String toString() { return \"B\"; } }
  static class N implements I { public String toString() { return null; } }
  record R(int x, I i, String s) { }
  enum E { X, Y }
  static void other(I i) { String s = \"i=\" + i; assert !s.equals(\"i=A\"); }
  static void below(A a) { String s = \"a=\" + a; assert !s.equals(\"a=B\"); }
  static void absent(A a) { String s = a + \"!\"; assert !s.equals(\"null!\"); }
  static void same(A a) { String s = \"a=\" + a; assert s.equals(\"a=A\") || s.equals(\"a=B\") || s.equals(\"a=null\"); }
  static void none() { I n = new N(); assert (\"n=\" + n).equals(\"n=null\"); }
  static void record(int x) { R r = new R(x, new A(), null); assert x != 5 || (\"\" + r).equals(\"R[x=5, i=A, s=null]\"); }
  static void constant(E e) { assert !(e + \"!\" + e).equals(\"X!X\"); }
  static void number(Integer k) { assert !(\"k\" + k).equals(\"k12\"); }
  static void any(Object o) { assert !(\"k\" + o).equals(\"kA\"); }
}
";
    have_verdicts(
        text,
        &[
            ("Main.other", "invalid"),
            ("Main.below", "invalid"),
            ("Main.absent", "invalid"),
            ("Main.constant", "invalid"),
            ("Main.number", "invalid"),
            ("Main.any", "invalid"),
        ],
        &[],
        is_replayed,
    );
    have_verdicts(text, &[("Main.same", "valid"), ("Main.none", "valid"), ("Main.record", "valid")], &[], |_| true);
}

/// A switch over a text of any length needs no hash code, whose computation would never end. Two of these texts have the same.
#[test]
fn switches_ask_whether_they_are_equal() {
    let text = "public class Main {
  static int code(String s) {
    switch (s) { case \"add\": return 1; case \"Aa\": return 2; case \"BB\": return 3; case \"\": return 4; default: return 0; }
  }
  static int length(int k, String s) {
    return k + switch (s) { case \"x\", \"y\" -> 1; case \"zzz\" -> { int q = k; yield q; } default -> s.length(); };
  }
  static void codes(String s) {
    if (s == null) return;
    int c = code(s);
    assert (c == 1) == s.equals(\"add\") && (c == 2) == s.equals(\"Aa\");
    assert (c == 3) == s.equals(\"BB\") && (c == 4) == s.isEmpty();
  }
  static void lengths(String s) { if (s != null && s.length() < 1000) assert length(3, s) >= 3; }
  static void second(String s) { if (s != null) assert code(s) != 3; }
  static void yields(String s) { if (s != null && s.length() < 1000) assert length(70, s) != 140; }
  static void absent(String s) { code(s); }
}
";
    have_verdicts(text, &[("Main.codes", "valid"), ("Main.lengths", "valid")], &[], |_| true);
    let violated = [("Main.second", "invalid"), ("Main.yields", "invalid"), ("Main.absent", "invalid")];
    have_verdicts(text, &violated, &[], is_replayed);
}

/// The length of two texts together needs no loop that copies them.
#[test]
fn lengths_of_joined_ones_are_known() {
    let text = "public class Main {
  static void sum(String a, String b) { if (a != null && b != null) assert (a + b).length() == a.length() + b.length(); }
  static void more(String a) { assert !(a + \"x\").isEmpty(); }
  static void absent(String a) { assert (a + \"x\").length() != 5; }
}
";
    have_verdicts(text, &[("Main.sum", "valid"), ("Main.more", "valid")], &[], |_| true);
    have_verdicts(text, &[("Main.absent", "invalid")], &[], is_replayed);
}
