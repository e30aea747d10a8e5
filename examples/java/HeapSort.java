// expect: valid
//
// Heapsort.
// Symbolic: the elements.
// Asserted: the result is in order and has the same elements.
import static multise.Nondet.*;

public class HeapSort {
  static void sort(int[] a) {
    for (int i = a.length / 2 - 1; i >= 0; i--) sift(a, i, a.length);
    for (int end = a.length - 1; end > 0; end--) {
      int old = a[0];
      a[0] = a[end];
      a[end] = old;
      sift(a, 0, end);
    }
  }

  static void sift(int[] a, int at, int end) {
    while (2 * at + 1 < end) {
      int child = 2 * at + 1;
      if (child + 1 < end && a[child + 1] > a[child]) child++;
      if (a[at] >= a[child]) return;
      int old = a[at];
      a[at] = a[child];
      a[child] = old;
      at = child;
    }
  }

  public static void main(String[] args) {
    int[] a = new int[4];
    int sum = 0;
    for (int i = 0; i < a.length; i++) {
      a[i] = anyInt();
      sum += a[i];
    }
    sort(a);
    for (int i = 1; i < a.length; i++) assert a[i - 1] <= a[i];
    for (int x : a) {
      sum -= x;
    }
    assert sum == 0;
  }
}
