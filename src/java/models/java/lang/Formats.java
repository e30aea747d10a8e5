package java.lang;

import java.util.Formattable;
import java.util.IllegalFormatConversionException;
import java.util.MissingFormatArgumentException;
import jdk.internal.math.FormattedFloatingDecimal;

/**
 * Formats as {@code String.format} has them, for numbers, texts, characters and truth values. What countries write differently is known
 * of English alone. A text with that, or with a number with a point, is made when it is read.
 */
final class Formats {
  private final char[] format;
  /** Whether numbers are as in English: a point before decimals, and a comma behind each thousand. */
  private final boolean isEnglish;
  /** Whether the text is read. */
  private final boolean isRead;
  private final StringBuilder out = new StringBuilder();
  /** Whether a part of the text is made when it is read. */
  private boolean isLater;
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

  private Formats(char[] format, boolean isEnglish, boolean isRead) {
    this.format = format;
    this.isEnglish = isEnglish;
    this.isRead = isRead;
  }

  static String made(boolean isEnglish, String format, Object[] arguments) {
    char[] units = format.units();
    // The JDK reads the whole format before it asks for an argument.
    Formats read = new Formats(units, isEnglish, false);
    int specifiers = 0;
    while (read.next()) specifiers++;
    Formats formats = new Formats(units, isEnglish, false);
    Object[] taken = new Object[specifiers];
    int used = 0;
    for (int i = 0; formats.next(); i++) {
      int argument = formats.index > 0 ? formats.index - 1 : used++;
      if (arguments != null && argument >= arguments.length) throw new MissingFormatArgumentException(formats.specifier());
      taken[i] = formats.append(arguments == null ? null : arguments[argument]);
    }
    return formats.isLater ? new String(new Later.Format(isEnglish, units, taken)) : formats.out.toString();
  }

  /** The text of a format with what {@link #append} has returned for its specifiers. */
  static char[] read(boolean isEnglish, char[] format, Object[] taken) {
    Formats formats = new Formats(format, isEnglish, true);
    for (int i = 0; formats.next(); i++) formats.append(taken[i]);
    return formats.out.toString().units();
  }

  /** Copies the text before the next specifier of an argument, and reads that; false at the end. */
  private boolean next() {
    while (at < format.length) {
      if (format[at] != '%') {
        out.append(format[at++]);
        continue;
      }
      at++;
      specify();
      if (conversion != '%' && conversion != 'n') return true;
      out.append(conversion == '%' ? '%' : '\n');
    }
    return false;
  }

  /** Reads a specifier. */
  private void specify() {
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

  /** Appends an argument. Returns what is left of it: no object that may change. */
  private Object append(Object argument) {
    if (conversion == 'b') {
      pad(argument instanceof Boolean ? argument.toString() : argument == null ? "false" : "true");
    } else if (argument == null) {
      pad(conversion == 'X' ? "NULL" : "null");
    } else if (conversion == 's') {
      if (argument instanceof Formattable) Unsupported.thisFormat();
      String text = argument.toString();
      if (text == null) Unsupported.thisFormat();
      pad(text);
      return text;
    } else if (conversion == 'c') {
      pad(character(argument));
    } else if (conversion == 'f' && (argument instanceof Double || argument instanceof Float)) {
      isLater = true;
      if (isRead) point(((Number) argument).doubleValue());
    } else if (conversion != 'f' && (argument instanceof Integer || argument instanceof Long || argument instanceof Short || argument instanceof Byte)) {
      integer(argument);
    } else {
      // The JDK takes some large numbers too.
      if (argument instanceof Number && !(argument instanceof Integer || argument instanceof Double || argument instanceof Float || argument instanceof Long)) Unsupported.thisFormat();
      throw new IllegalFormatConversionException(conversion == 'X' ? 'x' : conversion, argument.getClass());
    }
    return argument;
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
    if (conversion == 'd') {
      if (isGrouped && !isEnglish) {
        isLater = true;
        if (isRead) Unsupported.theTextOfThisFormat();
      }
      String digits = Long.toString(value);
      signed(value < 0, value < 0 ? digits.substring(1) : digits, "");
      return;
    }
    String digits;
    if (argument instanceof Long) {
      // Half by half: a negative one has no text in another base.
      digits = value >>> 32 == 0 ? Integer.toHexString((int) value) : Integer.toHexString((int) (value >>> 32)) + last(value);
    } else {
      int bits = argument instanceof Byte ? (int) value & 0xff : argument instanceof Short ? (int) value & 0xffff : (int) value;
      digits = Integer.toHexString(bits);
    }
    String text = isZero ? zeros(width - digits.length()) + digits : digits;
    pad(conversion == 'X' ? text.toUpperCase() : text);
  }

  private void point(double number) {
    if (!isEnglish || Later.hasOtherAlgorithm()) Unsupported.theTextOfThisFormat();
    double value = Later.known(number);
    int decimals = precision < 0 ? 6 : precision;
    precision = -1;
    boolean isNegative = Double.compare(value, 0.0) < 0;
    if (value != value) {
      pad("NaN");
    } else if (Double.isInfinite(value)) {
      isZero = isGrouped = false;
      signed(isNegative, "Infinity", "");
    } else {
      FormattedFloatingDecimal made =
          FormattedFloatingDecimal.valueOf(Math.abs(value), decimals, FormattedFloatingDecimal.Form.DECIMAL_FLOAT);
      String digits = new String(made.getMantissa());
      int whole = digits.indexOf('.');
      if (whole < 0) whole = digits.length();
      String rest = digits.substring(whole);
      if (decimals > 0) {
        if (rest.isEmpty()) rest = ".";
        rest += zeros(decimals + 1 - rest.length());
      }
      signed(isNegative, digits.substring(0, whole), rest);
    }
  }

  /** Appends a number of digits before a point, and what is behind them. */
  private void signed(boolean isNegative, String digits, String rest) {
    String sign = isNegative ? isBracketed ? "(" : "-" : isPlus ? "+" : isSpaced ? " " : "";
    String size = (isGrouped ? grouped(digits) : digits) + rest + (isNegative && isBracketed ? ")" : "");
    pad(isZero ? sign + zeros(width - sign.length() - size.length()) + size : sign + size);
  }

  private static String zeros(int count) { return count > 0 ? "0".repeat(count) : ""; }

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
