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
      arraycopy$((int[]) from, fromStart, (int[]) to, toStart, length);
    } else if (from instanceof byte[] && to instanceof byte[]) {
      arraycopy$((byte[]) from, fromStart, (byte[]) to, toStart, length);
    } else if (from instanceof char[] && to instanceof char[]) {
      arraycopy$((char[]) from, fromStart, (char[]) to, toStart, length);
    } else if (from instanceof short[] && to instanceof short[]) {
      arraycopy$((short[]) from, fromStart, (short[]) to, toStart, length);
    } else if (from instanceof long[] && to instanceof long[]) {
      arraycopy$((long[]) from, fromStart, (long[]) to, toStart, length);
    } else if (from instanceof boolean[] && to instanceof boolean[]) {
      arraycopy$((boolean[]) from, fromStart, (boolean[]) to, toStart, length);
    } else if (from instanceof Object[] && to instanceof Object[]) {
      arraycopy$((Object[]) from, fromStart, (Object[]) to, toStart, length);
    } else if (from instanceof float[] && to instanceof float[]) {
      arraycopy$((float[]) from, fromStart, (float[]) to, toStart, length);
    } else if (from instanceof double[] && to instanceof double[]) {
      arraycopy$((double[]) from, fromStart, (double[]) to, toStart, length);
    } else {
      throw new ArrayStoreException(Unsupported.message());
    }
  }

  // The linker takes these where the types of the operands are known.

  private static void arraycopy$(int[] from, int fromStart, int[] to, int toStart, int length) {
    if (from == null || to == null) throw new NullPointerException(Unsupported.message());
    check(from.length, fromStart, to.length, toStart, length);
    if (from == to && fromStart < toStart) {
      for (int i = length - 1; i >= 0; i--) to[toStart + i] = from[fromStart + i];
    } else {
      for (int i = 0; i < length; i++) to[toStart + i] = from[fromStart + i];
    }
  }

  private static void arraycopy$(byte[] from, int fromStart, byte[] to, int toStart, int length) {
    if (from == null || to == null) throw new NullPointerException(Unsupported.message());
    check(from.length, fromStart, to.length, toStart, length);
    if (from == to && fromStart < toStart) {
      for (int i = length - 1; i >= 0; i--) to[toStart + i] = from[fromStart + i];
    } else {
      for (int i = 0; i < length; i++) to[toStart + i] = from[fromStart + i];
    }
  }

  private static void arraycopy$(char[] from, int fromStart, char[] to, int toStart, int length) {
    if (from == null || to == null) throw new NullPointerException(Unsupported.message());
    check(from.length, fromStart, to.length, toStart, length);
    if (from == to && fromStart < toStart) {
      for (int i = length - 1; i >= 0; i--) to[toStart + i] = from[fromStart + i];
    } else {
      for (int i = 0; i < length; i++) to[toStart + i] = from[fromStart + i];
    }
  }

  private static void arraycopy$(short[] from, int fromStart, short[] to, int toStart, int length) {
    if (from == null || to == null) throw new NullPointerException(Unsupported.message());
    check(from.length, fromStart, to.length, toStart, length);
    if (from == to && fromStart < toStart) {
      for (int i = length - 1; i >= 0; i--) to[toStart + i] = from[fromStart + i];
    } else {
      for (int i = 0; i < length; i++) to[toStart + i] = from[fromStart + i];
    }
  }

  private static void arraycopy$(long[] from, int fromStart, long[] to, int toStart, int length) {
    if (from == null || to == null) throw new NullPointerException(Unsupported.message());
    check(from.length, fromStart, to.length, toStart, length);
    if (from == to && fromStart < toStart) {
      for (int i = length - 1; i >= 0; i--) to[toStart + i] = from[fromStart + i];
    } else {
      for (int i = 0; i < length; i++) to[toStart + i] = from[fromStart + i];
    }
  }

  private static void arraycopy$(boolean[] from, int fromStart, boolean[] to, int toStart, int length) {
    if (from == null || to == null) throw new NullPointerException(Unsupported.message());
    check(from.length, fromStart, to.length, toStart, length);
    if (from == to && fromStart < toStart) {
      for (int i = length - 1; i >= 0; i--) to[toStart + i] = from[fromStart + i];
    } else {
      for (int i = 0; i < length; i++) to[toStart + i] = from[fromStart + i];
    }
  }

  private static void arraycopy$(Object[] from, int fromStart, Object[] to, int toStart, int length) {
    if (from == null || to == null) throw new NullPointerException(Unsupported.message());
    check(from.length, fromStart, to.length, toStart, length);
    if (from == to && fromStart < toStart) {
      for (int i = length - 1; i >= 0; i--) to[toStart + i] = from[fromStart + i];
    } else {
      for (int i = 0; i < length; i++) to[toStart + i] = from[fromStart + i];
    }
  }

  private static void arraycopy$(float[] from, int fromStart, float[] to, int toStart, int length) {
    if (from == null || to == null) throw new NullPointerException(Unsupported.message());
    check(from.length, fromStart, to.length, toStart, length);
    if (from == to && fromStart < toStart) {
      for (int i = length - 1; i >= 0; i--) to[toStart + i] = from[fromStart + i];
    } else {
      for (int i = 0; i < length; i++) to[toStart + i] = from[fromStart + i];
    }
  }

  private static void arraycopy$(double[] from, int fromStart, double[] to, int toStart, int length) {
    if (from == null || to == null) throw new NullPointerException(Unsupported.message());
    check(from.length, fromStart, to.length, toStart, length);
    if (from == to && fromStart < toStart) {
      for (int i = length - 1; i >= 0; i--) to[toStart + i] = from[fromStart + i];
    } else {
      for (int i = 0; i < length; i++) to[toStart + i] = from[fromStart + i];
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
