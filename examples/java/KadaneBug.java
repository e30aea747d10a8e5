// expect: invalid assert line 27
// witness: 2147483647 2147483647 0 0
//
// The largest sum of consecutive elements, by Kadane, with a bug: the sums are kept in 32 bits; see Kadane.java.
// Symbolic: the elements.
import static multise.Nondet.*;

public class KadaneBug {
  static long best(int[] a) {
    long best = a[0];
    int here = a[0];
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
