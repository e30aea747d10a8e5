// expect: invalid assert line 28
// witness: 1 0 0 2
//
// Shell sort with the gaps 3 and 1, with a bug: there is no pass with the gap 1; see ShellSort.java.
// Symbolic: the elements.
import static multise.Nondet.*;

public class ShellSortBug {
  static void sort(int[] a) {
    for (int gap = 3; gap > 1; gap -= 2) {
      for (int i = gap; i < a.length; i++) {
        int x = a[i];
        int j = i;
        for (; j >= gap && a[j - gap] > x; j -= gap) a[j] = a[j - gap];
        a[j] = x;
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
