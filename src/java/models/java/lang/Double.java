package java.lang;

public final class Double extends Number implements Comparable<Double>, java.lang.constant.Constable, java.lang.constant.ConstantDesc {
  public static final double POSITIVE_INFINITY = 1.0 / 0.0;
  public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
  public static final double NaN = 0.0d / 0.0;
  public static final double MAX_VALUE = 0x1.fffffffffffffP+1023;
  public static final double MIN_NORMAL = 0x1.0p-1022;
  public static final double MIN_VALUE = 0x0.0000000000001P-1022;
  public static final int MAX_EXPONENT = 1023;
  public static final int MIN_EXPONENT = -1022;
  public static final int SIZE = 64;
  public static final int BYTES = 8;

  private final double value;

  public Double(double value) { this.value = value; }

  public static Double valueOf(double value) { return new Double(value); }

  public static String toString(double value) { return String.valueOf(value); }

  public String toString() { return String.valueOf(value); }

  public byte byteValue() { return (byte) value; }

  public short shortValue() { return (short) value; }

  public int intValue() { return (int) value; }

  public long longValue() { return (long) value; }

  public float floatValue() { return (float) value; }

  public double doubleValue() { return (double) value; }

  public static native long doubleToLongBits(double value);

  public static native long doubleToRawLongBits(double value);

  public static native double longBitsToDouble(long bits);

  public static boolean isNaN(double value) { return value != value; }

  public boolean isNaN() { return value != value; }

  public static boolean isInfinite(double value) { return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY; }

  public boolean isInfinite() { return isInfinite(value); }

  public static boolean isFinite(double value) { return NEGATIVE_INFINITY < value && value < POSITIVE_INFINITY; }

  public static int hashCode(double value) {
    long bits = doubleToLongBits(value);
    return (int) (bits ^ (bits >>> 32));
  }

  public int hashCode() { return hashCode(value); }

  public boolean equals(Object other) { return other instanceof Double && compare(((Double) other).value, value) == 0; }

  public int compareTo(Double other) { return compare(value, other.value); }

  // The order of the bits is that of the numbers where these are equal, or none.
  public static int compare(double a, double b) {
    if (a < b) return -1;
    if (a > b) return 1;
    long x = doubleToLongBits(a);
    long y = doubleToLongBits(b);
    return x == y ? 0 : x < y ? -1 : 1;
  }

  public static double sum(double a, double b) { return a + b; }

  public static double max(double a, double b) { return Math.max(a, b); }

  public static double min(double a, double b) { return Math.min(a, b); }
}
