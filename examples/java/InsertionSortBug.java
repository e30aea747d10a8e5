// expect: invalid assert line 29
// witness: 5 1 6 7
//
// Insertion sort, with a bug: the first element is never moved; see InsertionSort.java.
// Symbolic: the elements.
import static multise.Nondet.*;

public class InsertionSortBug {
  static void sort(int[] a) {
    for (int i = 1; i < a.length; i++) {
      int x = a[i];
      int j = i - 1;
      while (j > 0 && a[j] > x) {
        a[j + 1] = a[j];
        j--;
      }
      a[j + 1] = x;
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
