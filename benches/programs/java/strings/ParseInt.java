// What `parseInt` reads, `toString` writes, but for a sign and zeros before the number.
import static multise.Nondet.*;

class ParseInt {
  public static void main(String[] args) {
    String text = anyString(Size.N);
    int value;
    try {
      value = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return;
    }
    assert Integer.toString(value).length() <= text.length();
  }
}
