// expect: invalid assert line 24
// witness: 0
//
// The integer below the square root, by bisection, with a bug: the square of the middle overflows; see SquareRoot.java.
// Symbolic: the number, up to the largest one.
import static multise.Nondet.*;

public class SquareRootBug {
  static int root(int n) {
    int low = 0;
    int high = 92682;
    while (high - low > 1) {
      int middle = (low + high) / 2;
      if (middle * middle <= n) low = middle;
      else high = middle;
    }
    return low;
  }

  public static void main(String[] args) {
    int n = anyInt();
    assume(n >= 0);
    int root = root(n);
    assert root >= 0 && (long) root * root <= n;
    assert (root + 1L) * (root + 1L) > n;
  }
}
