// expect: invalid assert line 11
// witness: 1031425024
//
// The same; decoding forgets the last step.
import multise.Nondet;

public class GrayCodeBug {
  public static void main(String[] args) {
    int n = Nondet.anyInt(), code = n ^ n >>> 1;
    for (int by = 16; by > 1; by /= 2) code ^= code >>> by;
    assert code == n;
  }
}
