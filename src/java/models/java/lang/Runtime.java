package java.lang;

/** The JVM chooses its sizes: they are values from outside. */
public class Runtime {
  private static final Runtime ONLY = new Runtime();

  private Runtime() {}

  public static Runtime getRuntime() { return ONLY; }

  private static native long bytes();

  private static native int processors();

  /** What comes after counts only where the condition is true. */
  private static native void assume(boolean condition);

  public int availableProcessors() {
    int number = processors();
    assume(number > 0);
    return number;
  }

  public long freeMemory() { return size(); }

  public long totalMemory() { return size(); }

  public long maxMemory() { return size(); }

  private static long size() {
    long size = bytes();
    assume(size >= 0);
    return size;
  }

  public void gc() {}

  public void exit(int status) { System.exit(status); }
}
