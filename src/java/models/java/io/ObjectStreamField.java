package java.io;

/** Classes say by such objects what is written of theirs. Nothing is written. */
public class ObjectStreamField implements Comparable<Object> {
  public ObjectStreamField(String name, Class<?> type) {}

  public ObjectStreamField(String name, Class<?> type, boolean unshared) {}

  public native int compareTo(Object other);
}
