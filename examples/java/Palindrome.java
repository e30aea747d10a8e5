// expect: valid
//
// A text is read from both ends.
// Symbolic: a text of at most five characters.
// Asserted: it is a palindrome exactly when its reverse is equal to it; a letter before and behind changes nothing.
import static multise.Nondet.*;

public class Palindrome {
  static boolean isPalindrome(String text) {
    for (int i = 0, j = text.length() - 1; i < j; i++, j--) {
      if (text.charAt(i) != text.charAt(j)) return false;
    }
    return true;
  }

  public static void main(String[] args) {
    String text = anyString(5);
    // The reverse of a builder keeps characters of two units together.
    for (int i = 0; i < text.length(); i++) assume(!Character.isSurrogate(text.charAt(i)));
    boolean is = isPalindrome(text);
    assert is == new StringBuilder(text).reverse().toString().equals(text);
    assert is == isPalindrome('a' + text + 'a');
  }
}
