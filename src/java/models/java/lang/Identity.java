package java.lang;

/**
 * What `==` says of references that may be boxes, texts or an `Optional`. Each box is an object of its own, also where the JDK has
 * only one, and so is each empty `Optional` of an input.
 */
public final class Identity {
  private Identity() {}

  public static boolean same(Object a, Object b) {
    if (a == b) return true;
    if (a == null || b == null) return false;
    if (a instanceof Integer) return b instanceof Integer && ((Integer) a).isSame((Integer) b);
    if (a instanceof Long) return b instanceof Long && ((Long) a).isSame((Long) b);
    if (a instanceof Character) return b instanceof Character && ((Character) a).isSame((Character) b);
    if (a instanceof Short) return b instanceof Short && ((Short) a).isSame((Short) b);
    if (a instanceof Boolean) return b instanceof Boolean && ((Boolean) a).isSame((Boolean) b);
    if (a instanceof String) return b instanceof String && Interned.isSame((String) a, (String) b);
    if (a instanceof java.util.Optional) return b instanceof java.util.Optional && ((java.util.Optional<?>) a).isSame((java.util.Optional<?>) b);
    return a instanceof Byte && b instanceof Byte && ((Byte) a).isSame((Byte) b);
  }
}
