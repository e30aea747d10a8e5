// expect: valid
//
// The absolute value of an integer.
// Symbolic: the integer.
// Asserted: the result is not negative and has the right square.
import static multise.Nondet.*;

public class AbsoluteValue {
  static long absolute(int n) {
    return n < 0 ? -(long) n : n;
  }

  public static void main(String[] args) {
    int n = anyInt();
    long result = absolute(n);
    assert result >= 0;
    assert result == n || result == -(long) n;
  }
}
