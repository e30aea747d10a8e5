package java.util;

/** The JVM shares the array of the constants. */
class EnumMap<K extends Enum<K>, V> {
  private static <K extends Enum<K>> K[] getKeyUniverse(Class<K> keyType) { return keyType.getEnumConstants(); }
}
