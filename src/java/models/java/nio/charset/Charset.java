package java.nio.charset;

/** Nothing is encoded. */
public abstract class Charset implements Comparable<Charset> {
  private static final Charset DEFAULT = new Default();

  private Charset() {}

  public static Charset defaultCharset() { return DEFAULT; }

  public final native String name();

  public final native int compareTo(Charset other);

  public final native int hashCode();

  public final native boolean equals(Object other);

  public final native String toString();

  private static final class Default extends Charset {}
}
