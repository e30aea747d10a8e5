package java.lang;

public final class Float extends Number implements Comparable<Float>, java.lang.constant.Constable, java.lang.constant.ConstantDesc {
  public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
  public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
  public static final float NaN = 0.0f / 0.0f;
  public static final float MAX_VALUE = 0x1.fffffeP+127f;
  public static final float MIN_NORMAL = 0x1.0p-126f;
  public static final float MIN_VALUE = 0x0.000002P-126f;
  public static final int MAX_EXPONENT = 127;
  public static final int MIN_EXPONENT = -126;
  public static final int SIZE = 32;
  public static final int BYTES = 4;

  private final float value;

  public Float(float value) { this.value = value; }

  public Float(double value) { this.value = (float) value; }

  public static Float valueOf(float value) { return new Float(value); }

  public static String toString(float value) { return String.valueOf(value); }

  public String toString() { return String.valueOf(value); }

  public byte byteValue() { return (byte) value; }

  public short shortValue() { return (short) value; }

  public int intValue() { return (int) value; }

  public long longValue() { return (long) value; }

  public float floatValue() { return (float) value; }

  public double doubleValue() { return (double) value; }

  public static native int floatToIntBits(float value);

  public static native int floatToRawIntBits(float value);

  public static native float intBitsToFloat(int bits);

  public static boolean isNaN(float value) { return value != value; }

  public boolean isNaN() { return value != value; }

  public static boolean isInfinite(float value) { return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY; }

  public boolean isInfinite() { return isInfinite(value); }

  public static boolean isFinite(float value) { return NEGATIVE_INFINITY < value && value < POSITIVE_INFINITY; }

  public static int hashCode(float value) {
    return floatToIntBits(value);
  }

  public int hashCode() { return hashCode(value); }

  public boolean equals(Object other) { return other instanceof Float && compare(((Float) other).value, value) == 0; }

  public int compareTo(Float other) { return compare(value, other.value); }

  // The order of the bits is that of the numbers where these are equal, or none.
  public static int compare(float a, float b) {
    if (a < b) return -1;
    if (a > b) return 1;
    int x = floatToIntBits(a);
    int y = floatToIntBits(b);
    return x == y ? 0 : x < y ? -1 : 1;
  }

  public static float sum(float a, float b) { return a + b; }

  public static float max(float a, float b) { return Math.max(a, b); }

  public static float min(float a, float b) { return Math.min(a, b); }
}
