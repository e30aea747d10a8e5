// expect: valid
//
// Whether a number is a power of two.
// Symbolic: the number.
// Asserted: those are the numbers with one bit set that are positive.
import static multise.Nondet.*;

public class PowerOfTwo {
  static boolean isPower(int n) {
    return n > 0 && (n & (n - 1)) == 0;
  }

  public static void main(String[] args) {
    int n = anyInt();
    int power = 1;
    boolean found = false;
    for (int i = 0; i < 31; i++) {
      found |= power == n;
      power <<= 1;
    }
    assert isPower(n) == found;
  }
}
