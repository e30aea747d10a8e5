package java.util.concurrent;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Shared;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, java.io.Serializable {
  private static final float LOAD = 0.75f;

  private final Shared<K, V> held;
  private KeySetView<K, V> keys;
  private Collection<V> values;
  private Set<Entry<K, V>> entries;

  public ConcurrentHashMap() { held = new Shared<K, V>(0); }

  public ConcurrentHashMap(int capacity) { this(capacity, LOAD, 1); }

  public ConcurrentHashMap(int capacity, float load) { this(capacity, load, 1); }

  public ConcurrentHashMap(int capacity, float load, int threads) {
    held = new Shared<K, V>(Shared.lengthFor(capacity, load, threads));
  }

  public ConcurrentHashMap(Map<? extends K, ? extends V> others) {
    held = new Shared<K, V>(16);
    putAll(others);
  }

  public static <T> KeySetView<T, Boolean> newKeySet() {
    return new KeySetView<T, Boolean>(new ConcurrentHashMap<T, Boolean>(), Boolean.TRUE);
  }

  public static <T> KeySetView<T, Boolean> newKeySet(int capacity) {
    return new KeySetView<T, Boolean>(new ConcurrentHashMap<T, Boolean>(capacity), Boolean.TRUE);
  }

  final Shared<K, V> held() {
    if (held == null) Unsupported.aHashTableOfAnInput();
    return held;
  }

  public int size() { return held().size(); }

  public long mappingCount() { return held().size(); }

  public boolean isEmpty() { return held().size() == 0; }

  public V get(Object key) { return held().get(key); }

  public V getOrDefault(Object key, V otherwise) {
    V value = get(key);
    return value == null ? otherwise : value;
  }

  public boolean containsKey(Object key) { return get(key) != null; }

  public boolean containsValue(Object value) {
    if (value == null) throw new NullPointerException();
    Shared<K, V>.Walk walk = held().new Walk();
    for (Entry<K, V> entry = walk.step(); entry != null; entry = walk.step()) {
      if (entry.getValue() == value || value.equals(entry.getValue())) return true;
    }
    return false;
  }

  public boolean contains(Object value) { return containsValue(value); }

  public V put(K key, V value) { return held().put(key, value, false); }

  public V putIfAbsent(K key, V value) { return held().put(key, value, true); }

  public void putAll(Map<? extends K, ? extends V> others) {
    held().reserve(others.size());
    for (Entry<? extends K, ? extends V> entry : others.entrySet()) held().put(entry.getKey(), entry.getValue(), false);
  }

  public V remove(Object key) { return held().replace(key, null, null); }

  public boolean remove(Object key, Object value) {
    if (key == null) throw new NullPointerException();
    return value != null && held().replace(key, null, value) != null;
  }

  public boolean replace(K key, V old, V value) {
    if (key == null || old == null || value == null) throw new NullPointerException();
    return held().replace(key, value, old) != null;
  }

  public V replace(K key, V value) {
    if (key == null || value == null) throw new NullPointerException();
    return held().replace(key, value, null);
  }

  public void clear() { held().clear(); }

  public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    if (key == null || function == null) throw new NullPointerException();
    return held().compute(key, true, false, (k, v) -> function.apply(k));
  }

  public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    if (key == null || function == null) throw new NullPointerException();
    return held().compute(key, false, true, function);
  }

  public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    if (key == null || function == null) throw new NullPointerException();
    return held().compute(key, true, true, function);
  }

  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
    if (key == null || value == null || function == null) throw new NullPointerException();
    return held().compute(key, true, true, (k, old) -> old == null ? value : function.apply(old, value));
  }

  public void forEach(BiConsumer<? super K, ? super V> action) {
    if (action == null) throw new NullPointerException();
    each(entry -> action.accept(entry.getKey(), entry.getValue()));
  }

  private void each(Consumer<Entry<K, V>> action) {
    Shared<K, V>.Walk walk = held().new Walk();
    for (Entry<K, V> entry = walk.step(); entry != null; entry = walk.step()) action.accept(entry);
  }

  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    if (function == null) throw new NullPointerException();
    each(entry -> {
      V old = entry.getValue();
      while (old != null) {
        V value = function.apply(entry.getKey(), old);
        if (value == null) throw new NullPointerException();
        old = held().replace(entry.getKey(), value, old) != null ? null : get(entry.getKey());
      }
    });
  }

  public boolean equals(Object other) {
    if (other == this) return true;
    if (!(other instanceof Map)) return false;
    Map<?, ?> map = (Map<?, ?>) other;
    Shared<K, V>.Walk walk = held().new Walk();
    for (Entry<K, V> entry = walk.step(); entry != null; entry = walk.step()) {
      Object value = map.get(entry.getKey());
      if (value == null || value != entry.getValue() && !value.equals(entry.getValue())) return false;
    }
    for (Entry<?, ?> entry : map.entrySet()) {
      if (entry.getKey() == null || entry.getValue() == null) return false;
      Object value = get(entry.getKey());
      if (value == null || entry.getValue() != value && !entry.getValue().equals(value)) return false;
    }
    return true;
  }

  public int hashCode() { return super.hashCode(); }

  public String toString() { return super.toString(); }

  public Enumeration<K> keys() { return keySet().walk(); }

  public Enumeration<V> elements() { return new Values<K, V>(this).walk(); }

  public KeySetView<K, V> keySet() {
    if (keys == null) keys = new KeySetView<K, V>(this, null);
    return keys;
  }

  public KeySetView<K, V> keySet(V value) {
    if (value == null) throw new NullPointerException();
    return new KeySetView<K, V>(this, value);
  }

  public Collection<V> values() {
    if (values == null) values = new Values<K, V>(this);
    return values;
  }

  public Set<Entry<K, V>> entrySet() {
    if (entries == null) entries = new Entries<K, V>(this);
    return entries;
  }

  /** An iterator, which knows its next entry before that is asked for. */
  private static final class Elements<K, V, E> implements Iterator<E>, Enumeration<E> {
    private final CollectionView<K, V, E> of;
    private final Shared<K, V>.Walk walk;
    private Entry<K, V> next;
    private Entry<K, V> last;

    Elements(CollectionView<K, V, E> of) {
      this.of = of;
      walk = of.map.held().new Walk();
      next = walk.step();
    }

    public boolean hasNext() { return next != null; }

    public boolean hasMoreElements() { return hasNext(); }

    public E next() {
      if (next == null) throw new NoSuchElementException();
      last = next;
      E element = of.element(last);
      next = walk.step();
      return element;
    }

    public E nextElement() { return next(); }

    public void remove() {
      if (last == null) throw new IllegalStateException();
      of.map.held().replace(last.getKey(), null, null);
      last = null;
    }
  }

  abstract static class CollectionView<K, V, E> implements Collection<E>, java.io.Serializable {
    final ConcurrentHashMap<K, V> map;

    CollectionView(ConcurrentHashMap<K, V> map) { this.map = map; }

    /** What the view has in the place of an entry. */
    abstract E element(Entry<K, V> entry);

    final Elements<K, V, E> walk() { return new Elements<K, V, E>(this); }

    public Iterator<E> iterator() { return walk(); }

    public ConcurrentHashMap<K, V> getMap() { return map; }

    public final void clear() { map.clear(); }

    public final int size() { return map.size(); }

    public final boolean isEmpty() { return map.isEmpty(); }

    public void forEach(Consumer<? super E> action) {
      if (action == null) throw new NullPointerException();
      map.each(entry -> action.accept(element(entry)));
    }

    private ArrayList<E> list() {
      ArrayList<E> all = new ArrayList<E>();
      for (E element : this) all.add(element);
      return all;
    }

    public final Object[] toArray() { return list().toArray(); }

    public final <T> T[] toArray(T[] array) { return list().toArray(array); }

    public final String toString() {
      StringBuilder text = new StringBuilder("[");
      for (Iterator<E> all = iterator(); all.hasNext(); ) {
        Object element = all.next();
        text.append(element == this ? "(this Collection)" : element);
        if (all.hasNext()) text.append(", ");
      }
      return text.append(']').toString();
    }

    public final boolean containsAll(Collection<?> others) {
      if (others == this) return true;
      for (Object other : others) if (other == null || !contains(other)) return false;
      return true;
    }

    public boolean removeAll(Collection<?> others) {
      if (others == null) throw new NullPointerException();
      int table = map.held().table();
      if (table == 0) return false;
      if (others instanceof Set && others.size() > table) return removeIf(others::contains);
      boolean isChanged = false;
      for (Object other : others) isChanged |= remove(other);
      return isChanged;
    }

    public final boolean retainAll(Collection<?> others) {
      if (others == null) throw new NullPointerException();
      return removeIf(element -> !others.contains(element));
    }

    public boolean addAll(Collection<? extends E> others) {
      boolean isChanged = false;
      for (E other : others) isChanged |= add(other);
      return isChanged;
    }

    public boolean add(E element) { throw new UnsupportedOperationException(); }
  }

  /** What the equality of sets is. */
  abstract static class SetView<K, V, E> extends CollectionView<K, V, E> implements Set<E> {
    SetView(ConcurrentHashMap<K, V> map) { super(map); }

    public int hashCode() {
      int sum = 0;
      for (E element : this) sum += element.hashCode();
      return sum;
    }

    public boolean equals(Object other) {
      return other instanceof Set && (other == this || containsAll((Set<?>) other) && ((Set<?>) other).containsAll(this));
    }
  }

  public static final class KeySetView<K, V> extends SetView<K, V, K> implements Set<K>, java.io.Serializable {
    private final V value;

    KeySetView(ConcurrentHashMap<K, V> map, V value) {
      super(map);
      this.value = value;
    }

    K element(Entry<K, V> entry) { return entry.getKey(); }

    public V getMappedValue() { return value; }

    public boolean contains(Object key) { return map.containsKey(key); }

    public boolean remove(Object key) { return map.remove(key) != null; }

    public boolean add(K key) {
      if (value == null) throw new UnsupportedOperationException();
      return map.held().put(key, value, true) == null;
    }
  }

  private static final class Values<K, V> extends CollectionView<K, V, V> {
    Values(ConcurrentHashMap<K, V> map) { super(map); }

    V element(Entry<K, V> entry) { return entry.getValue(); }

    public boolean contains(Object value) { return map.containsValue(value); }

    public boolean remove(Object value) {
      if (value == null) return false;
      for (Iterator<V> all = iterator(); all.hasNext(); ) {
        if (value.equals(all.next())) {
          all.remove();
          return true;
        }
      }
      return false;
    }
  }

  private static final class Entries<K, V> extends SetView<K, V, Entry<K, V>> {
    Entries(ConcurrentHashMap<K, V> map) { super(map); }

    Entry<K, V> element(Entry<K, V> entry) { return new MapEntry<K, V>(map, entry.getKey(), entry.getValue()); }

    public boolean contains(Object entry) {
      if (!(entry instanceof Entry)) return false;
      Object key = ((Entry<?, ?>) entry).getKey();
      Object value = ((Entry<?, ?>) entry).getValue();
      Object found = key == null ? null : map.get(key);
      return found != null && value != null && (value == found || value.equals(found));
    }

    public boolean remove(Object entry) {
      if (!(entry instanceof Entry)) return false;
      Object key = ((Entry<?, ?>) entry).getKey();
      Object value = ((Entry<?, ?>) entry).getValue();
      return key != null && value != null && map.remove(key, value);
    }

    public boolean add(Entry<K, V> entry) { return map.put(entry.getKey(), entry.getValue()) == null; }
  }

  /** An entry as it was when it was met. */
  private static final class MapEntry<K, V> implements Entry<K, V> {
    private final ConcurrentHashMap<K, V> map;
    private final K key;
    private V value;

    MapEntry(ConcurrentHashMap<K, V> map, K key, V value) {
      this.map = map;
      this.key = key;
      this.value = value;
    }

    public K getKey() { return key; }

    public V getValue() { return value; }

    public V setValue(V value) {
      if (value == null) throw new NullPointerException();
      V old = this.value;
      this.value = value;
      map.put(key, value);
      return old;
    }

    public boolean equals(Object other) {
      if (!(other instanceof Entry)) return false;
      Object key = ((Entry<?, ?>) other).getKey();
      Object value = ((Entry<?, ?>) other).getValue();
      if (key == null || value == null) return false;
      return (key == this.key || key.equals(this.key)) && (value == this.value || value.equals(this.value));
    }

    public int hashCode() { return key.hashCode() ^ value.hashCode(); }

    public String toString() { return key + "=" + value; }
  }
}
