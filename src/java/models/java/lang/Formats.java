package java.lang;

import java.util.Formattable;
import java.util.IllegalFormatConversionException;
import java.util.MissingFormatArgumentException;

/**
 * Formats as {@code String.format} has them, for integers, texts, characters and truth values. What numbers with a point are, and what
 * systems and countries write differently, no model knows: that text may only be printed.
 */
final class Formats {
  private final char[] format;
  /** Whether a comma is behind each thousand. */
  private final boolean hasCommas;
  private final StringBuilder out = new StringBuilder();
  /** Whether a part of the text is not known. */
  private boolean isUnknown;
  private int at;
  /** The number of the argument, from one; zero where it is the next one. */
  private int index;
  private boolean isLeft;
  private boolean isZero;
  private boolean isPlus;
  private boolean isSpaced;
  private boolean isBracketed;
  private boolean isGrouped;
  private int width;
  private int precision;
  private char conversion;

  private Formats(char[] format, boolean hasCommas) {
    this.format = format;
    this.hasCommas = hasCommas;
  }

  static String made(boolean hasCommas, String format, Object[] arguments) {
    char[] units = format.units();
    // The JDK reads the whole format before it asks for an argument.
    Formats read = new Formats(units, hasCommas);
    while (read.next()) {}
    Formats formats = new Formats(units, hasCommas);
    int used = 0;
    while (formats.next()) {
      if (formats.conversion == '%') {
        formats.out.append('%');
      } else if (formats.conversion == 'n') {
        formats.isUnknown = true;
      } else {
        int argument = formats.index > 0 ? formats.index - 1 : used++;
        if (arguments != null && argument >= arguments.length) throw new MissingFormatArgumentException(formats.specifier());
        formats.append(arguments == null ? null : arguments[argument]);
      }
    }
    return formats.isUnknown ? new String(new Later.Format()) : formats.out.toString();
  }

  /** Copies the text before the next specifier, and reads that; false at the end. */
  private boolean next() {
    while (at < format.length && format[at] != '%') out.append(format[at++]);
    if (at == format.length) return false;
    at++;
    readIndex();
    isLeft = isZero = isPlus = isSpaced = isBracketed = isGrouped = false;
    while (isFlag(unit())) flag(format[at++]);
    width = number();
    precision = -1;
    if (unit() == '.') {
      at++;
      precision = number();
      if (precision < 0) Unsupported.thisFormat();
    }
    conversion = unit();
    at++;
    check();
    return true;
  }

  private void readIndex() {
    int begin = at;
    index = number();
    if (index > 0 && unit() == '$') {
      if (format[begin] == '0') Unsupported.thisFormat();
      at++;
    } else {
      at = begin;
      index = 0;
    }
  }

  /** The next unit; no format ends with one of these. */
  private char unit() { return at < format.length ? format[at] : 0; }

  private static boolean isFlag(char unit) {
    return unit == '-' || unit == '0' || unit == '+' || unit == ' ' || unit == '(' || unit == ',';
  }

  private void flag(char flag) {
    boolean isTwice;
    if (flag == '-') {
      isTwice = isLeft;
      isLeft = true;
    } else if (flag == '0') {
      isTwice = isZero;
      isZero = true;
    } else if (flag == '+') {
      isTwice = isPlus;
      isPlus = true;
    } else if (flag == ' ') {
      isTwice = isSpaced;
      isSpaced = true;
    } else if (flag == '(') {
      isTwice = isBracketed;
      isBracketed = true;
    } else {
      isTwice = isGrouped;
      isGrouped = true;
    }
    if (isTwice) Unsupported.thisFormat();
  }

  /** A number in digits; −1 where there is none. */
  private int number() {
    if (unit() < '0' || unit() > '9') return -1;
    int number = 0;
    while (unit() >= '0' && unit() <= '9') {
      number = number * 10 + (format[at++] - '0');
      if (number > 10000) Unsupported.thisFormat();
    }
    return number;
  }

  private void check() {
    boolean hasSign = isPlus || isSpaced || isBracketed || isGrouped;
    boolean isKnown;
    switch (conversion) {
      case 'd':
        isKnown = precision < 0 && !(isLeft && isZero) && !(isPlus && isSpaced);
        break;
      case 'f':
        isKnown = !(isLeft && isZero) && !(isPlus && isSpaced);
        break;
      case 'x': case 'X':
        isKnown = precision < 0 && !(isLeft && isZero) && !hasSign;
        break;
      case 's': case 'b':
        isKnown = !isZero && !hasSign;
        break;
      case 'c':
        isKnown = precision < 0 && !isZero && !hasSign;
        break;
      case 'n': case '%':
        isKnown = index == 0 && precision < 0 && width < 0 && !isLeft && !isZero && !hasSign;
        break;
      default:
        isKnown = false;
    }
    if (!isKnown || (isLeft || isZero) && width < 0) Unsupported.thisFormat();
  }

