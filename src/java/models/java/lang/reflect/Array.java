package java.lang.reflect;

public final class Array {
  private Array() {}

  /** An array of objects of a class that the program names somewhere. */
  public static native Object newInstance(Class<?> component, int length);
}
