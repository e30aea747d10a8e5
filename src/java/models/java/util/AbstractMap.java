package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What the maps of the library have in common. A map of users has to have what is native here. */
public abstract class AbstractMap<K, V> implements Map<K, V> {
  protected AbstractMap() {}

  public native int size();

  public boolean isEmpty() { return size() == 0; }

  public native boolean containsKey(Object key);

  public native V get(Object key);

  public V put(K key, V value) { throw new UnsupportedOperationException(); }

  public native V remove(Object key);

  public native void clear();

  public native Set<K> keySet();

  public native Collection<V> values();

  public abstract Set<Entry<K, V>> entrySet();

  public native V getOrDefault(Object key, V otherwise);

  public native V putIfAbsent(K key, V value);

  public native boolean remove(Object key, Object value);

  public native boolean replace(K key, V old, V value);

  public native V replace(K key, V value);

  public native V computeIfAbsent(K key, Function<? super K, ? extends V> maker);

  public native V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> maker);

  public native V compute(K key, BiFunction<? super K, ? super V, ? extends V> maker);

  public native V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> merger);

  public void putAll(Map<? extends K, ? extends V> others) {
    for (Entry<? extends K, ? extends V> entry : others.entrySet()) put(entry.getKey(), entry.getValue());
  }

  public boolean containsValue(Object value) {
    for (Entry<K, V> entry : entrySet()) if (Objects.equals(value, entry.getValue())) return true;
    return false;
  }

  public boolean equals(Object other) {
    if (other == this) return true;
    if (!(other instanceof Map) || ((Map<?, ?>) other).size() != size()) return false;
    Map<?, ?> map = (Map<?, ?>) other;
    for (Entry<K, V> entry : entrySet()) {
      Object value = map.get(entry.getKey());
      if (!Objects.equals(entry.getValue(), value) || value == null && !map.containsKey(entry.getKey())) return false;
    }
    return true;
  }

  public int hashCode() {
    int hash = 0;
    for (Entry<K, V> entry : entrySet()) hash += entry.hashCode();
    return hash;
  }

  public String toString() {
    StringBuilder text = new StringBuilder("{");
    boolean isFirst = true;
    for (Entry<K, V> entry : entrySet()) {
      if (!isFirst) text.append(", ");
      isFirst = false;
      text.append(entry.getKey() == this ? "(this Map)" : String.valueOf(entry.getKey())).append('=');
      text.append(entry.getValue() == this ? "(this Map)" : String.valueOf(entry.getValue()));
    }
    return text.append("}").toString();
  }

  public static class SimpleEntry<K, V> implements Entry<K, V>, java.io.Serializable {
    private final K key;
    private V value;

    public SimpleEntry(K key, V value) {
      this.key = key;
      this.value = value;
    }

    public K getKey() { return key; }

    public V getValue() { return value; }

    public V setValue(V value) {
      V old = this.value;
      this.value = value;
      return old;
    }

    public boolean equals(Object other) { return Node.same(this, other); }

    public int hashCode() { return Objects.hashCode(key) ^ Objects.hashCode(value); }

    public String toString() { return key + "=" + value; }
  }
}
