// expect: valid
//
// Brackets of two kinds are matched with a builder as stack.
// Symbolic: a text of at most four characters.
// Asserted: a text that matches has as many closing brackets of each kind as opening ones, and none of the pairs cross.
import static multise.Nondet.*;

public class Brackets {
  static boolean matches(String text) {
    StringBuilder open = new StringBuilder();
    for (char c : text.toCharArray()) {
      switch (c) {
        case '(':
        case '[':
          open.append(c);
          break;
        case ')':
        case ']':
          int last = open.length() - 1;
          if (last < 0 || open.charAt(last) != (c == ')' ? '(' : '[')) return false;
          open.setLength(last);
          break;
        default:
      }
    }
    return open.length() == 0;
  }

  static int count(String text, char c) {
    int n = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == c) n++;
    }
    return n;
  }

  public static void main(String[] args) {
    String text = anyString(4);
    if (!matches(text)) return;
    assert count(text, '(') == count(text, ')') && count(text, '[') == count(text, ']');
    assert !text.contains("(]") && !text.contains("[)");
    assert matches("[" + text + "]");
  }
}
