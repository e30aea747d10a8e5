package java.util;

/** The JVM shares the array of the constants. */
abstract class EnumSet<E extends Enum<E>> {
  private static <E extends Enum<E>> E[] getUniverse(Class<E> elementType) { return elementType.getEnumConstants(); }
}
