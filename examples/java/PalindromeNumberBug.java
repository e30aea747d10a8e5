// expect: invalid assert line 22
// witness: 101
//
// Numbers that read the same in both directions, with a bug: the last digit is never moved; see PalindromeNumber.java.
// Symbolic: a number of three digits.
import static multise.Nondet.*;

public class PalindromeNumberBug {
  static boolean isPalindrome(int n) {
    int rest = n;
    int reversed = 0;
    while (rest > 9) {
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
