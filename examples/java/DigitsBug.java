// expect: invalid uncaught NumberFormatException line 23
// witness: ""
//
// A parser of decimal numbers, with a bug: it takes the empty text for 0; see Digits.java.
// Symbolic: a text of at most four characters.
import static multise.Nondet.*;

public class DigitsBug {
  static int parse(String text) {
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
    if (value >= 0) assert Integer.parseInt(text) == value;
  }
}
