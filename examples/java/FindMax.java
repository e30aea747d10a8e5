// expect: valid
//
// The largest element of an array.
// Symbolic: the elements.
// Asserted: no element is larger, and it is one of them.
import static multise.Nondet.*;

public class FindMax {
  static int max(int[] a) {
    int max = a[0];
    for (int i = 1; i < a.length; i++) {
      if (a[i] > max) max = a[i];
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
