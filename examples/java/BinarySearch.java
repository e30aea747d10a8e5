// expect: valid
//
// Binary search in an array that is in order.
// Symbolic: the elements, and the key.
// Asserted: where the key is among the elements, it is found.
import static multise.Nondet.*;

public class BinarySearch {
  static int search(int[] a, int key) {
    int low = 0;
    int high = a.length - 1;
    while (low <= high) {
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
