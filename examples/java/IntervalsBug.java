// expect: invalid assert line 31
// witness: -3 4 -3 4
//
// Closed intervals as records, with a bug: records are compared by identity; see Intervals.java.
// Symbolic: two intervals.
import static multise.Nondet.*;

public class IntervalsBug {
  record Interval(int low, int high) {
    Interval {
      if (low > high) throw new IllegalArgumentException(low + " > " + high);
    }

    boolean contains(Interval other) {
      return low <= other.low && other.high <= high;
    }
  }

  static Interval any() {
    int low = anyByte();
    int high = anyByte();
    assume(low <= high);
    return new Interval(low, high);
  }

  public static void main(String[] args) {
    Interval a = any();
    Interval b = any();
    // Two records with equal components are equal, but not the same.
    boolean same = a == b;
    assert same == (a.contains(b) && b.contains(a));
  }
}
