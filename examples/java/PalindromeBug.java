// expect: invalid assert line 22
// witness: "abaa"
//
// A text is read from both ends, with a bug: in texts of even length the middle is left out; see Palindrome.java.
// Symbolic: a text of at most five characters.
import static multise.Nondet.*;

public class PalindromeBug {
  static boolean isPalindrome(String text) {
    for (int i = 0, j = text.length() - 1; i + 1 < j; i++, j--) {
      if (text.charAt(i) != text.charAt(j)) return false;
    }
    return true;
  }

  public static void main(String[] args) {
    String text = anyString(5);
    // The reverse of a builder keeps characters of two units together.
    for (int i = 0; i < text.length(); i++) assume(!Character.isSurrogate(text.charAt(i)));
    boolean is = isPalindrome(text);
    // One half is enough to see it.
    assert is == new StringBuilder(text).reverse().toString().equals(text);
  }
}
