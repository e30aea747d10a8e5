package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;

/** What `Map.of` makes. No order is specified. */
final class FixedMap<K, V> extends AbstractMap<K, V> {
  private final HashMap<K, V> map = new HashMap<K, V>();

  @SuppressWarnings("unchecked")
  FixedMap(Object... cells) {
    for (int i = 0; i < cells.length; i += 2) {
      check(cells[i]);
      Objects.requireNonNull(cells[i + 1]);
      if (map.put((K) cells[i], (V) cells[i + 1]) != null) {
        throw new IllegalArgumentException("duplicate key: " + cells[i]);
      }
    }
  }

  private static UnsupportedOperationException refusal() { return new UnsupportedOperationException(); }

  private static Object check(Object key) {
    if (!Node.isValue(Objects.requireNonNull(key))) keyOfUsers();
    return key;
  }

  /** Which methods of it are called depends on the table. */
  private static native void keyOfUsers();

  public int size() { return map.size(); }

  public boolean containsKey(Object key) { return map.containsKey(check(key)); }

  public boolean containsValue(Object value) { return map.containsValue(Objects.requireNonNull(value)); }

  public V get(Object key) { return map.get(check(key)); }

  public V getOrDefault(Object key, V otherwise) {
    V value = get(key);
    return value == null ? otherwise : value;
  }

  public boolean equals(Object other) {
    if (other instanceof Map && !isUnmoved(other)) noticed();
    return other == this || map.equals(other);
  }

  /** Whether a map does not notice in which order it is asked. */
  private static boolean isUnmoved(Object map) {
    Class<?> is = map.getClass();
    return is == FixedMap.class || is == HashMap.class || is == LinkedHashMap.class && !((LinkedHashMap<?, ?>) map).isByUse();
  }

  private static native void noticed();

  public int hashCode() { return map.hashCode(); }

  public native String toString();

  public native Set<Entry<K, V>> entrySet();

  public V put(K key, V value) { throw refusal(); }

  public V remove(Object key) { throw refusal(); }

  public void clear() { throw refusal(); }

  public void putAll(Map<? extends K, ? extends V> others) { throw refusal(); }

  public V putIfAbsent(K key, V value) { throw refusal(); }

  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) { throw refusal(); }

  public boolean remove(Object key, Object value) { throw refusal(); }

  public boolean replace(K key, V old, V value) { throw refusal(); }

  public V replace(K key, V value) { throw refusal(); }

  public V computeIfAbsent(K key, Function<? super K, ? extends V> maker) { throw refusal(); }

  public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> maker) { throw refusal(); }

  public V compute(K key, BiFunction<? super K, ? super V, ? extends V> maker) { throw refusal(); }

  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> merger) { throw refusal(); }
}
