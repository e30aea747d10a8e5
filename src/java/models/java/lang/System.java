package java.lang;

public final class System {
  private System() {}

  public static final java.io.PrintStream out = new java.io.PrintStream();
  public static final java.io.PrintStream err = new java.io.PrintStream();

  public static native void exit(int status);

  public static String lineSeparator() { return "\n"; }

  public static String getProperty(String name) {
    if (name.isEmpty()) throw new IllegalArgumentException("key can't be empty");
    if (name.equals("line.separator")) return "\n";
    if (name.equals("file.separator")) return "/";
    if (name.equals("path.separator")) return ":";
    return Unsupported.aPropertyOfTheSystem();
  }

  public static String getProperty(String name, String other) { return getProperty(name); }

  public static String getenv(String name) { return Unsupported.aPropertyOfTheSystem(); }

  public static void arraycopy(Object from, int fromStart, Object to, int toStart, int length) {
    if (from == null || to == null) throw new NullPointerException(Unsupported.message());
    if (from instanceof int[] && to instanceof int[]) {
      int[] a = (int[]) from;
      int[] b = (int[]) to;
      check(a.length, fromStart, b.length, toStart, length);
      if (a == b && fromStart < toStart) {
        for (int i = length - 1; i >= 0; i--) b[toStart + i] = a[fromStart + i];
      } else {
        for (int i = 0; i < length; i++) b[toStart + i] = a[fromStart + i];
      }
    } else if (from instanceof byte[] && to instanceof byte[]) {
      byte[] a = (byte[]) from;
      byte[] b = (byte[]) to;
      check(a.length, fromStart, b.length, toStart, length);
      if (a == b && fromStart < toStart) {
        for (int i = length - 1; i >= 0; i--) b[toStart + i] = a[fromStart + i];
      } else {
        for (int i = 0; i < length; i++) b[toStart + i] = a[fromStart + i];
      }
    } else if (from instanceof char[] && to instanceof char[]) {
      char[] a = (char[]) from;
      char[] b = (char[]) to;
      check(a.length, fromStart, b.length, toStart, length);
      if (a == b && fromStart < toStart) {
        for (int i = length - 1; i >= 0; i--) b[toStart + i] = a[fromStart + i];
      } else {
        for (int i = 0; i < length; i++) b[toStart + i] = a[fromStart + i];
      }
    } else if (from instanceof short[] && to instanceof short[]) {
      short[] a = (short[]) from;
      short[] b = (short[]) to;
      check(a.length, fromStart, b.length, toStart, length);
      if (a == b && fromStart < toStart) {
        for (int i = length - 1; i >= 0; i--) b[toStart + i] = a[fromStart + i];
      } else {
        for (int i = 0; i < length; i++) b[toStart + i] = a[fromStart + i];
      }
    } else if (from instanceof long[] && to instanceof long[]) {
      long[] a = (long[]) from;
      long[] b = (long[]) to;
      check(a.length, fromStart, b.length, toStart, length);
      if (a == b && fromStart < toStart) {
        for (int i = length - 1; i >= 0; i--) b[toStart + i] = a[fromStart + i];
      } else {
        for (int i = 0; i < length; i++) b[toStart + i] = a[fromStart + i];
      }
    } else if (from instanceof boolean[] && to instanceof boolean[]) {
      boolean[] a = (boolean[]) from;
      boolean[] b = (boolean[]) to;
      check(a.length, fromStart, b.length, toStart, length);
      if (a == b && fromStart < toStart) {
        for (int i = length - 1; i >= 0; i--) b[toStart + i] = a[fromStart + i];
      } else {
        for (int i = 0; i < length; i++) b[toStart + i] = a[fromStart + i];
      }
    } else if (from instanceof Object[] && to instanceof Object[]) {
      Object[] a = (Object[]) from;
      Object[] b = (Object[]) to;
      check(a.length, fromStart, b.length, toStart, length);
      if (a == b && fromStart < toStart) {
        for (int i = length - 1; i >= 0; i--) b[toStart + i] = a[fromStart + i];
      } else {
        for (int i = 0; i < length; i++) b[toStart + i] = a[fromStart + i];
      }
    } else if (from instanceof float[] && to instanceof float[]) {
      float[] a = (float[]) from;
      float[] b = (float[]) to;
      check(a.length, fromStart, b.length, toStart, length);
      if (a == b && fromStart < toStart) {
        for (int i = length - 1; i >= 0; i--) b[toStart + i] = a[fromStart + i];
      } else {
        for (int i = 0; i < length; i++) b[toStart + i] = a[fromStart + i];
      }
    } else if (from instanceof double[] && to instanceof double[]) {
      double[] a = (double[]) from;
      double[] b = (double[]) to;
      check(a.length, fromStart, b.length, toStart, length);
      if (a == b && fromStart < toStart) {
        for (int i = length - 1; i >= 0; i--) b[toStart + i] = a[fromStart + i];
      } else {
        for (int i = 0; i < length; i++) b[toStart + i] = a[fromStart + i];
      }
    } else {
      throw new ArrayStoreException(Unsupported.message());
    }
  }

  private static void check(int from, int fromStart, int to, int toStart, int length) {
    if (fromStart < 0 || toStart < 0 || length < 0 || fromStart > from - length || toStart > to - length) {
      throw new ArrayIndexOutOfBoundsException(Unsupported.message());
    }
  }

  public static synchronized int identityHashCode(Object object) { return object == null ? 0 : hash(object); }

  /** Any number, the same for an object at any time. */
  private static native int hash(Object object);

  public static void gc() {}

  /** The last time of {@code nanoTime}. */
  private static long last;
  private static boolean isKnown;

  private static native long clock();

  /** What comes after counts only where the condition is true. */
  private static native void assume(boolean condition);

  /** Any time from 1970 on, also one before the last: clocks are set. */
  public static long currentTimeMillis() {
    long now = clock();
    assume(now >= 0 && now < 1L << 50);
    return now;
  }

  /** Any time, not before the last one, and less than 292 years after it. */
  public static synchronized long nanoTime() {
    long now = clock();
    assume(!isKnown || now - last >= 0);
    isKnown = true;
    last = now;
    return now;
  }
}
