package java.lang;

public final class Byte extends Number implements Comparable<Byte>, java.lang.constant.Constable {
  public static final byte MIN_VALUE = -128;
  public static final byte MAX_VALUE = 127;

  private final byte value;
  /** Whether the program has called `new`: so it is no other box. */
  private final boolean isNew;

  public Byte(byte value) { this(value, true); }

  private Byte(byte value, boolean isNew) {
    this.value = value;
    this.isNew = isNew;
  }

  public static Byte valueOf(byte value) { return new Byte(value, false); }

  public int intValue() { return (int) value; }

  public long longValue() { return (long) value; }

  public short shortValue() { return (short) value; }

  public byte byteValue() { return value; }

  public float floatValue() { return (float) value; }

  public double doubleValue() { return (double) value; }

  public int hashCode() { return value; }

  public static int hashCode(byte value) { return value; }

  public boolean equals(Object other) { return other instanceof Byte && ((Byte) other).value == value; }

  public String toString() { return String.valueOf(value); }

  public static String toString(byte value) { return String.valueOf(value); }

  public int compareTo(Byte other) { return compare(value, other.value); }

  public static int compare(byte a, byte b) { return a - b; }

  public static byte parseByte(String text) { return parseByte(text, 10); }

  public static byte parseByte(String text, int radix) {
    int number = Integer.parseInt(text, radix);
    if (number < MIN_VALUE || number > MAX_VALUE) {
      throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
    }
    return (byte) number;
  }

  public static Byte valueOf(String text) { return valueOf(parseByte(text, 10)); }

  public static Byte valueOf(String text, int radix) { return valueOf(parseByte(text, radix)); }

  /** Whether the JDK has one box for both. */
  boolean isSame(Byte other) { return value == other.value && !isNew && !other.isNew; }
}
