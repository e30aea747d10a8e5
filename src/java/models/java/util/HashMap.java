package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
  private final Buckets<K, V> held;
  private Set<K> keys;
  private Collection<V> values;
  private Set<Entry<K, V>> entries;

  public HashMap() { held = new Buckets<K, V>(0, 3); }

  public HashMap(int capacity) { held = new Buckets<K, V>(Buckets.lengthFor(capacity), 3); }

  public HashMap(int capacity, float load) {
    int first = Buckets.lengthFor(capacity);
    held = new Buckets<K, V>(first, Buckets.quarters(load));
  }

  public HashMap(Map<? extends K, ? extends V> others) {
    this();
    putAll(others, true);
  }

  public native Object clone();

  final Buckets<K, V> buckets() {
    if (held == null) Unsupported.aHashTableOfAnInput();
    return held;
  }

  /** The node of a key, or null. The JDK asks nothing about the key while it has no table. */
  final Node<K, V> read(Object key) { return buckets().table == 0 ? null : find(key); }

  final Node<K, V> find(Object key) {
    int hash = Node.lookup(key);
    return buckets().find(key, hash);
  }

  /** The nodes as iterators meet them. */
  Node<K, V>[] inOrder() { return buckets().inOrder(); }

  /** An entry was used. */
  void used(Node<K, V> node) {}

  /** An entry has come; the first ones may go. */
  void added(Node<K, V> node, boolean isCopy) {}

  /** An entry goes. */
  void drop(Node<K, V> node) { buckets().remove(node); }

  public int size() { return buckets().nodes.count; }

  public boolean isEmpty() { return buckets().nodes.count == 0; }

  public boolean containsKey(Object key) { return read(key) != null; }

  public V get(Object key) { return valueOf(key, null); }

  public V getOrDefault(Object key, V otherwise) { return valueOf(key, otherwise); }

  V valueOf(Object key, V otherwise) {
    Node<K, V> node = read(key);
    return node == null ? otherwise : node.value;
  }

  private void set(Node<K, V> node, V value) {
    node.value = value;
    used(node);
  }

  private void add(K key, int hash, V value, boolean isFront, boolean isCopy) {
    added(buckets().add(key, hash, value, isFront), isCopy);
  }

  private V put(K key, V value, boolean isCopy) {
    int hash = Node.lookup(key);
    Node<K, V> node = buckets().find(key, hash);
    if (node == null) {
      add(key, hash, value, false, isCopy);
      return null;
    }
    V old = node.value;
    set(node, value);
    return old;
  }

  public V put(K key, V value) { return put(key, value, false); }

  public void putAll(Map<? extends K, ? extends V> others) { putAll(others, false); }

  /** Users may have another `put`, which is not called. */
  final void putAll(Map<? extends K, ? extends V> others, boolean isCopy) {
    int more = others.size();
    if (more <= 0) return;
    buckets().reserve(more);
    for (Entry<? extends K, ? extends V> entry : others.entrySet()) put(entry.getKey(), entry.getValue(), isCopy);
  }

  public V putIfAbsent(K key, V value) {
    int hash = Node.lookup(key);
    Node<K, V> node = buckets().find(key, hash);
    if (node == null) {
      add(key, hash, value, false, false);
      return null;
    }
    V old = node.value;
    set(node, old == null ? value : old);
    return old;
  }

  public V remove(Object key) {
    Node<K, V> node = find(key);
    if (node == null) return null;
    drop(node);
    return node.value;
  }

  public boolean remove(Object key, Object value) { return remove(key, value, Node.lookup(key)); }

  private boolean remove(Object key, Object value, int hash) {
    Node<K, V> node = buckets().find(key, hash);
    if (node == null || !Objects.equals(value, node.value)) return false;
    drop(node);
    return true;
  }

  /** Removes what a function has no value for. The JDK looks for it again. */
  private void removeAgain(Node<K, V> node, Object key, int hash) {
    Node<K, V> again = Node.isValue(key) ? node : buckets().find(key, hash);
    if (again != null) drop(again);
  }

  public boolean replace(K key, V old, V value) {
    Node<K, V> node = read(key);
    if (node == null || !Objects.equals(node.value, old)) return false;
    set(node, value);
    return true;
  }

  public V replace(K key, V value) {
    Node<K, V> node = read(key);
    if (node == null) return null;
    V old = node.value;
    set(node, value);
    return old;
  }

  public V computeIfAbsent(K key, Function<? super K, ? extends V> maker) {
    Objects.requireNonNull(maker);
    int hash = Node.lookup(key);
    buckets().prepare();
    Node<K, V> node = buckets().find(key, hash);
    if (node != null && node.value != null) {
      used(node);
      return node.value;
    }
    int changes = buckets().changes;
    int table = buckets().table;
    V value = maker.apply(key);
    buckets().check(changes, table);
    if (value == null) return null;
    if (node == null) {
      add(key, hash, value, true, false);
    } else {
      set(node, value);
    }
    return value;
  }

  public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> maker) {
    Objects.requireNonNull(maker);
    Node<K, V> node = read(key);
    if (node == null || node.value == null) return null;
    int changes = buckets().changes;
    V value = maker.apply(key, node.value);
    buckets().check(changes, buckets().table);
    if (value == null) {
      removeAgain(node, key, Node.lookup(key));
    } else {
      set(node, value);
    }
    return value;
  }

  public V compute(K key, BiFunction<? super K, ? super V, ? extends V> maker) {
    Objects.requireNonNull(maker);
    int hash = Node.lookup(key);
    buckets().prepare();
    Node<K, V> node = buckets().find(key, hash);
    int changes = buckets().changes;
    int table = buckets().table;
    V value = maker.apply(key, node == null ? null : node.value);
    buckets().check(changes, table);
    return keep(node, key, hash, value);
  }

  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> merger) {
    if (value == null || merger == null) throw new NullPointerException();
    int hash = Node.lookup(key);
    buckets().prepare();
    Node<K, V> node = buckets().find(key, hash);
    if (node == null || node.value == null) return keep(node, key, hash, value);
    int changes = buckets().changes;
    int table = buckets().table;
    V merged = merger.apply(node.value, value);
    buckets().check(changes, table);
    return keep(node, key, hash, merged);
  }

  private V keep(Node<K, V> node, K key, int hash, V value) {
    if (node != null && value != null) {
      set(node, value);
    } else if (node != null) {
      removeAgain(node, key, hash);
    } else if (value != null) {
      add(key, hash, value, true, false);
    }
    return value;
  }

  public void clear() { buckets().clear(); }

  public boolean containsValue(Object value) {
    Node<K, V>[] all = Node.isValue(value) ? buckets().nodes.copy(buckets().nodes.count) : inOrder();
    for (int i = 0; i < all.length; i++) if (Objects.equals(value, all[i].value)) return true;
    return false;
  }

  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action);
    each(node -> action.accept(node.key, node.value));
  }

  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function);
    each(node -> node.value = function.apply(node.key, node.value));
  }

  private void each(Consumer<Node<K, V>> action) {
    Node<K, V>[] all = inOrder();
    int changes = buckets().changes;
    int table = buckets().table;
    for (int i = 0; i < all.length; i++) {
      action.accept(all[i]);
      if (buckets().changes != changes || buckets().table != table) Unsupported.aMapThatAnActionChanges();
    }
  }

  public Set<K> keySet() {
    if (keys == null) keys = new Keys();
    return keys;
  }

  public Collection<V> values() {
    if (values == null) values = new Values();
    return values;
  }

  public Set<Entry<K, V>> entrySet() {
    if (entries == null) entries = new Entries();
    return entries;
  }

  private abstract class Walk {
    private final Node<K, V>[] all = inOrder();
    private int changes = buckets().changes;
    private final int table = buckets().table;
    private int next;
    private Node<K, V> last;

    public boolean hasNext() { return next < all.length; }

    Node<K, V> step() {
      buckets().check(changes, table);
      if (next >= all.length) throw new NoSuchElementException();
      last = all[next++];
      return last;
    }

    public void remove() {
      if (last == null) throw new IllegalStateException();
      buckets().check(changes, table);
      Node<K, V> node = last;
      last = null;
      removeAgain(node, node.key, node.lookedUp());
      changes = buckets().changes;
    }
  }

  private final class KeyWalk extends Walk implements Iterator<K> {
    public K next() { return step().key; }
  }

  private final class ValueWalk extends Walk implements Iterator<V> {
    public V next() { return step().value; }
  }

  private final class EntryWalk extends Walk implements Iterator<Entry<K, V>> {
    public Entry<K, V> next() { return step(); }
  }

  private final class Keys extends AbstractSet<K> {
    public int size() { return buckets().nodes.count; }

    public void clear() { HashMap.this.clear(); }

    public boolean contains(Object key) { return containsKey(key); }

    public boolean remove(Object key) {
      Node<K, V> node = find(key);
      if (node != null) drop(node);
      return node != null;
    }

    public Iterator<K> iterator() { return new KeyWalk(); }

    public void forEach(Consumer<? super K> action) {
      Objects.requireNonNull(action);
      each(node -> action.accept(node.key));
    }
  }

  private final class Values extends AbstractCollection<V> {
    public int size() { return buckets().nodes.count; }

    public void clear() { HashMap.this.clear(); }

    public boolean contains(Object value) { return containsValue(value); }

    public Iterator<V> iterator() { return new ValueWalk(); }

    public void forEach(Consumer<? super V> action) {
      Objects.requireNonNull(action);
      each(node -> action.accept(node.value));
    }
  }

  private final class Entries extends AbstractSet<Entry<K, V>> {
    public int size() { return buckets().nodes.count; }

    public void clear() { HashMap.this.clear(); }

    public boolean contains(Object entry) {
      if (!(entry instanceof Entry)) return false;
      Node<K, V> node = read(((Entry<?, ?>) entry).getKey());
      return node != null && node.equals(entry);
    }

    public boolean remove(Object entry) {
      if (!(entry instanceof Entry)) return false;
      Object key = ((Entry<?, ?>) entry).getKey();
      Object value = ((Entry<?, ?>) entry).getValue();
      return HashMap.this.remove(key, value, Node.lookup(key));
    }

    public Iterator<Entry<K, V>> iterator() { return new EntryWalk(); }

    public void forEach(Consumer<? super Entry<K, V>> action) {
      Objects.requireNonNull(action);
      each(node -> action.accept(node));
    }
  }
}
