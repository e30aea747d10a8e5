// expect: invalid assert line 20
// witness: 1 2 0 1
//
// Whether two intervals overlap, with a bug: touching intervals count; see IntervalOverlap.java.
// Symbolic: both ends of two intervals.
import static multise.Nondet.*;

public class IntervalOverlapBug {
  static boolean overlap(int from, int to, int start, int end) {
    return from <= end && start < to;
  }

  public static void main(String[] args) {
    int from = anyInt();
    int to = anyInt();
    int start = anyInt();
    int end = anyInt();
    assume(from < to && start < end);
    boolean inside = from >= start && from < end || start >= from && start < to;
    assert overlap(from, to, start, end) == inside;
  }
}
