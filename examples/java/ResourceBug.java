// expect: invalid assert line 32
// witness: 1 0
//
// A resource that is closed on all ways out of a block, with a bug: it stays open after an exception; see Resource.java.
// Symbolic: what happens inside.
import static multise.Nondet.*;

public class ResourceBug {
  static int open;

  static void use(int what) {
    open++;
    {
      if (what == 1) throw new IllegalStateException();
      if (what == 2) what = 0;
      int[] cells = new int[3];
      cells[what % 5] = 1;
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
