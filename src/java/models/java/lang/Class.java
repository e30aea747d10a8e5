package java.lang;

/** A name. */
public final class Class<T> implements java.io.Serializable, java.lang.constant.Constable {
  /** As {@code getName} gives it: set before the program begins. */
  private String name;

  private Class() {}

  public String getName() { return name; }

  public String getTypeName() {
    if (name.charAt(0) == '[') Unsupported.theNameOfAnArrayClass();
    return name;
  }

  public String getSimpleName() {
    if (name.charAt(0) == '[') Unsupported.theNameOfAnArrayClass();
    if (name.indexOf('$') >= 0) Unsupported.theSimpleNameOfANestedClass();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  public boolean isArray() { return name.charAt(0) == '['; }

  public native Class<?> getComponentType();

  public native T[] getEnumConstants();

  public native Class<? super T> getSuperclass();

  public native boolean desiredAssertionStatus();

  public native boolean isInstance(Object value);

  /** Only interfaces and {@code Object} are below nothing. */
  public String toString() {
    boolean isInterface = getSuperclass() == null && (Class<?>) this != Object.class;
    return (isInterface ? "interface " : "class ") + name;
  }
}
