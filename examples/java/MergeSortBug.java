// expect: invalid assert line 33
// witness: 2 5 1 3
//
// Merge sort, with a bug: the head of the right half does not move; see MergeSort.java.
// Symbolic: the elements.
import static multise.Nondet.*;

public class MergeSortBug {
  static void sort(int[] a) {
    if (a.length < 2) return;
    int[] left = new int[a.length / 2];
    int[] right = new int[a.length - left.length];
    System.arraycopy(a, 0, left, 0, left.length);
    System.arraycopy(a, left.length, right, 0, right.length);
    sort(left);
    sort(right);
    int l = 0;
    int r = 0;
    for (int i = 0; i < a.length; i++) {
      boolean takesLeft = r == right.length || l < left.length && left[l] <= right[0];
      a[i] = takesLeft ? left[l++] : right[r++];
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
