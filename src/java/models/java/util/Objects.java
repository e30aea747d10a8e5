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
}
