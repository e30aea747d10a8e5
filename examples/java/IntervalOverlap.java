// expect: valid
//
// Whether two intervals overlap.
// Symbolic: both ends of two intervals.
// Asserted: they do if one of the ends is inside the other interval.
import static multise.Nondet.*;

public class IntervalOverlap {
  static boolean overlap(int from, int to, int start, int end) {
    return from < end && start < to;
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
