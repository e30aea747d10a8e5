//! Exceptions that are caught, used and thrown again: their places are those where they were made, as on a JVM, and their objects stay
//! the same.

use super::{compiled, explored};
use support::process::{complaints, printed};
use support::trials::MODES;

const PROGRAM: &str = "public class Main {
  static int log;
  static class Held implements AutoCloseable { public void close() { log++; } }
  static void held(int n) {
    try (Held one = new Held(); Held other = null) {
      if (n > 3)
        log = 1 / (n - 5);
    }
  }
  static void made(int n) {
    try (Held held = new Held()) {
      if (n == 3)
        throw new IllegalStateException();
    }
  }
  static void printed(int n) {
    try {
      if (n == 3)
        log = 1 / (n - 3);
    } catch (RuntimeException e) {
      System.out.println(e.getCause());
      throw e;
    }
  }
  static void again(int[] a) {
    for (int i = 0; i < 2; i++) {
      try {
        if (i == 0)
          log = a[7];
        else
          throw new IllegalStateException();
      } catch (ArrayIndexOutOfBoundsException e) {
        if (e.getCause() != null) throw e;
      } catch (NullPointerException | IllegalStateException e) {
        if (e.getCause() == null && a == null) throw e;
      }
    }
  }
  static void same(int n) {
    RuntimeException first = null;
    try {
      try {
        log = 1 / n;
      } catch (RuntimeException e) {
        first = e;
        if (e.getCause() == null) throw e;
      }
    } catch (RuntimeException e) {
      if (e != first) throw new AssertionError();
    }
  }
  static int part(int n) { return 1 / n; }
  static void moved(int n) { RuntimeException it = null; try { part(n); } catch (RuntimeException e) { it = e; } if (it != null) throw it; }
}";

/// The methods, each with the line of its violation; 0 for none. Only the JVM knows where an exception was made that a variable holds
/// which may be null.
const ENTRIES: [(&str, u32); 6] =
    [("held", 7), ("made", 13), ("printed", 19), ("again", 29), ("same", 0), ("moved", 53)];

#[test]
fn exceptions_keep_their_places_and_objects() {
    let Some(classes) = compiled(PROGRAM) else { return };
    for (_, mode) in MODES {
        for (entry, line) in ENTRIES {
            let entry = format!("Main.{entry}");
            let output = explored(&classes, &entry, &["--all", "--mode", mode]);
            let (report, errors) = (printed(&output), complaints(&output));
            let verdict = if line == 0 { "valid" } else { "invalid" };
            assert_eq!(report.lines().last(), Some(verdict), "{entry}, {mode}: {report}{errors}");
            let mut places = [format!("--> Main.java:{line}\n"), format!(" at Main.java:{line}:")].into_iter();
            let is_there = line == 0 || places.any(|place| report.contains(&place));
            assert!(is_there, "{entry}, {mode}: no line {line} in {report}");
        }
    }
}
