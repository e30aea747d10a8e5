// A text is a palindrome if and only if it is its own reverse.
import static multise.Nondet.*;

class Palindrome {
  static boolean isPalindrome(String text) {
    int i = 0;
    int j = text.length() - 1;
    while (i < j) {
      if (text.charAt(i++) != text.charAt(j--)) return false;
    }
    return true;
  }

  public static void main(String[] args) {
    String text = anyString(Size.N);
    for (char c : text.toCharArray()) assume(c < 0xd800);
    assert isPalindrome(text) == text.equals(new StringBuilder(text).reverse().toString());
  }
}
