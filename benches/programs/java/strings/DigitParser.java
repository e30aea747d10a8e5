// Digits are read as a number. It is never negative, and is 0 only if all digits are.
import static multise.Nondet.*;

class DigitParser {
  static java.util.OptionalLong parse(String text) {
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') return java.util.OptionalLong.empty();
      value = Math.min(10 * value + (c - '0'), 1_000_000_000_000L);
    }
    return java.util.OptionalLong.of(value);
  }

  public static void main(String[] args) {
    String text = anyString(Size.N);
    java.util.OptionalLong value = parse(text);
    if (value.isEmpty()) return;
    assert value.getAsLong() >= 0;
    boolean zeros = true;
    for (int i = 0; i < text.length(); i++) zeros &= text.charAt(i) == '0';
    assert zeros == (value.getAsLong() == 0);
  }
}
