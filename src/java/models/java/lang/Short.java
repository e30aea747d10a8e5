package java.lang;

public final class Short extends Number implements Comparable<Short>, java.lang.constant.Constable {
  public static final short MIN_VALUE = -32768;
  public static final short MAX_VALUE = 32767;

  private final short value;

  public Short(short value) { this.value = value; }

  public static Short valueOf(short value) {
    return -128 <= value && value <= 127 ? Cache.BOXES[value + 128] : new Short(value);
  }

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

  private static final class Cache {
    static final Short[] BOXES = new Short[256];

    static {
      for (int i = 0; i < 256; i++) BOXES[i] = new Short((short) (i - 128));
    }
  }
}
