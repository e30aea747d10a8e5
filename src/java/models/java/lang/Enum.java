package java.lang;

public abstract class Enum<E extends Enum<E>> implements java.lang.constant.Constable, Comparable<E>, java.io.Serializable {
  private final String name;
  private final int ordinal;

  protected Enum(String name, int ordinal) {
    this.name = name;
    this.ordinal = ordinal;
  }

  public final String name() { return name; }

  public final int ordinal() { return ordinal; }

  public String toString() { return name; }

  public final boolean equals(Object other) { return this == other; }

  public final int hashCode() { return System.identityHashCode(this); }

  protected final Object clone() throws CloneNotSupportedException { throw new CloneNotSupportedException(); }

  public final int compareTo(E other) {
    Enum<?> that = other;
    if (getClass() != that.getClass() && getDeclaringClass() != that.getDeclaringClass()) throw new ClassCastException();
    return ordinal - that.ordinal;
  }

  public static <T extends Enum<T>> T valueOf(Class<T> type, String name) {
    T[] constants = type.getEnumConstants();
    if (constants == null) throw new IllegalArgumentException(Unsupported.message());
    for (T constant : constants) {
      Enum<?> known = constant;
      if (known.name.equals(name)) return constant;
    }
    if (name == null) throw new NullPointerException("Name is null");
    throw new IllegalArgumentException(Unsupported.message());
  }

  @SuppressWarnings("unchecked")
  public final Class<E> getDeclaringClass() {
    Class<?> own = getClass();
    Class<?> above = own.getSuperclass();
    return above == Enum.class ? (Class<E>) own : (Class<E>) above;
  }
}
