// expect: invalid uncaught StringIndexOutOfBoundsException line 21
// witness: ")"
//
// Brackets of two kinds are matched with a builder as stack, with a bug: nothing may be open where one is closed; see
// Brackets.java.
// Symbolic: a text of at most five characters.
import static multise.Nondet.*;

public class BracketsBug {
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
          if (open.charAt(last) != (c == ')' ? '(' : '[')) return false;
          open.setLength(last);
          break;
        default:
      }
    }
    return open.length() == 0;
  }

  public static void main(String[] args) {
    matches(anyString(5));
  }
}
