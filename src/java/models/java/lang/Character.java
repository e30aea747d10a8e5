package java.lang;

/** Boxes of characters, and what is known of characters. The results of native methods are in a table. */
public final class Character implements java.io.Serializable, Comparable<Character>, java.lang.constant.Constable {
  public static final char MIN_VALUE = '\u0000';
  public static final char MAX_VALUE = '\uffff';
  public static final int MIN_RADIX = 2;
  public static final int MAX_RADIX = 36;
  public static final int SIZE = 16;
  public static final int BYTES = 2;

  private final char value;
  /** Whether the program has called `new`: so it is no other box. */
  private final boolean isNew;

  public Character(char value) { this(value, true); }

  private Character(char value, boolean isNew) {
    this.value = value;
    this.isNew = isNew;
  }

  public static Character valueOf(char value) { return new Character(value, false); }

  public char charValue() { return value; }

  public int hashCode() { return value; }

  public static int hashCode(char value) { return value; }

  public boolean equals(Object other) { return other instanceof Character && ((Character) other).value == value; }

  public String toString() { return String.valueOf(value); }

  public static String toString(char value) { return String.valueOf(value); }

  public int compareTo(Character other) { return compare(value, other.value); }

  public static int compare(char a, char b) { return a - b; }

  public static native boolean isAlphabetic(char unit);

  public static boolean isAlphabetic(int point) { return isAlphabetic(unit(point)); }

  public static native boolean isDefined(char unit);

  public static boolean isDefined(int point) { return isDefined(unit(point)); }

  public static native boolean isDigit(char unit);

  public static boolean isDigit(int point) { return isDigit(unit(point)); }

  public static native boolean isIdentifierIgnorable(char unit);

  public static native boolean isJavaIdentifierPart(char unit);

  public static boolean isJavaIdentifierPart(int point) { return isJavaIdentifierPart(unit(point)); }

  public static native boolean isJavaIdentifierStart(char unit);

  public static boolean isJavaIdentifierStart(int point) { return isJavaIdentifierStart(unit(point)); }

  public static native boolean isLetter(char unit);

  public static boolean isLetter(int point) { return isLetter(unit(point)); }

  public static boolean isLetterOrDigit(char unit) { return isLetter(unit) || isDigit(unit); }

  public static boolean isLetterOrDigit(int point) { return isLetterOrDigit(unit(point)); }

  public static native boolean isLowerCase(char unit);

  public static boolean isLowerCase(int point) { return isLowerCase(unit(point)); }

  public static native boolean isSpaceChar(char unit);

  public static boolean isSpaceChar(int point) { return isSpaceChar(unit(point)); }

  public static native boolean isTitleCase(char unit);

  public static native boolean isUpperCase(char unit);

  public static boolean isUpperCase(int point) { return isUpperCase(unit(point)); }

  public static native boolean isWhitespace(char unit);

  public static boolean isWhitespace(int point) { return isWhitespace(unit(point)); }

  public static char toLowerCase(char unit) { return Cases.lower(unit); }

  public static int toLowerCase(int point) { return toLowerCase(unit(point)); }

  public static char toUpperCase(char unit) { return Cases.upper(unit); }

  public static int toUpperCase(int point) { return toUpperCase(unit(point)); }

  /** The first unit of the upper case of a character that becomes several; else 0. So it is with the others. */
  static native char firstOfUpperCase(char unit);

  static native char secondOfUpperCase(char unit);

  static native char thirdOfUpperCase(char unit);

  public static boolean isSurrogate(char unit) { return unit >= 0xd800 && unit <= 0xdfff; }

  public static boolean isHighSurrogate(char unit) { return unit >= 0xd800 && unit <= 0xdbff; }

  public static boolean isLowSurrogate(char unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

  public static int digit(char unit, int radix) {
    if (radix < MIN_RADIX || radix > MAX_RADIX) return -1;
    int digit = -1;
    if (unit >= '0' && unit <= '9') {
      digit = unit - '0';
    } else if (unit >= 'a' && unit <= 'z') {
      digit = unit - 'a' + 10;
    } else if (unit >= 'A' && unit <= 'Z') {
      digit = unit - 'A' + 10;
    } else if (unit > 0xff) {
      digit = foreignDigit(unit);
    }
    return digit < radix ? digit : -1;
  }

  /** The values of digits of other scripts, which are ten in a row each, and of letters that are as wide as ideographs. */
  private static int foreignDigit(char unit) {
    if (unit >= 0xff21 && unit <= 0xff3a) return unit - 0xff21 + 10;
    if (unit >= 0xff41 && unit <= 0xff5a) return unit - 0xff41 + 10;
    if (!isDigit(unit)) return -1;
    int place = unit & 0xf;
    return unit >= 0x966 && unit <= 0xdef || unit >= 0x1946 && unit <= 0x194f ? place - 6 : place;
  }

  public static int digit(int point, int radix) { return digit(unit(point), radix); }

  public static char forDigit(int digit, int radix) {
    if (digit >= radix || digit < 0 || radix < MIN_RADIX || radix > MAX_RADIX) return 0;
    return (char) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
  }

  public static int getNumericValue(char unit) {
    if (unit > 0x7f) Unsupported.aCharacterBeyondLatin1();
    return digit(unit, 36);
  }

  public static int getNumericValue(int point) { return getNumericValue(unit(point)); }

  /** Characters of two units have no models. */
  private static char unit(int point) { return point >= 0 && point <= 0xffff ? (char) point : Unsupported.aCharacterBeyondLatin1(); }

  /** Whether the JDK has one box for both. */
  boolean isSame(Character other) { return value == other.value && value <= 127 && !isNew && !other.isNew; }
}
