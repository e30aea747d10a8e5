package java.lang;

/** Tests of characters. Where a question about one beyond Latin-1 has no short answer, none is given. */
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

  public static boolean isDigit(char unit) { return unit <= 0xff ? unit >= '0' && unit <= '9' : isForeignDigit(unit); }

  public static boolean isDigit(int point) { return isDigit(unit(point)); }

  /** The digits of other scripts, ten in a row. */
  private static boolean isForeignDigit(char unit) {
    if (unit < 0x17e0) {
      if (unit < 0xc66) {
        if (unit < 0x9e6) {
          if (unit < 0x7c0) {
            if (unit < 0x6f0) {
              return unit >= 0x660 && unit <= 0x669;
            }
            return unit >= 0x6f0 && unit <= 0x6f9;
          }
          if (unit < 0x966) {
            return unit >= 0x7c0 && unit <= 0x7c9;
          }
          return unit >= 0x966 && unit <= 0x96f;
        }
        if (unit < 0xae6) {
          if (unit < 0xa66) {
            return unit >= 0x9e6 && unit <= 0x9ef;
          }
          return unit >= 0xa66 && unit <= 0xa6f;
        }
        if (unit < 0xb66) {
          return unit >= 0xae6 && unit <= 0xaef;
        }
        if (unit < 0xbe6) {
          return unit >= 0xb66 && unit <= 0xb6f;
        }
        return unit >= 0xbe6 && unit <= 0xbef;
      }
      if (unit < 0xe50) {
        if (unit < 0xd66) {
          if (unit < 0xce6) {
            return unit >= 0xc66 && unit <= 0xc6f;
          }
          return unit >= 0xce6 && unit <= 0xcef;
        }
        if (unit < 0xde6) {
          return unit >= 0xd66 && unit <= 0xd6f;
        }
        return unit >= 0xde6 && unit <= 0xdef;
      }
      if (unit < 0xf20) {
        if (unit < 0xed0) {
          return unit >= 0xe50 && unit <= 0xe59;
        }
        return unit >= 0xed0 && unit <= 0xed9;
      }
      if (unit < 0x1040) {
        return unit >= 0xf20 && unit <= 0xf29;
      }
      if (unit < 0x1090) {
        return unit >= 0x1040 && unit <= 0x1049;
      }
      return unit >= 0x1090 && unit <= 0x1099;
    }
    if (unit < 0x1c50) {
      if (unit < 0x1a80) {
        if (unit < 0x1946) {
          if (unit < 0x1810) {
            return unit >= 0x17e0 && unit <= 0x17e9;
          }
          return unit >= 0x1810 && unit <= 0x1819;
        }
        if (unit < 0x19d0) {
          return unit >= 0x1946 && unit <= 0x194f;
        }
        return unit >= 0x19d0 && unit <= 0x19d9;
      }
      if (unit < 0x1b50) {
        if (unit < 0x1a90) {
          return unit >= 0x1a80 && unit <= 0x1a89;
        }
        return unit >= 0x1a90 && unit <= 0x1a99;
      }
      if (unit < 0x1bb0) {
        return unit >= 0x1b50 && unit <= 0x1b59;
      }
      if (unit < 0x1c40) {
        return unit >= 0x1bb0 && unit <= 0x1bb9;
      }
      return unit >= 0x1c40 && unit <= 0x1c49;
    }
    if (unit < 0xa9d0) {
      if (unit < 0xa8d0) {
        if (unit < 0xa620) {
          return unit >= 0x1c50 && unit <= 0x1c59;
        }
        return unit >= 0xa620 && unit <= 0xa629;
      }
      if (unit < 0xa900) {
        return unit >= 0xa8d0 && unit <= 0xa8d9;
      }
      return unit >= 0xa900 && unit <= 0xa909;
    }
    if (unit < 0xaa50) {
      if (unit < 0xa9f0) {
        return unit >= 0xa9d0 && unit <= 0xa9d9;
      }
      return unit >= 0xa9f0 && unit <= 0xa9f9;
    }
    if (unit < 0xabf0) {
      return unit >= 0xaa50 && unit <= 0xaa59;
    }
    if (unit < 0xff10) {
      return unit >= 0xabf0 && unit <= 0xabf9;
    }
    return unit >= 0xff10 && unit <= 0xff19;
  }

  public static boolean isLetter(char unit) {
    if (unit > 0xff) Unsupported.aCharacterBeyondLatin1();
    return isLatinLetter(unit) || unit == 0xaa || unit == 0xb5 || unit == 0xba || unit >= 0xc0 && unit != 0xd7 && unit != 0xf7;
  }

  public static boolean isLetter(int point) { return isLetter(unit(point)); }

  private static boolean isLatinLetter(char unit) { return unit >= 'a' && unit <= 'z' || unit >= 'A' && unit <= 'Z'; }

  public static boolean isAlphabetic(int point) { return isLetter(unit(point)); }

  public static boolean isLetterOrDigit(char unit) { return unit >= '0' && unit <= '9' || isLetter(unit); }

  public static boolean isLetterOrDigit(int point) { return isLetterOrDigit(unit(point)); }

  public static boolean isUpperCase(char unit) {
    if (unit > 0xff) Unsupported.aCharacterBeyondLatin1();
    return unit >= 'A' && unit <= 'Z' || unit >= 0xc0 && unit <= 0xde && unit != 0xd7;
  }

  public static boolean isUpperCase(int point) { return isUpperCase(unit(point)); }

  public static boolean isLowerCase(char unit) {
    if (unit > 0xff) Unsupported.aCharacterBeyondLatin1();
    return unit >= 'a' && unit <= 'z' || unit >= 0xdf && unit != 0xf7 || unit == 0xaa || unit == 0xb5 || unit == 0xba;
  }

  public static boolean isLowerCase(int point) { return isLowerCase(unit(point)); }

  public static boolean isWhitespace(char unit) {
    if (unit <= ' ') return unit == ' ' || unit >= 9 && unit <= 13 || unit >= 28;
    if (unit < 0x1680) return false;
    return unit == 0x1680 || unit >= 0x2000 && unit <= 0x200a && unit != 0x2007 || unit == 0x2028 || unit == 0x2029
        || unit == 0x205f || unit == 0x3000;
  }

  public static boolean isWhitespace(int point) { return isWhitespace(unit(point)); }

  public static boolean isSpaceChar(char unit) {
    return unit == ' ' || unit == 0xa0 || unit == 0x1680 || unit >= 0x2000 && unit <= 0x200a || unit == 0x2028 || unit == 0x2029
        || unit == 0x202f || unit == 0x205f || unit == 0x3000;
  }

  public static boolean isSurrogate(char unit) { return unit >= 0xd800 && unit <= 0xdfff; }

  public static boolean isHighSurrogate(char unit) { return unit >= 0xd800 && unit <= 0xdbff; }

  public static boolean isLowSurrogate(char unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

  public static char toLowerCase(char unit) {
    if (unit > 0xff) return Unsupported.aCharacterBeyondLatin1();
    return unit >= 'A' && unit <= 'Z' || unit >= 0xc0 && unit <= 0xde && unit != 0xd7 ? (char) (unit + 32) : unit;
  }

  public static int toLowerCase(int point) { return toLowerCase(unit(point)); }

  public static char toUpperCase(char unit) {
    if (unit > 0xff) return Unsupported.aCharacterBeyondLatin1();
    if (unit >= 'a' && unit <= 'z' || unit >= 0xe0 && unit <= 0xfe && unit != 0xf7) return (char) (unit - 32);
    return unit == 0xb5 ? 0x39c : unit == 0xff ? 0x178 : unit;
  }

  public static int toUpperCase(int point) { return toUpperCase(unit(point)); }

  public static int digit(char unit, int radix) {
    if (radix < MIN_RADIX || radix > MAX_RADIX) return -1;
    int digit = -1;
    if (unit >= '0' && unit <= '9') {
      digit = unit - '0';
    } else if (unit >= 'a' && unit <= 'z') {
      digit = unit - 'a' + 10;
    } else if (unit >= 'A' && unit <= 'Z') {
      digit = unit - 'A' + 10;
    } else if (unit > 0xff && (isForeignDigit(unit) || unit >= 0xff21 && unit <= 0xff3a || unit >= 0xff41 && unit <= 0xff5a)) {
      digit = Unsupported.aCharacterBeyondLatin1();
    }
    return digit < radix ? digit : -1;
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
