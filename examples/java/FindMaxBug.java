// expect: invalid assert line 23
// witness: -2147483648 2147483647 0 0 0 0
//
// The largest element of an array, with a bug: the sign of a difference overflows; see FindMax.java.
// Symbolic: the elements.
import static multise.Nondet.*;

public class FindMaxBug {
  static int max(int[] a) {
    int max = a[0];
    for (int i = 1; i < a.length; i++) {
      if (a[i] - max > 0) max = a[i];
    }
    return max;
  }

  public static void main(String[] args) {
    int[] a = new int[6];
    for (int i = 0; i < a.length; i++) a[i] = anyInt();
    int max = max(a);
    boolean found = false;
    for (int x : a) {
      assert x <= max;
      found |= x == max;
    }
    assert found;
  }
}
