package java.lang;

/**
 * Boxes with small values are the same objects on a JVM. Here each is another object, and code of users compares two references
 * that may refer to boxes by {@code same}.
 */
final class Boxes {
  static final Boxes SHARED = new Boxes();

  private Boxes() {}

  static boolean same(Object a, Object b) {
    if (a == b) return true;
    if (a instanceof Integer) return b instanceof Integer && ((Integer) a).isSame((Integer) b);
    if (a instanceof Character) return b instanceof Character && ((Character) a).isSame((Character) b);
    if (a instanceof Long) return b instanceof Long && ((Long) a).isSame((Long) b);
    if (a instanceof Short) return b instanceof Short && ((Short) a).isSame((Short) b);
    return a instanceof Byte && b instanceof Byte && ((Byte) a).isSame((Byte) b);
  }
}
