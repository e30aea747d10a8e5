// expect: valid
//
// Numbers that read the same in both directions.
// Symbolic: a number of three digits.
// Asserted: the first digit is the last one.
import static multise.Nondet.*;

public class PalindromeNumber {
  static boolean isPalindrome(int n) {
    int rest = n;
    int reversed = 0;
    while (rest > 0) {
      reversed = 10 * reversed + rest % 10;
      rest /= 10;
    }
    return reversed == n;
  }

  public static void main(String[] args) {
    int n = anyInt();
    assume(n >= 100 && n < 1000);
    assert isPalindrome(n) == (n / 100 == n % 10);
  }
}
