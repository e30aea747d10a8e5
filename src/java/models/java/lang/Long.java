package java.lang;

public final class Long extends Number implements Comparable<Long>, java.lang.constant.Constable, java.lang.constant.ConstantDesc {
  public static final long MIN_VALUE = 0x8000000000000000L;
  public static final long MAX_VALUE = 0x7fffffffffffffffL;
  public static final int SIZE = 64;
  public static final int BYTES = 8;

  private final long value;
  /** Whether the program has called `new`: so it is no other box. */
  private final boolean isNew;

  public Long(long value) { this(value, true); }

  private Long(long value, boolean isNew) {
    this.value = value;
    this.isNew = isNew;
  }

  public static Long valueOf(long value) { return new Long(value, false); }

  public int intValue() { return (int) value; }

  public long longValue() { return value; }

  public short shortValue() { return (short) value; }

  public byte byteValue() { return (byte) value; }

  public float floatValue() { return (float) value; }

  public double doubleValue() { return (double) value; }

  public int hashCode() { return (int) (value ^ (value >>> 32)); }

  public static int hashCode(long value) { return (int) (value ^ (value >>> 32)); }

  public boolean equals(Object other) { return other instanceof Long && ((Long) other).value == value; }

  public String toString() { return String.valueOf(value); }

  public static String toString(long value) { return String.valueOf(value); }

  public int compareTo(Long other) { return compare(value, other.value); }

  public static int compare(long a, long b) { return a < b ? -1 : a == b ? 0 : 1; }

  public static int signum(long a) { return a < 0 ? -1 : a == 0 ? 0 : 1; }

  public static long max(long a, long b) { return a >= b ? a : b; }

  public static long min(long a, long b) { return a <= b ? a : b; }

  public static long sum(long a, long b) { return a + b; }

  public static long rotateLeft(long a, int n) { return (a << n) | (a >>> -n); }

  public static long rotateRight(long a, int n) { return (a >>> n) | (a << -n); }

  public static int bitCount(long a) {
    int n = 0;
    for (int i = 0; i < 64; i++) n += (int) ((a >>> i) & 1);
    return n;
  }

  public static long parseLong(String text) { return parseLong(text, 10); }

  public static long parseLong(String text, int radix) {
    if (text == null) throw new NumberFormatException("Cannot parse null string");
    Numbers.checkRadix(radix);
    char[] units = text.units();
    boolean isNegative = units.length > 0 && units[0] == '-';
    int at = isNegative || units.length > 0 && units[0] == '+' ? 1 : 0;
    if (at == units.length) throw Numbers.malformed(text, radix);
    // Negative, because there is one more number below 0.
    long least = isNegative ? Long.MIN_VALUE : -Long.MAX_VALUE;
    long leastBefore = least / radix;
    long number = 0;
    for (; at < units.length; at++) {
      int digit = Character.digit(units[at], radix);
      if (digit < 0 || number < leastBefore) throw Numbers.malformed(text, radix);
      number *= radix;
      if (number < least + digit) throw Numbers.malformed(text, radix);
      number -= digit;
    }
    return isNegative ? number : -number;
  }

  public static Long valueOf(String text) { return valueOf(parseLong(text, 10)); }

  public static Long valueOf(String text, int radix) { return valueOf(parseLong(text, radix)); }

  public static String toBinaryString(long value) { return unsigned(value, 1); }

  public static String toOctalString(long value) { return unsigned(value, 3); }

  public static String toHexString(long value) { return unsigned(value, 4); }

  /** A number without a sign, to the base 2^bits: what is above the last digit is no negative number. */
  private static String unsigned(long value, int bits) {
    if (value >= 0) return toString(value, 1 << bits);
    return toString(value >>> bits, 1 << bits) + (char) ("0123456789abcdef".charAt((int) value & (1 << bits) - 1));
  }

  public static String toString(long value, int radix) {
    int base = radix < 2 || radix > 36 ? 10 : radix;
    if (base == 10) return String.valueOf(value);
    // Negative, because there is one more number below 0.
    long rest = value < 0 ? value : -value;
    char[] units = new char[65];
    int start = 64;
    while (rest <= -base) {
      units[start] = Character.forDigit((int) -(rest % base), base);
      rest /= base;
      start--;
    }
    units[start] = Character.forDigit((int) -rest, base);
    if (value < 0) {
      start--;
      units[start] = '-';
    }
    return new String(units, start, 65 - start);
  }

  /** Whether the JDK has one box for both. */
  boolean isSame(Long other) { return value == other.value && -128 <= value && value <= 127 && !isNew && !other.isNew; }
}