  /** The specifier as exceptions name it. */
  private String specifier() {
    StringBuilder text = new StringBuilder("%");
    if (isLeft) text.append('-');
    if (isPlus) text.append('+');
    if (isSpaced) text.append(' ');
    if (isZero) text.append('0');
    if (isGrouped) text.append(',');
    if (isBracketed) text.append('(');
    if (index > 0) text.append(index).append('$');
    if (width >= 0) text.append(width);
    if (precision >= 0) text.append('.').append(precision);
    return text.append(conversion).toString();
  }

  private void append(Object argument) {
    if (conversion == 'b') {
      pad(argument instanceof Boolean ? argument.toString() : argument == null ? "false" : "true");
    } else if (argument == null) {
      pad(conversion == 'X' ? "NULL" : "null");
    } else if (conversion == 's') {
      if (argument instanceof Formattable) Unsupported.thisFormat();
      String text = argument.toString();
      if (text == null) Unsupported.thisFormat();
      pad(text);
    } else if (conversion == 'c') {
      pad(character(argument));
    } else if (conversion == 'f' && (argument instanceof Double || argument instanceof Float)) {
      isUnknown = true;
    } else if (conversion != 'f' && (argument instanceof Integer || argument instanceof Long || argument instanceof Short || argument instanceof Byte)) {
      integer(argument);
    } else {
      // The JDK takes some large numbers too.
      if (argument instanceof Number && !(argument instanceof Integer || argument instanceof Double || argument instanceof Float || argument instanceof Long)) Unsupported.thisFormat();
      throw new IllegalFormatConversionException(conversion == 'X' ? 'x' : conversion, argument.getClass());
    }
  }

  private String character(Object argument) {
    if (argument instanceof Character) return argument.toString();
    if (argument instanceof Integer || argument instanceof Short || argument instanceof Byte) {
      int unit = ((Number) argument).intValue();
      if (unit != (char) unit) Unsupported.thisFormat();
      return String.valueOf((char) unit);
    }
    throw new IllegalFormatConversionException('c', argument.getClass());
  }

  private void integer(Object argument) {
    long value = ((Number) argument).longValue();
    isUnknown |= isGrouped && !hasCommas;
    String sign = "";
    String digits;
    if (conversion == 'd') {
      if (value < 0) sign = isBracketed ? "(" : "-";
      else sign = isPlus ? "+" : isSpaced ? " " : "";
      digits = Long.toString(value);
      if (value < 0) digits = digits.substring(1);
      if (isGrouped) digits = grouped(digits);
    } else if (argument instanceof Long) {
      // Half by half: a negative one has no text in another base.
      digits = value >>> 32 == 0 ? Integer.toHexString((int) value) : Integer.toHexString((int) (value >>> 32)) + last(value);
    } else {
      int bits = argument instanceof Byte ? (int) value & 0xff : argument instanceof Short ? (int) value & 0xffff : (int) value;
      digits = Integer.toHexString(bits);
    }
    boolean isClosed = value < 0 && isBracketed;
    int length = sign.length() + digits.length() + (isClosed ? 1 : 0);
    if (isZero) for (; length < width; length++) sign += '0';
    String text = sign + digits + (isClosed ? ")" : "");
    pad(conversion == 'X' ? text.toUpperCase() : text);
  }

  private static String grouped(String digits) {
    String text = "";
    for (int end = digits.length(); end > 3; end -= 3) text = "," + digits.substring(end - 3, end) + text;
    return digits.substring(0, (digits.length() - 1) % 3 + 1) + text;
  }

  /** The last eight digits of a number. */
  private static String last(long value) {
    String digits = Integer.toHexString((int) value);
    while (digits.length() < 8) digits = "0" + digits;
    return digits;
  }

  private void pad(String text) {
    if (precision >= 0 && precision < text.length()) text = text.substring(0, precision);
    if (isLeft) out.append(text);
    for (int length = text.length(); length < width; length++) out.append(' ');
    if (!isLeft) out.append(text);
  }
}
