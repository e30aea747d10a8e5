package java.lang;

public final class Short extends Number implements Comparable<Short>, java.lang.constant.Constable {
  public static final short MIN_VALUE = -32768;
  public static final short MAX_VALUE = 32767;

  private final short value;
  /** Whether the program has called `new`: so it is no other box. */
  private final boolean isNew;

  public Short(short value) { this(value, true); }

  private Short(short value, boolean isNew) {
    this.value = value;
    this.isNew = isNew;
  }

  public static Short valueOf(short value) { return new Short(value, false); }

  public int intValue() { return (int) value; }

  public long longValue() { return (long) value; }

  public short shortValue() { return value; }

  public byte byteValue() { return (byte) value; }

  public float floatValue() { return (float) value; }

  public double doubleValue() { return (double) value; }

  public int hashCode() { return value; }

  public static int hashCode(short value) { return value; }

  public boolean equals(Object other) { return other instanceof Short && ((Short) other).value == value; }

  public String toString() { return String.valueOf(value); }

  public static String toString(short value) { return String.valueOf(value); }

  public int compareTo(Short other) { return compare(value, other.value); }

  public static int compare(short a, short b) { return a - b; }

  public static short parseShort(String text) { return parseShort(text, 10); }

  public static short parseShort(String text, int radix) {
    int number = Integer.parseInt(text, radix);
    if (number < MIN_VALUE || number > MAX_VALUE) {
      throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
    }
    return (short) number;
  }

  public static Short valueOf(String text) { return valueOf(parseShort(text, 10)); }

  public static Short valueOf(String text, int radix) { return valueOf(parseShort(text, radix)); }

  /** Whether the JDK has one box for both. */
  boolean isSame(Short other) { return value == other.value && -128 <= value && value <= 127 && !isNew && !other.isNew; }
}
