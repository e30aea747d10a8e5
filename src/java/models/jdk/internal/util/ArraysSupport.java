package jdk.internal.util;

/** The JDK reads several elements at once. */
public class ArraysSupport {
  public static final int SOFT_MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  private ArraysSupport() {}

  public static int newLength(int oldLength, int minGrowth, int prefGrowth) {
    int preferred = oldLength + Math.max(minGrowth, prefGrowth);
    if (0 < preferred && preferred <= SOFT_MAX_ARRAY_LENGTH) return preferred;
    int least = oldLength + minGrowth;
    if (least < 0) {
      throw new OutOfMemoryError("Required array length " + oldLength + " + " + minGrowth + " is too large");
    }
    return least <= SOFT_MAX_ARRAY_LENGTH ? SOFT_MAX_ARRAY_LENGTH : least;
  }

  public static int mismatch(boolean[] a, boolean[] b, int length) {
    for (int i = 0; i < length; i++) if (a[i] != b[i]) return i;
    return -1;
  }

  public static int mismatch(boolean[] a, int aFrom, boolean[] b, int bFrom, int length) {
    for (int i = 0; i < length; i++) if (a[aFrom + i] != b[bFrom + i]) return i;
    return -1;
  }

  public static int mismatch(byte[] a, byte[] b, int length) {
    for (int i = 0; i < length; i++) if (a[i] != b[i]) return i;
    return -1;
  }

  public static int mismatch(byte[] a, int aFrom, byte[] b, int bFrom, int length) {
    for (int i = 0; i < length; i++) if (a[aFrom + i] != b[bFrom + i]) return i;
    return -1;
  }

  public static int mismatch(char[] a, char[] b, int length) {
    for (int i = 0; i < length; i++) if (a[i] != b[i]) return i;
    return -1;
  }

  public static int mismatch(char[] a, int aFrom, char[] b, int bFrom, int length) {
    for (int i = 0; i < length; i++) if (a[aFrom + i] != b[bFrom + i]) return i;
    return -1;
  }

  public static int mismatch(short[] a, short[] b, int length) {
    for (int i = 0; i < length; i++) if (a[i] != b[i]) return i;
    return -1;
  }

  public static int mismatch(short[] a, int aFrom, short[] b, int bFrom, int length) {
    for (int i = 0; i < length; i++) if (a[aFrom + i] != b[bFrom + i]) return i;
    return -1;
  }

  public static int mismatch(int[] a, int[] b, int length) {
    for (int i = 0; i < length; i++) if (a[i] != b[i]) return i;
    return -1;
  }

  public static int mismatch(int[] a, int aFrom, int[] b, int bFrom, int length) {
    for (int i = 0; i < length; i++) if (a[aFrom + i] != b[bFrom + i]) return i;
    return -1;
  }

  public static int mismatch(long[] a, long[] b, int length) {
    for (int i = 0; i < length; i++) if (a[i] != b[i]) return i;
    return -1;
  }

  public static int mismatch(long[] a, int aFrom, long[] b, int bFrom, int length) {
    for (int i = 0; i < length; i++) if (a[aFrom + i] != b[bFrom + i]) return i;
    return -1;
  }
}
