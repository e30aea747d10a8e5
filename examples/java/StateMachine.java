// expect: valid
//
// A machine that opens for the code 3, 1, 4.
// Symbolic: six digits.
// Asserted: it is open only if the code was entered.
import static multise.Nondet.*;

public class StateMachine {
  static int step(int state, int digit) {
    switch (state) {
      case 0: return digit == 3 ? 1 : 0;
      case 1: return digit == 1 ? 2 : digit == 3 ? 1 : 0;
      case 2: return digit == 4 ? 3 : digit == 3 ? 1 : 0;
      default: return 3;
    }
  }

  public static void main(String[] args) {
    int[] digits = new int[6];
    int state = 0;
    for (int i = 0; i < digits.length; i++) {
      digits[i] = anyInt();
      state = step(state, digits[i]);
    }
    boolean entered = false;
    for (int i = 2; i < digits.length; i++) {
      entered |= digits[i - 2] == 3 && digits[i - 1] == 1 && digits[i] == 4;
    }
    assert entered == (state == 3);
  }
}
