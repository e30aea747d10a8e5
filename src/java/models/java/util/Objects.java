package java.util;

public final class Objects {
  private Objects() {}

  public static <T> T requireNonNull(T value) {
    if (value == null) throw new NullPointerException();
    return value;
  }

  public static <T> T requireNonNull(T value, String message) {
    if (value == null) throw new NullPointerException(message);
    return value;
  }

  public static <T> T requireNonNull(T value, java.util.function.Supplier<String> message) {
    if (value == null) throw new NullPointerException(message == null ? null : message.get());
    return value;
  }

  public static <T> T requireNonNullElse(T value, T other) {
    return value != null ? value : requireNonNull(other, "defaultObj");
  }

  public static String toString(Object value) { return String.valueOf(value); }

  public static String toString(Object value, String ofNull) { return value != null ? value.toString() : ofNull; }

  public static int hash(Object... values) {
    if (values == null) return 0;
    int hash = 1;
    for (int i = 0; i < values.length; i++) hash = 31 * hash + hashCode(values[i]);
    return hash;
  }

  public static <T> int compare(T a, T b, Comparator<? super T> order) { return a == b ? 0 : order.compare(a, b); }

  public static boolean isNull(Object value) { return value == null; }

  public static boolean nonNull(Object value) { return value != null; }

  public static boolean equals(Object a, Object b) { return a == b || a != null && a.equals(b); }

  public static int hashCode(Object value) { return value == null ? 0 : value.hashCode(); }

  public static int checkIndex(int index, int length) { return (int) checkIndex((long) index, (long) length); }

  public static int checkFromToIndex(int from, int to, int length) {
    return (int) checkFromToIndex((long) from, (long) to, (long) length);
  }

  public static int checkFromIndexSize(int from, int size, int length) {
    return (int) checkFromIndexSize((long) from, (long) size, (long) length);
  }

  public static long checkIndex(long index, long length) {
    if (index < 0 || index >= length) throw outOfBounds("Index " + index, length);
    return index;
  }

  public static long checkFromToIndex(long from, long to, long length) {
    if (from < 0 || from > to || to > length) throw outOfBounds("Range [" + from + ", " + to + ")", length);
    return from;
  }

  public static long checkFromIndexSize(long from, long size, long length) {
    if ((length | from | size) < 0 || size > length - from) {
      throw outOfBounds("Range [" + from + ", " + from + " + " + size + ")", length);
    }
    return from;
  }

  private static IndexOutOfBoundsException outOfBounds(String what, long length) {
    return new IndexOutOfBoundsException(what + " out of bounds for length " + length);
  }
}
