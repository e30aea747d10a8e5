//! Exceptions as objects: causes that are set later, and what inputs of exceptions may have. Also other inputs of which a JVM has one
//! object only.

use super::{compiled, have_verdicts, is_replayed, report};

const PROGRAM: &str = "import java.util.*;
public class Main {
  interface Step { int of(int n); }
  static final Main FIRST = new Main();
  static int[] shared = {1};

  static void once(int x) {
    Exception e = new Exception();
    try { e.initCause(new Error()); } catch (IllegalStateException s) { return; }
    assert x != 5;
  }
  static void itself() {
    Exception e = new Exception();
    try { e.initCause(e); assert false; } catch (IllegalArgumentException x) { assert x.getCause() == e; }
    try { e.addSuppressed(e); assert false; } catch (IllegalArgumentException x) { assert x.getCause() == e; }
    e.initCause(null);
    try { e.initCause(null); assert false; } catch (IllegalStateException x) { assert x.getCause() == e; }
  }
  static void caught(int[] a) {
    try { a[0] = 1; } catch (RuntimeException e) {
      e.initCause(new Error(\"c\"));
      assert e.getCause().getMessage().equals(\"c\");
    }
  }
  static int open;
  static void tried(Throwable e) {
    open *= 2;
    try { e.initCause(new Error()); open++; } catch (IllegalStateException x) { }
  }
  static void kinds() {
    tried(new ClassNotFoundException());
    tried(new ClassNotFoundException(\"x\"));
    tried(new ExceptionInInitializerError(\"x\"));
    tried(new AssertionError((Object) new Error()));
    tried(new java.io.UncheckedIOException(new java.io.IOException()));
    tried(new java.util.concurrent.ExecutionException(null));
    assert open == 0;
    tried(new ReflectiveOperationException());
    tried(new AssertionError(\"m\"));
    tried(new NoClassDefFoundError(\"x\"));
    try { List.of().iterator().next(); } catch (Exception e) { tried(e); }
    try { Integer.parseInt(\"x\"); } catch (Exception e) { tried(e); }
    try { Object o = (Integer) (Object) \"x\"; } catch (Exception e) { tried(e); }
    assert open == 63;
  }
  static void given(Exception e) { if (e != null) e.initCause(null); }
  static void open(Exception e) {
    if (e == null || e.getCause() != null) return;
    try { e.initCause(new Exception()); } catch (IllegalStateException x) { return; }
    assert false;
  }
  static void closed(Exception e) {
    if (e == null || e.getCause() != null) return;
    try { e.initCause(new Exception()); } catch (IllegalStateException x) { assert false; }
  }
  static void same(Exception e, Exception f) {
    if (e == null || e != f) return;
    try { e.initCause(f); } catch (IllegalArgumentException | IllegalStateException x) { return; }
    assert false;
  }
  static void listed(List<Exception> all) {
    if (all != null) for (Exception e : all) if (e != null) assert e.getCause() == null;
  }
  static void empty(Optional<String> a, Optional<String> b) {
    if (a != null && a.isEmpty()) assert a == Optional.<String>empty() && (b == null || b.isPresent() || a == b);
  }
  static void none(Optional<String> a) { assert a != Optional.<String>empty(); }
  static void joined(StringJoiner all) { if (all != null) all.length(); }

  static void alone(Exception e) { if (e != null) assert e.getSuppressed().length == 0; }
  static void dormant(Thread t) { if (t != null) assert !t.isAlive(); }
  static void step(Object o) { if (o instanceof Step) assert ((Step) o).of(3) == 3; }
  static void steps(Object o) {
    if (o instanceof Step[] && ((Step[]) o).length > 0 && ((Step[]) o)[0] != null) assert ((Step[]) o)[0].of(3) == 3;
  }
  static void other(Main m) { assert m != FIRST; }
  static void apart(int[] a) { if (a != null && a.length > 0) { a[0] = 7; assert shared[0] == 1; } }
}
";

#[test]
fn causes_are_set_once() {
    let invalid = ["once", "given", "open", "closed", "none"].map(|name| (format!("Main.{name}"), "invalid"));
    let valid = ["itself", "caught", "kinds", "same", "empty"].map(|name| (format!("Main.{name}"), "valid"));
    let mut entries: Vec<(&str, &str)> =
        valid.iter().chain(&invalid).map(|(name, verdict)| (&**name, *verdict)).collect();
    entries.push(("Main.joined", "unknown (unsupported: java.util.StringJoiner.elements of an input at Main.java:68)"));
    have_verdicts(PROGRAM, &[("Main.listed", "invalid")], &["--array-length", "2"], is_replayed);
    have_verdicts(PROGRAM, &entries, &[], |report| is_replayed(report) || report.contains("unsupported"));
}

/// What holds only because inputs are not all that a JVM may have, reports say.
#[test]
fn what_inputs_are_not_is_said() {
    let Some(classes) = compiled(PROGRAM) else { return };
    for (entry, assumption) in [
        ("alone", "exceptions of inputs have no suppressed ones"),
        ("dormant", "threads of inputs are not started"),
        ("step", "no code tests for, a lambda or an object of another class of the library"),
        ("steps", "no input of type `Main$Step` is a lambda of code that is not reached"),
        ("other", "no input is an object that a static field has before the entry"),
        ("apart", "no input is an object that a static field has before the entry"),
    ] {
        let report = report(&classes, &format!("Main.{entry}"), &[]);
        assert_eq!(report.lines().last(), Some("valid"), "{entry}: {report}");
        let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(assumption), "{entry}: {report}");
    }
    assert!(!report(&classes, "Main.once", &[]).contains("assumed"));
}
