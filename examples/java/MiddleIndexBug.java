// expect: invalid assert line 18
// witness: 2000000000 2100000000
//
// The middle of a part of a large file, as binary search takes it, with a bug: the sum of both ends overflows; see MiddleIndex.java.
// Symbolic: where the part begins and ends.
import static multise.Nondet.*;

public class MiddleIndexBug {
  static int middle(int first, int last) {
    return (first + last) / 2;
  }

  public static void main(String[] args) {
    int first = anyInt();
    int last = anyInt();
    assume(0 <= first && first <= last);
    int middle = middle(first, last);
    assert first <= middle;
    assert middle <= last;
  }
}
