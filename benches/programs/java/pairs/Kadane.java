// examples/multise/kadane.oox Main.n 12
import static multise.Nondet.*;

class Kadane {
  static long max(long a, long b) {
    if (a > b) return a;
    return b;
  }

  static long best(int[] a) {
    long current = 0;
    long best = 0;
    for (int i = 0; i < a.length; i++) {
      current = max(0, current + a[i]);
      best = max(best, current);
    }
    return best;
  }

  public static void main(String[] args) {
    int[] a = new int[Size.N];
    for (int i = 0; i < Size.N; i++) a[i] = anyInt();
    long best = best(a);
    assert best >= 0;
    for (int from = 0; from < a.length; from++) {
      long sum = 0;
      for (int to = from; to < a.length; to++) {
        sum += a[to];
        assert best >= sum;
      }
    }
  }
}
