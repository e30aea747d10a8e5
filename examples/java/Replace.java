// expect: valid
//
// The replacement of a character class in a text.
// Symbolic: the text, and the pair of limits of the class.
// Asserted: no character of the class is left.
import static multise.Nondet.*;

public class Replace {
  static boolean matches(char c, char low, char high) {
    return low <= c && c <= high;
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
