// expect: invalid assert line 21
// witness: -2147483648
//
// Whether a number is a power of two, with a bug: the least integer has one bit set; see PowerOfTwo.java.
// Symbolic: the number.
import static multise.Nondet.*;

public class PowerOfTwoBug {
  static boolean isPower(int n) {
    return n != 0 && (n & (n - 1)) == 0;
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
