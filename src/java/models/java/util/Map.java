package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

public interface Map<K, V> {
  int size();

  boolean isEmpty();

  boolean containsKey(Object key);

  boolean containsValue(Object value);

  V get(Object key);

  V put(K key, V value);

  V remove(Object key);

  void putAll(Map<? extends K, ? extends V> others);

  void clear();

  Set<K> keySet();

  Collection<V> values();

  Set<Entry<K, V>> entrySet();

  boolean equals(Object other);

  int hashCode();

  interface Entry<K, V> {
    K getKey();

    V getValue();

    V setValue(V value);

    boolean equals(Object other);

    int hashCode();

    static <K extends Comparable<? super K>, V> Comparator<Entry<K, V>> comparingByKey() {
      return (a, b) -> a.getKey().compareTo(b.getKey());
    }

    static <K, V extends Comparable<? super V>> Comparator<Entry<K, V>> comparingByValue() {
      return (a, b) -> a.getValue().compareTo(b.getValue());
    }

    static <K, V> Comparator<Entry<K, V>> comparingByKey(Comparator<? super K> order) {
      Objects.requireNonNull(order);
      return (a, b) -> order.compare(a.getKey(), b.getKey());
    }

    static <K, V> Comparator<Entry<K, V>> comparingByValue(Comparator<? super V> order) {
      Objects.requireNonNull(order);
      return (a, b) -> order.compare(a.getValue(), b.getValue());
    }
  }

  default V getOrDefault(Object key, V otherwise) {
    V value = get(key);
    return value != null || containsKey(key) ? value : otherwise;
  }

  default V putIfAbsent(K key, V value) {
    V old = get(key);
    return old == null ? put(key, value) : old;
  }

  default boolean remove(Object key, Object value) {
    Object held = get(key);
    if (!Objects.equals(held, value) || held == null && !containsKey(key)) return false;
    remove(key);
    return true;
  }

  default boolean replace(K key, V old, V value) {
    Object held = get(key);
    if (!Objects.equals(held, old) || held == null && !containsKey(key)) return false;
    put(key, value);
    return true;
  }

  default V replace(K key, V value) {
    V old = get(key);
    return old != null || containsKey(key) ? put(key, value) : old;
  }

  default V computeIfAbsent(K key, Function<? super K, ? extends V> maker) {
    Objects.requireNonNull(maker);
    V old = get(key);
    if (old != null) return old;
    V value = maker.apply(key);
    if (value != null) put(key, value);
    return value;
  }

  default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> maker) {
    Objects.requireNonNull(maker);
    V old = get(key);
    if (old == null) return null;
    V value = maker.apply(key, old);
    if (value != null) {
      put(key, value);
    } else {
      remove(key);
    }
    return value;
  }

  default V compute(K key, BiFunction<? super K, ? super V, ? extends V> maker) {
    Objects.requireNonNull(maker);
    V old = get(key);
    V value = maker.apply(key, old);
    if (value != null) {
      put(key, value);
    } else if (old != null || containsKey(key)) {
      remove(key);
    }
    return value;
  }

  default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> merger) {
    Objects.requireNonNull(merger);
    Objects.requireNonNull(value);
    V old = get(key);
    V merged = old == null ? value : merger.apply(old, value);
    if (merged == null) {
      remove(key);
    } else {
      put(key, merged);
    }
    return merged;
  }

  default void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function);
    for (Entry<K, V> entry : entrySet()) entry.setValue(function.apply(entry.getKey(), entry.getValue()));
  }

  default void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action);
    for (Entry<K, V> entry : entrySet()) action.accept(entry.getKey(), entry.getValue());
  }

  static <K, V> Map<K, V> of() { return new FixedMap<K, V>(); }

  static <K, V> Map<K, V> of(K k1, V v1) {
    return new FixedMap<K, V>(k1, v1);
  }

  static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2) {
    return new FixedMap<K, V>(k1, v1, k2, v2);
  }

  static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3) {
    return new FixedMap<K, V>(k1, v1, k2, v2, k3, v3);
  }

  static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4) {
    return new FixedMap<K, V>(k1, v1, k2, v2, k3, v3, k4, v4);
  }

  static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5) {
    return new FixedMap<K, V>(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5);
  }
}
