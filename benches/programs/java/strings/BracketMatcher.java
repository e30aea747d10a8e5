// A text of two kinds of brackets: if it matches, there are as many that open as close.
import static multise.Nondet.*;

class BracketMatcher {
  static boolean matches(String text) {
    char[] open = new char[text.length()];
    int depth = 0;
    for (char c : text.toCharArray()) {
      if (c == '(' || c == '[') open[depth++] = c;
      else if (depth == 0 || open[--depth] != (c == ')' ? '(' : '[')) return false;
    }
    return depth == 0;
  }

  public static void main(String[] args) {
    String text = anyString(Size.N);
    for (char c : text.toCharArray()) assume("()[]".indexOf(c) >= 0);
    if (!matches(text)) return;
    int open = 0;
    for (char c : text.toCharArray()) {
      if (c == '(' || c == '[') open++;
    }
    assert text.length() == 2 * open;
  }
}
