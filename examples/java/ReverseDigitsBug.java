// expect: invalid assert line 27
// witness: 1000000003
//
// The digits of a number in the opposite order, with a bug: the result is kept in 32 bits; see ReverseDigits.java.
// Symbolic: the number.
import static multise.Nondet.*;

public class ReverseDigitsBug {
  static int reversed(int n) {
    int result = 0;
    while (n != 0) {
      result = result * 10 + n % 10;
      n /= 10;
    }
    return result;
  }

  public static void main(String[] args) {
    int n = anyInt();
    assume(n >= 0);
    int result;
    try {
      result = reversed(n);
    } catch (ArithmeticException tooLarge) {
      return;
    }
    assert result >= 0;
  }
}
