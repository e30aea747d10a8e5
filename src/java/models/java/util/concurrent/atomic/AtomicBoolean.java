package java.util.concurrent.atomic;

/** As {@link AtomicInteger}. */
public class AtomicBoolean implements java.io.Serializable {
  private volatile boolean value;

  public AtomicBoolean() {}

  public AtomicBoolean(boolean value) { this.value = value; }

  private static synchronized boolean replaced(AtomicBoolean in, boolean value) {
    boolean before = in.value;
    in.value = value;
    return before;
  }

  private static synchronized boolean replacedIf(AtomicBoolean in, boolean expected, boolean value) {
    if (in.value != expected) return false;
    in.value = value;
    return true;
  }

  public final boolean get() { return value; }

  public final boolean getPlain() { return value; }

  public final boolean getOpaque() { return value; }

  public final boolean getAcquire() { return value; }

  public final void set(boolean value) { this.value = value; }

  public final void setPlain(boolean value) { this.value = value; }

  public final void setOpaque(boolean value) { this.value = value; }

  public final void setRelease(boolean value) { this.value = value; }

  public final void lazySet(boolean value) { this.value = value; }

  public final boolean getAndSet(boolean value) { return replaced(this, value); }

  public final boolean compareAndSet(boolean expected, boolean value) { return replacedIf(this, expected, value); }

  public String toString() { return String.valueOf(value); }
}
