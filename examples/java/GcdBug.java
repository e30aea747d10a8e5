// expect: invalid assert line 24
// witness: 3 2
//
// The greatest common divisor, by Euclid, with a bug: the loop ends one step too early; see Gcd.java.
// Symbolic: two positive integers up to 40.
import static multise.Nondet.*;

public class GcdBug {
  static int gcd(int a, int b) {
    while (b > 1) {
      int rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }

  public static void main(String[] args) {
    int a = anyInt();
    int b = anyInt();
    assume(a > 0 && a <= 40 && b > 0 && b <= 40);
    int divisor = gcd(a, b);
    assert divisor > 0;
    assert a % divisor == 0 && b % divisor == 0;
  }
}
