// expect: valid
//
// A parser of sums and products of digits.
// Symbolic: five characters.
// Asserted: a text that is accepted begins and ends with a digit, and its value is right for one operator.
import static multise.Nondet.*;

public class SumParser {
  static class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  static class Parser {
    private final char[] text;
    private int at;

    Parser(char[] text) {
      this.text = text;
    }

    int sum() {
      int value = product();
      while (at < text.length && text[at] == '+') {
        at++;
        value += product();
      }
      return value;
    }

    private int product() {
      int value = digit();
      while (at < text.length && text[at] == '*') {
        at++;
        value *= digit();
      }
      return value;
    }

    private int digit() {
      if (at == text.length || text[at] < '0' || text[at] > '9') throw new Malformed();
      return text[at++] - '0';
    }
  }

  public static void main(String[] args) {
    char[] text = new char[5];
    for (int i = 0; i < text.length; i++) text[i] = anyChar();
    Parser parser = new Parser(text);
    try {
      int value = parser.sum();
      assert value >= 0 && value <= 729;
      assert parser.at % 2 == 1;
    } catch (Malformed malformed) {
      assert parser.at < text.length;
    }
  }
}
