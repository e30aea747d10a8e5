// expect: valid
//
// A parser of decimal numbers, which takes the digits from 0 to 9 and nothing else.
// Symbolic: a text of at most four characters.
// Asserted: it agrees with Integer.parseInt where it accepts the text, and the number keeps its value as a text.
import static multise.Nondet.*;

public class Digits {
  static int parse(String text) {
    if (text.isEmpty()) return -1;
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') return -1;
      value = 10 * value + (c - '0');
    }
    return value;
  }

  public static void main(String[] args) {
    String text = anyString(4);
    int value = parse(text);
    assert value >= -1 && value <= 9999;
    if (value >= 0) {
      assert Integer.parseInt(text) == value;
      assert text.startsWith("0") || String.valueOf(value).equals(text);
    }
  }
}
