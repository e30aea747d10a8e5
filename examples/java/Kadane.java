// expect: valid
//
// The largest sum of consecutive elements, by Kadane.
// Symbolic: the elements.
// Asserted: no sum of consecutive elements is larger.
import static multise.Nondet.*;

public class Kadane {
  static long best(int[] a) {
    long best = a[0];
    long here = a[0];
    for (int i = 1; i < a.length; i++) {
      here = Math.max(here, 0) + a[i];
      best = Math.max(best, here);
    }
    return best;
  }

  public static void main(String[] args) {
    int[] a = new int[4];
    for (int i = 0; i < a.length; i++) a[i] = anyInt();
    long best = best(a);
    for (int from = 0; from < a.length; from++) {
      long sum = 0;
      for (int to = from; to < a.length; to++) {
        sum += a[to];
        assert sum <= best;
      }
    }
  }
}
