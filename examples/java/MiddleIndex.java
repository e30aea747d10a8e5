// expect: valid
//
// The middle of a part of a large file, as binary search takes it.
// Symbolic: where the part begins and ends.
// Asserted: the middle is in the part.
import static multise.Nondet.*;

public class MiddleIndex {
  static int middle(int first, int last) {
    return first + (last - first) / 2;
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
