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

  V getOrDefault(Object key, V otherwise);

  V putIfAbsent(K key, V value);

  boolean remove(Object key, Object value);

  boolean replace(K key, V old, V value);

  V replace(K key, V value);

  V computeIfAbsent(K key, Function<? super K, ? extends V> maker);

  V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> maker);

  V compute(K key, BiFunction<? super K, ? super V, ? extends V> maker);

  V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> merger);

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
