// expect: valid
//
// Bubble sort.
// Symbolic: the elements.
// Asserted: the result is in order and has the same elements.
import static multise.Nondet.*;

public class BubbleSort {
  static void sort(int[] a) {
    for (int end = a.length - 1; end > 0; end--) {
      for (int i = 0; i < end; i++) {
        if (a[i] > a[i + 1]) {
          int old = a[i];
          a[i] = a[i + 1];
          a[i + 1] = old;
        }
      }
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
