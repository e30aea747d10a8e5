//! Hashes that a JVM chooses for objects: any number, the same for an object at any time.

use super::{compiled, explored, have_verdicts, is_replayed, report, run};
use support::process::complaints;
use support::trials::MODES;

const PROGRAM: &str = "import java.util.*;
public class Main {
  enum Suit { CLUBS, HEARTS, SPADES }
  record Card(Suit suit, int rank) { }
  static class Thing { int value; }

  static void once(Suit s) { if (s != null) assert s.hashCode() == s.hashCode() && Objects.hash(s) == Objects.hash(s); }
  static void found(Card c, int n) {
    Map<Card, Integer> map = new HashMap<>();
    map.put(c, n);
    if (c != null) assert map.get(new Card(c.suit(), c.rank())) == n;
  }
  static void counted(Suit a, Suit b, Suit c) {
    Map<Suit, Integer> map = new HashMap<>();
    for (Suit s : new Suit[] { a, b, c }) map.merge(s, 1, Integer::sum);
    int all = 0;
    for (Map.Entry<Suit, Integer> e : map.entrySet()) all += e.getValue();
    assert all == 3;
  }
  static void things(Thing t) {
    Set<Thing> all = new HashSet<>(List.of(new Thing(), new Thing()));
    if (t != null) all.add(t);
    int n = 0;
    for (Thing one : all) n++;
    assert n == (t == null ? 2 : 3);
  }
  static void nothing() { assert System.identityHashCode(null) == 0; }
  static void unlucky(Suit s) { assert s == null || s.hashCode() != 5; }
  static void ordered() {
    Map<Suit, Integer> map = new HashMap<>();
    map.put(Suit.CLUBS, 1);
    map.put(Suit.HEARTS, 2);
    assert map.keySet().iterator().next() == Suit.CLUBS;
  }
  static void different(Thing a, Thing b) { assert a == null || b == null || a == b || a.hashCode() != b.hashCode(); }
  static void shown(Suit s, int n) {
    Map<Suit, Integer> map = new HashMap<>();
    map.put(s, n);
    map.put(Suit.CLUBS, 1);
    for (int value : map.values()) assert value != 7;
  }
  static void unseen(Suit s, int n) {
    Map<Suit, Integer> map = new HashMap<>();
    map.put(s, n);
    assert map.get(s) != 7;
  }
  static void mixed(Suit s) {
    int n = multise.Nondet.anyInt();
    if (n == 8) n = Objects.hash(s);
    assert n != 7;
  }
  static int behind(Suit s, int n) {
    if (n < 50 || s == null) return 0;
    for (int i = 0; i < n; i++) n--;
    return Objects.hash(s);
  }
  static void array(int[] a) { assert a == null || a.hashCode() != 5; }
}
";

#[test]
fn each_object_has_one() {
    let valid =
        ["Main.once", "Main.found", "Main.counted", "Main.things", "Main.nothing"].map(|entry| (entry, "valid"));
    have_verdicts(PROGRAM, &valid, &[], |_| true);
    let is_own = |report: &str| report.contains("the JVM has its own `identityHashCode`");
    have_verdicts(PROGRAM, &[("Main.shown", "invalid")], &[], |report| is_own(report) || report.contains("(no JVM)"));
    // Runs that ask for none are replayed.
    have_verdicts(PROGRAM, &["Main.unseen", "Main.mixed"].map(|entry| (entry, "invalid")), &[], is_replayed);
}

#[test]
fn what_depends_on_them_and_those_of_arrays_are_unsupported() {
    let Some(classes) = compiled(PROGRAM) else { return };
    let result = "a result that depends on `identityHashCode`";
    for (_, mode) in MODES {
        for (entry, what) in
            [("unlucky", result), ("ordered", result), ("different", result), ("array", "the hash of an array")]
        {
            let report = report(&classes, &format!("Main.{entry}"), &["--mode", mode]);
            let last = report.lines().last().unwrap_or_default();
            assert!(last.starts_with(&format!("unknown (unsupported: {what} at Main.java:")), "{entry}: {report}");
        }
    }
}

#[test]
fn a_run_ends_at_the_call_that_leads_to_what_is_not_supported() {
    let Some(classes) = compiled(PROGRAM) else { return };
    let folder = classes.folder.to_str().expect("a Unicode path");
    let (_, report) = run(&["run", "--classpath", folder, "Main.array(new int[] {1})"]);
    let at = PROGRAM.lines().position(|line| line.contains("static void array")).expect("a method") + 1;
    let end = format!("ended (unsupported: the hash of an array, line {at})");
    assert!(report.contains(&format!("Main.java:{at}")) && report.contains(&end), "{report}");
}

#[test]
fn a_test_whose_run_gets_one_behind_what_was_explored_is_left_out() {
    let Some(classes) = compiled(PROGRAM) else { return };
    let out = tempfile::tempdir().expect("a folder");
    let out = out.path().to_str().expect("a Unicode path");
    let output = explored(&classes, "Main.behind", &["--unroll", "2", "--no-proofs", "--tests", out]);
    let about = complaints(&output);
    assert!(about.contains("left out: 1 test of Main.behind: the JVM has its own `identityHashCode`"), "{about}");
}
