// expect: valid
//
// The digits of a number in the opposite order.
// Symbolic: the number.
// Asserted: where the result fits, reversing it again gives the number without its last zeros.
import static multise.Nondet.*;

public class ReverseDigits {
  static int reversed(int n) {
    long result = 0;
    while (n != 0) {
      result = result * 10 + n % 10;
      n /= 10;
    }
    if (result != (int) result) throw new ArithmeticException();
    return (int) result;
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
    assert result % 10 != 0 || n == 0;
  }
}
