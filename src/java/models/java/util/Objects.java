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

  public static boolean isNull(Object value) { return value == null; }

  public static boolean nonNull(Object value) { return value != null; }

  public static boolean equals(Object a, Object b) { return a == b || a != null && a.equals(b); }

  public static int hashCode(Object value) { return value == null ? 0 : value.hashCode(); }
}
