// examples/growth/binary_search.oox Main.n 256
import static multise.Nondet.*;

class BinarySearch {
  static int search(int[] a, int key) {
    int low = 0;
    int high = a.length;
    while (low < high) {
      int middle = (low + high) / 2;
      if (a[middle] < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  public static void main(String[] args) {
    int[] a = new int[Size.N];
    for (int i = 0; i < Size.N; i++) a[i] = anyInt();
    int key = anyInt();
    for (int i = 1; i < a.length; i++) assume(a[i - 1] <= a[i]);
    int at = search(a, key);
    assert 0 <= at && at <= a.length;
    assert at == a.length || a[at] >= key;
    assert at == 0 || a[at - 1] < key;
  }
}
