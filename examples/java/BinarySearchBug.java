// expect: invalid assert line 30
// witness: 0 0 0 0 7 7
//
// Binary search in an array that is in order, with a bug: the last element is never looked at; see BinarySearch.java.
// Symbolic: the elements, and the key.
import static multise.Nondet.*;

public class BinarySearchBug {
  static int search(int[] a, int key) {
    int low = 0;
    int high = a.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (a[middle] == key) return middle;
      if (a[middle] < key) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  public static void main(String[] args) {
    int[] a = new int[5];
    for (int i = 0; i < a.length; i++) {
      a[i] = anyInt();
      if (i > 0) assume(a[i - 1] <= a[i]);
    }
    int key = anyInt();
    int found = search(a, key);
    for (int i = 0; i < a.length; i++) {
      assert found >= 0 || a[i] != key;
    }
    assert found < 0 || a[found] == key;
  }
}
