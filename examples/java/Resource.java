// expect: valid
//
// A resource that is closed on all ways out of a block.
// Symbolic: what happens inside.
// Asserted: it is closed, and the first exception is the one that arrives.
import static multise.Nondet.*;

public class Resource {
  static int open;

  static void use(int what) {
    open++;
    try {
      if (what == 1) throw new IllegalStateException();
      if (what == 2) return;
      int[] cells = new int[3];
      cells[what % 5] = 1;
    } finally {
      open--;
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      int what = anyInt();
      try {
        use(what);
      } catch (IllegalStateException expected) {
        assert what == 1;
      } catch (ArrayIndexOutOfBoundsException outside) {
        assert what % 5 < 0 || what % 5 > 2;
      }
      assert open == 0;
    }
  }
}
