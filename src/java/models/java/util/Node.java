package java.util;

/** An entry of a map. */
final class Node<K, V> implements Map.Entry<K, V> {
  final K key;
  V value;
  private final boolean isValue;
  /** The hash of the key when it came to the map; of a value it is only computed where it is needed. */
  private final int hash;
  /** Whether the JDK puts it to the front of its bucket: what a function computes, but nothing else. */
  final boolean isFront;
  /** The length of the JDK's table when it came. */
  final int table;
  /** The node that was removed before this one. */
  Node<K, V> removedBefore;

  Node(K key, V value, int hash, boolean isFront, int table) {
    this.key = key;
    this.value = value;
    this.hash = hash;
    isValue = isValue(key);
    this.isFront = isFront;
    this.table = table;
  }

  /** Whether what `equals` and `hashCode` of an object say never changes, calls nothing of users, and is consistent. */
  static boolean isValue(Object key) {
    return key == null || key instanceof String || key instanceof Integer || key instanceof Long || key instanceof Character
        || key instanceof Boolean || key instanceof Short || key instanceof Byte || key instanceof Enum || isItself(key);
  }

  /** Whether an object is equal to itself only, and has the hash that the JVM gives it. */
  private static native boolean isItself(Object key);

  /** The hash that lookups of a key compare. Those of values compare none. */
  static int lookup(Object key) { return isValue(key) ? 0 : key.hashCode(); }

  int hash() { return isValue ? Objects.hashCode(key) : hash; }

  /** The hash that a lookup of the key has compared. */
  int lookedUp() { return hash; }

  /** As the JDK mixes it. */
  int mixed() {
    int hash = hash();
    return hash ^ hash >>> 16;
  }

  public K getKey() { return key; }

  public V getValue() { return value; }

  public V setValue(V value) {
    V old = this.value;
    this.value = value;
    return old;
  }

  public boolean equals(Object other) {
    if (other == this) return true;
    if (!(other instanceof Map.Entry)) return false;
    Map.Entry<?, ?> entry = (Map.Entry<?, ?>) other;
    return Objects.equals(key, entry.getKey()) && Objects.equals(value, entry.getValue());
  }

  public int hashCode() { return Objects.hashCode(key) ^ Objects.hashCode(value); }

  public String toString() { return key + "=" + value; }
}
