// expect: invalid assert line 32
// witness: 'a' 'a' 'a' 'b' 'b' 'b'
//
// The replacement of a character class in a text, with a bug: a range of one character is none; see Replace.java.
// Symbolic: the text, and the pair of limits of the class.
import static multise.Nondet.*;

public class ReplaceBug {
  static boolean matches(char c, char low, char high) {
    return low <= c && c < high;
  }

  static int replace(char[] text, char low, char high, char by) {
    int count = 0;
    for (int i = 0; i < text.length; i++) {
      if (matches(text[i], low, high)) {
        text[i] = by;
        count++;
      }
    }
    return count;
  }

  public static void main(String[] args) {
    char low = anyChar();
    char high = anyChar();
    assume(low > '*' && low <= high);
    char[] text = {anyChar(), anyChar(), anyChar(), anyChar()};
    int count = replace(text, low, high, '*');
    int stars = 0;
    for (char c : text) {
      assert c < low || c > high;
      if (c == '*') stars++;
    }
    assert stars >= count;
  }
}
