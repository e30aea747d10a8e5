package java.lang;

public final class Integer extends Number implements Comparable<Integer>, java.lang.constant.Constable, java.lang.constant.ConstantDesc {
  public static final int MIN_VALUE = 0x80000000;
  public static final int MAX_VALUE = 0x7fffffff;
  public static final int SIZE = 32;
  public static final int BYTES = 4;

  private final int value;
  /** Whether the program has called `new`: so it is no other box. */
  private final boolean isNew;

  public Integer(int value) { this(value, true); }

  private Integer(int value, boolean isNew) {
    this.value = value;
    this.isNew = isNew;
  }

  public static Integer valueOf(int value) { return new Integer(value, false); }

  public int intValue() { return value; }

  public long longValue() { return (long) value; }

  public short shortValue() { return (short) value; }

  public byte byteValue() { return (byte) value; }

  public float floatValue() { return (float) value; }

  public double doubleValue() { return (double) value; }

  public int hashCode() { return value; }

  public static int hashCode(int value) { return value; }

  public boolean equals(Object other) { return other instanceof Integer && ((Integer) other).value == value; }

  public String toString() { return String.valueOf(value); }

  public static String toString(int value) { return String.valueOf(value); }

  public int compareTo(Integer other) { return compare(value, other.value); }

  public static int compare(int a, int b) { return a < b ? -1 : a == b ? 0 : 1; }

  public static int signum(int a) { return a < 0 ? -1 : a == 0 ? 0 : 1; }

  public static int max(int a, int b) { return a >= b ? a : b; }

  public static int min(int a, int b) { return a <= b ? a : b; }

  public static int sum(int a, int b) { return a + b; }

  public static int rotateLeft(int a, int n) { return (a << n) | (a >>> -n); }

  public static int rotateRight(int a, int n) { return (a >>> n) | (a << -n); }

  public static int bitCount(int a) {
    int n = 0;
    for (int i = 0; i < 32; i++) n += ((a >>> i) & 1);
    return n;
  }

  public static int parseInt(String text) { return parseInt(text, 10); }

  public static int parseInt(String text, int radix) {
    if (text == null) throw new NumberFormatException("Cannot parse null string");
    Numbers.checkRadix(radix);
    char[] units = text.units();
    boolean isNegative = units.length > 0 && units[0] == '-';
    int at = isNegative || units.length > 0 && units[0] == '+' ? 1 : 0;
    if (at == units.length) throw Numbers.malformed(text, radix);
    long number = 0;
    for (; at < units.length; at++) {
      int digit = Character.digit(units[at], radix);
      number = number * radix + digit;
      if (digit < 0 || number > (isNegative ? 0x80000000L : 0x7fffffffL)) throw Numbers.malformed(text, radix);
    }
    return (int) (isNegative ? -number : number);
  }

  public static Integer valueOf(String text) { return valueOf(parseInt(text, 10)); }

  public static Integer valueOf(String text, int radix) { return valueOf(parseInt(text, radix)); }

  public static String toString(int value, int radix) { return Long.toString(value, radix); }

  public static String toBinaryString(int value) { return Long.toString(value & 0xffffffffL, 2); }

  public static String toHexString(int value) { return Long.toString(value & 0xffffffffL, 16); }

  public static String toOctalString(int value) { return Long.toString(value & 0xffffffffL, 8); }

  /** Whether the JDK has one box for both. */
  boolean isSame(Integer other) { return value == other.value && -128 <= value && value <= 127 && !isNew && !other.isNew; }
}
