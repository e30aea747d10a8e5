// expect: valid
//
// A Gray code of 32 bits: neighbours differ in one bit, and shifts by halves decode it.
import multise.Nondet;

public class GrayCode {
  static int encode(int n) { return n ^ n >>> 1; }

  static int decode(int code) {
    for (int by = 16; by > 0; by /= 2) code ^= code >>> by;
    return code;
  }

  public static void main(String[] args) {
    int n = Nondet.anyInt();
    assert decode(encode(n)) == n;
    int changed = encode(n) ^ encode(n + 1);
    assert changed != 0 && (changed & changed - 1) == 0;
  }
}
