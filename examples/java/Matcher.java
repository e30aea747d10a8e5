// expect: valid
//
// A matcher of brackets of three kinds, with an ArrayDeque of the JDK as stack.
// Symbolic: six brackets.
// Asserted: what is accepted has as many closing brackets of each kind as opening ones, and ends with a closing one.
import static multise.Nondet.*;

import java.util.ArrayDeque;
import java.util.Deque;

public class Matcher {
  /** A bracket is the number of its kind, a closing one its negative. */
  static boolean matches(int[] brackets) {
    Deque<Integer> open = new ArrayDeque<>();
    for (int bracket : brackets) {
      if (bracket > 0) {
        open.push(bracket);
      } else if (open.isEmpty() || open.pop() != -bracket) {
        return false;
      }
    }
    return open.isEmpty();
  }

  public static void main(String[] args) {
    int[] brackets = new int[6];
    for (int i = 0; i < brackets.length; i++) {
      int bracket = anyByte();
      assume(bracket != 0 && -3 <= bracket && bracket <= 3);
      brackets[i] = bracket;
    }
    if (matches(brackets)) {
      int sum = 0;
      for (int bracket : brackets) sum += bracket;
      assert sum == 0;
      assert brackets[0] > 0 && brackets[5] < 0;
    }
    assert !matches(new int[] {1, 2, -1, -2});
  }
}
