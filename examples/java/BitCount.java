// expect: valid
//
// The number of bits that are set, in groups.
// Symbolic: a short.
// Asserted: it is the number that a loop over the bits counts.
import static multise.Nondet.*;

public class BitCount {
  static int count(int n) {
    n = n - (n >>> 1 & 0x55555555);
    n = (n & 0x33333333) + (n >>> 2 & 0x33333333);
    n = n + (n >>> 4) & 0x0f0f0f0f;
    return n * 0x01010101 >>> 24;
  }

  public static void main(String[] args) {
    int n = anyShort() & 0xff;
    int count = 0;
    for (int i = 0; i < 8; i++) count += n >> i & 1;
    assert count(n) == count;
  }
}
