// expect: valid
//
// The integer below the square root, by bisection.
// Symbolic: the number, up to the largest one.
// Asserted: the square of the result is the largest one below the number.
import static multise.Nondet.*;

public class SquareRoot {
  static int root(int n) {
    int low = 0;
    int high = 46341;
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
