// expect: invalid assert line 39
// witness: 1 5 2 0
//
// Quicksort, after Lomuto, with a bug: one element is left out; see QuickSort.java.
// Symbolic: the elements.
import static multise.Nondet.*;

public class QuickSortBug {
  static void sort(int[] a) {
    sort(a, 0, a.length - 1);
  }

  static void sort(int[] a, int low, int high) {
    if (low >= high) return;
    int pivot = a[high];
    int next = low;
    for (int i = low; i < high; i++) {
      if (a[i] <= pivot) swap(a, i, next++);
    }
    swap(a, next, high);
    sort(a, low, next - 1);
    sort(a, next + 2, high);
  }

  static void swap(int[] a, int i, int j) {
    int old = a[i];
    a[i] = a[j];
    a[j] = old;
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
