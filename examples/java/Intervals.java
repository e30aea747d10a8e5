// expect: valid
//
// Closed intervals as records.
// Symbolic: two intervals.
// Asserted: equal records have equal texts and hash codes, and the hull of two intervals contains both.
import static multise.Nondet.*;

public class Intervals {
  record Interval(int low, int high) {
    Interval {
      if (low > high) throw new IllegalArgumentException(low + " > " + high);
    }

    boolean contains(Interval other) {
      return low <= other.low && other.high <= high;
    }

    Interval hull(Interval other) {
      return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }
  }

  static Interval any() {
    int low = anyByte();
    int high = anyByte();
    try {
      return new Interval(low, high);
    } catch (IllegalArgumentException e) {
      assert low > high;
      return new Interval(high, low);
    }
  }

  public static void main(String[] args) {
    Interval a = any();
    Interval b = any();
    Interval hull = a.hull(b);
    assert hull.contains(a) && hull.contains(b);
    assert hull.equals(b.hull(a)) && hull.hashCode() == b.hull(a).hashCode();
    assert a.equals(b) == (a.contains(b) && b.contains(a));
    assert new Interval(1, 2).toString().equals("Interval[low=1, high=2]");
  }
}
