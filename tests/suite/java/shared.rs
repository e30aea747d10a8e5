//! Maps that threads share: what one thread sees of them, and what other threads come between.

use super::{compiled, have_verdicts, is_replayed, report};

const ALONE: &str = "import java.util.*;
import java.util.concurrent.*;
public class Main {
  static int fibonacci(Map<Integer, Integer> known, int n) {
    return n < 2 ? n : known.computeIfAbsent(n, k -> fibonacci(known, k - 1) + fibonacci(known, k - 2));
  }
  static void counted(int a, int b) {
    Map<Integer, Integer> map = new ConcurrentHashMap<>();
    map.merge(a, 1, Integer::sum);
    map.merge(b, 1, Integer::sum);
    assert map.get(a) == (a == b ? 2 : 1) && map.size() == (a == b ? 1 : 2);
  }
  static void below(int n) { if (n >= 0 && n < 9) assert fibonacci(new ConcurrentHashMap<>(), n) < 34; }
  static void ordered() {
    Map<String, Integer> map = new ConcurrentHashMap<>();
    for (int i = 0; i < 13; i++) map.put(\"k\" + i * i, i);
    assert map.toString().startsWith(\"{k0=0, k81=9, k1=1, k64=8, k4=2, \");
  }
  static void given(ConcurrentMap<Integer, Integer> map) {
    if (map != null) for (Integer n : map.values()) assert n != null;
  }
  static void once(int n) { assert ConcurrentHashMap.newKeySet().add(n) && !new ConcurrentHashMap<>().containsKey(n); }
  static void same(int a, int b) {
    Map<Integer, Integer> map = new ConcurrentHashMap<>();
    map.merge(a, 1, Integer::sum);
    assert map.putIfAbsent(b, 7) == null;
  }
  static void none(String key) { new ConcurrentHashMap<String, Integer>().put(key, 1); }
  static void rest(int k) {
    Map<Integer, Integer> map = new ConcurrentHashMap<>();
    for (int i = 0; i < 3; i++) map.put(i, i);
    for (int key : map.keySet()) if (key >= k) map.remove(key);
    assert map.size() != 2;
  }
  static void seven(ConcurrentHashMap<String, Integer> map) {
    if (map == null) return;
    Integer n = map.get(\"a\");
    assert n == null || n != 7;
  }
  static void again(int n) {
    Map<Integer, Integer> map = new ConcurrentHashMap<>();
    map.computeIfAbsent(1, k -> map.computeIfAbsent(n, l -> 2));
  }
}
";

#[test]
fn a_map_has_no_null_and_may_change_while_it_is_iterated() {
    let valid = ["counted", "below", "ordered", "once"].map(|name| (format!("Main.{name}"), "valid"));
    let invalid = ["same", "none", "rest", "again"].map(|name| (format!("Main.{name}"), "invalid"));
    let entries: Vec<(&str, &str)> = valid.iter().chain(&invalid).map(|(name, verdict)| (&**name, *verdict)).collect();
    have_verdicts(ALONE, &entries, &[], is_replayed);
    let given = [("Main.given", "valid (for input arrays of at most 2 elements)"), ("Main.seven", "invalid")];
    have_verdicts(ALONE, &given, &["--array-length", "2"], |report| {
        is_replayed(report) || report.contains("at most 2 elements)")
    });
}

const SHARED: &str = "import java.util.concurrent.*;
public class Main {
  static final ConcurrentHashMap<Integer, Integer> MAP = new ConcurrentHashMap<>();
  static int made;
  static void both(Runnable one, Runnable other) throws InterruptedException {
    Thread thread = new Thread(one);
    thread.start();
    other.run();
    thread.join();
  }
  static void merged() throws InterruptedException {
    Runnable count = () -> MAP.merge(1, 1, Integer::sum);
    both(count, count);
    assert MAP.get(1) == 2;
  }
  static void made_once() throws InterruptedException {
    Runnable make = () -> MAP.computeIfAbsent(1, k -> ++made);
    both(make, make);
    assert made == 1;
  }
  static void lost() throws InterruptedException {
    MAP.put(1, 0);
    Runnable count = () -> MAP.put(1, MAP.get(1) + 1);
    both(count, count);
    assert MAP.get(1) == 2;
  }
  static void apart() throws InterruptedException {
    both(() -> MAP.computeIfAbsent(1, k -> ++made), () -> MAP.computeIfAbsent(2, k -> ++made));
    assert made == 2;
  }
  static void early() throws InterruptedException {
    both(() -> MAP.computeIfAbsent(1, k -> { made = 1; return 1; }), () -> { if (made == 1) assert MAP.get(1) != null; });
  }
}
";

/// Path mode would explore millions of ways through some of them.
#[test]
fn functions_of_one_bucket_wait_for_each_other_and_nothing_else_does() {
    let Some(classes) = compiled(SHARED) else { return };
    let verdicts =
        [("merged", "valid"), ("made_once", "valid"), ("lost", "invalid"), ("apart", "invalid"), ("early", "invalid")];
    for (entry, verdict) in verdicts {
        let report = report(&classes, &format!("Main.{entry}"), &["--mode", "merge"]);
        assert_eq!(report.lines().last(), Some(verdict), "{entry}: {report}");
    }
    have_verdicts(SHARED, &[("Main.lost", "invalid"), ("Main.early", "invalid")], &[], |_| true);
}
