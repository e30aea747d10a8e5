package java.util;

/** An entry of a map. */
final class Node<K, V> implements Map.Entry<K, V> {
  final K key;
  V value;
  /** The hash of the key when it came to the map; of a value it is only computed where it is needed. */
  final int hash;

  Node(K key, V value, int hash) {
    this.key = key;
    this.value = value;
    this.hash = hash;
  }

  /** Whether what `equals` and `hashCode` of a key say never changes, and whether `equals` says yes only if hashes are equal. */
  static boolean isValue(Object key) {
    return key == null || key instanceof String || key instanceof Integer || key instanceof Long || key instanceof Character
        || key instanceof Boolean || key instanceof Short || key instanceof Byte || key instanceof Enum;
  }

  int hash() { return isValue(key) ? Objects.hashCode(key) : hash; }

  static boolean same(Map.Entry<?, ?> a, Object other) {
    if (a == other) return true;
    if (!(other instanceof Map.Entry)) return false;
    Map.Entry<?, ?> b = (Map.Entry<?, ?>) other;
    return Objects.equals(a.getKey(), b.getKey()) && Objects.equals(a.getValue(), b.getValue());
  }

  public K getKey() { return key; }

  public V getValue() { return value; }

  public V setValue(V value) {
    V old = this.value;
    this.value = value;
    return old;
  }

  public boolean equals(Object other) { return same(this, other); }

  public int hashCode() { return Objects.hashCode(key) ^ Objects.hashCode(value); }

  public String toString() { return key + "=" + value; }
}
