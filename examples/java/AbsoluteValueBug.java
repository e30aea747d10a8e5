// expect: invalid assert line 16
// witness: -2147483648
//
// The absolute value of an integer, with a bug: the least integer has no negation; see AbsoluteValue.java.
// Symbolic: the integer.
import static multise.Nondet.*;

public class AbsoluteValueBug {
  static long absolute(int n) {
    return n < 0 ? -n : n;
  }

  public static void main(String[] args) {
    int n = anyInt();
    long result = absolute(n);
    assert result >= 0;
    assert result == n || result == -(long) n;
  }
}
