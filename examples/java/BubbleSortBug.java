// expect: invalid assert line 29
// witness: 2 1 0 -1
//
// Bubble sort, with a bug: the last pass is left out; see BubbleSort.java.
// Symbolic: the elements.
import static multise.Nondet.*;

public class BubbleSortBug {
  static void sort(int[] a) {
    for (int end = a.length - 1; end > 1; end--) {
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
