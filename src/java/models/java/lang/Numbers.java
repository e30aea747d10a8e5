package java.lang;

/** What the readers of numbers have in common. */
final class Numbers {
  private Numbers() {}

  static void checkRadix(int radix) {
    if (radix < Character.MIN_RADIX) throw new NumberFormatException("radix " + radix + " less than Character.MIN_RADIX");
    if (radix > Character.MAX_RADIX) throw new NumberFormatException("radix " + radix + " greater than Character.MAX_RADIX");
  }

  static NumberFormatException malformed(String text, int radix) {
    String what = "For input string: \"" + text + "\"";
    return new NumberFormatException(radix == 10 ? what : what + " under radix " + radix);
  }
}
