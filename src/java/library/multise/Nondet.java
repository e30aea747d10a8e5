package multise;

/**
 * Values from outside, for harnesses. An exploration takes each call as a new input of any value. On a plain JVM the values
 * are those of the system property {@code multise.values}, or of the file that {@code multise.inputs} names, in the order of
 * the calls; see {@link Listed}.
 */
public final class Nondet {
  /** What gives the values, and learns of assumptions that do not hold. */
  interface Source {
    /** A value of a primitive type, or a text of at most so many characters. */
    Object next(Class<?> type, int longest);

    /** Ends the run. */
    void reject();
  }

  private static Source source;

  private Nondet() {}

  static synchronized void use(Source other) {
    source = other;
  }

  /**
   * From now on the values are those of this list, in the form of the property {@code multise.values}; behind its end they are zeros.
   * Tests that multise has written begin with it. It is not for programs that are explored.
   */
  public static void give(String values) {
    use(Listed.of(values));
  }

  private static synchronized Source source() {
    if (source == null) source = Listed.fromProperties();
    return source;
  }

  public static boolean anyBoolean() {
    return (Boolean) source().next(boolean.class, 0);
  }

  public static byte anyByte() {
    return (Byte) source().next(byte.class, 0);
  }

  public static char anyChar() {
    return (Character) source().next(char.class, 0);
  }

  public static short anyShort() {
    return (Short) source().next(short.class, 0);
  }

  public static int anyInt() {
    return (Integer) source().next(int.class, 0);
  }

  public static long anyLong() {
    return (Long) source().next(long.class, 0);
  }

  public static float anyFloat() {
    return (Float) source().next(float.class, 0);
  }

  public static double anyDouble() {
    return (Double) source().next(double.class, 0);
  }

  /** A text of at most {@code longest} characters, each of them any UTF-16 unit; never null. */
  public static String anyString(int longest) {
    return (String) source().next(String.class, longest);
  }

  /** Ends the run if the condition is false: what comes after counts for other runs only. */
  public static void assume(boolean condition) {
    if (!condition) source().reject();
  }
}
