package java.lang;

public class Object {
  public Object() {}

  public boolean equals(Object other) { return this == other; }

  public int hashCode() { return System.identityHashCode(this); }

  public String toString() { return new String(new Later.Plain()); }

  public final native Class<?> getClass();

  protected Object clone() throws CloneNotSupportedException {
    if (!(this instanceof Cloneable)) throw new CloneNotSupportedException(getClass().getName());
    return copy(this);
  }

  private static native Object copy(Object original);

  public final native void notify();

  public final native void notifyAll();

  public final native void wait() throws InterruptedException;

  public final native void wait(long millis) throws InterruptedException;

  public final native void wait(long millis, int nanos) throws InterruptedException;

  protected void finalize() throws Throwable {}
}
