// expect: valid
//
// The value of a Roman numeral.
// Symbolic: three letters.
// Asserted: what is accepted has the right value for pairs of letters.
import static multise.Nondet.*;

public class RomanNumerals {
  static int value(char letter) {
    switch (letter) {
      case 'I': return 1;
      case 'V': return 5;
      case 'X': return 10;
      case 'L': return 50;
      case 'C': return 100;
      default: throw new IllegalArgumentException();
    }
  }

  static int value(char[] text) {
    int sum = 0;
    for (int i = 0; i < text.length; i++) {
      int value = value(text[i]);
      boolean isSmaller = i + 1 < text.length && value < value(text[i + 1]);
      sum += isSmaller ? -value : value;
    }
    return sum;
  }

  public static void main(String[] args) {
    char[] text = {anyChar(), anyChar(), anyChar()};
    int value;
    try {
      value = value(text);
    } catch (IllegalArgumentException refused) {
      return;
    }
    assert value <= 300;
    assert value > 0 || text[0] != 'C';
    assert text[1] != 'V' || text[0] != 'I' || value == 4 + value(text[2]) || text[2] != 'I';
  }
}
