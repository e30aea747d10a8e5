package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** A map of nodes. What is below it finds nodes, and adds them. */
abstract class NodeMap<K, V> extends AbstractMap<K, V> {
  private final Nodes<K, V> held = new Nodes<K, V>();

  final Nodes<K, V> nodes() {
    if (held == null) Items.ofInput();
    return held;
  }

  /** The node of a key, or null. */
  abstract Node<K, V> find(Object key);

  /** Adds a key that the map does not have. */
  abstract void insert(K key, V value);

  /** The nodes as iterators meet them. */
  Node<K, V>[] inOrder() { return nodes().copy(nodes().count); }

  /** An entry was used. */
  void used(Node<K, V> node) {}

  public int size() { return nodes().count; }

  public boolean isEmpty() { return nodes().count == 0; }

  public boolean containsKey(Object key) { return find(key) != null; }

  public V get(Object key) { return read(key, null); }

  public V getOrDefault(Object key, V otherwise) { return read(key, otherwise); }

  V read(Object key, V otherwise) {
    Node<K, V> node = find(key);
    return node == null ? otherwise : node.value;
  }

  private void store(Node<K, V> node, K key, V value) {
    if (node == null) {
      insert(key, value);
    } else {
      node.value = value;
      used(node);
    }
  }

  public V put(K key, V value) { return write(key, value); }

  final V write(K key, V value) {
    Node<K, V> node = find(key);
    V old = node == null ? null : node.value;
    store(node, key, value);
    return old;
  }

  /** Users may have another `put`, which is not called. */
  public void putAll(Map<? extends K, ? extends V> others) {
    for (Entry<? extends K, ? extends V> entry : others.entrySet()) write(entry.getKey(), entry.getValue());
  }

  public V putIfAbsent(K key, V value) {
    Node<K, V> node = find(key);
    V old = node == null ? null : node.value;
    store(node, key, old == null ? value : old);
    return old;
  }

  public V remove(Object key) {
    Node<K, V> node = find(key);
    if (node == null) return null;
    nodes().remove(node);
    return node.value;
  }

  public boolean remove(Object key, Object value) {
    Node<K, V> node = find(key);
    if (node == null || !Objects.equals(value, node.value)) return false;
    nodes().remove(node);
    return true;
  }

  public boolean replace(K key, V old, V value) {
    Node<K, V> node = find(key);
    if (node == null || !Objects.equals(old, node.value)) return false;
    store(node, key, value);
    return true;
  }

  public V replace(K key, V value) {
    Node<K, V> node = find(key);
    if (node == null) return null;
    V old = node.value;
    store(node, key, value);
    return old;
  }

  public V computeIfAbsent(K key, Function<? super K, ? extends V> maker) {
    Objects.requireNonNull(maker);
    Node<K, V> node = find(key);
    if (node != null && node.value != null) {
      used(node);
      return node.value;
    }
    int expected = nodes().changes;
    V value = maker.apply(key);
    nodes().check(expected);
    if (value != null) store(node, key, value);
    return value;
  }

  public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> maker) {
    Objects.requireNonNull(maker);
    Node<K, V> node = find(key);
    if (node == null || node.value == null) return null;
    return replaced(node, key, maker);
  }

  public V compute(K key, BiFunction<? super K, ? super V, ? extends V> maker) {
    Objects.requireNonNull(maker);
    return replaced(find(key), key, maker);
  }

  private V replaced(Node<K, V> node, K key, BiFunction<? super K, ? super V, ? extends V> maker) {
    int expected = nodes().changes;
    V value = maker.apply(key, node == null ? null : node.value);
    nodes().check(expected);
    return keep(node, key, value);
  }

  private V keep(Node<K, V> node, K key, V value) {
    if (value != null) {
      store(node, key, value);
    } else if (node != null) {
      nodes().remove(node);
    }
    return value;
  }

  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> merger) {
    if (value == null || merger == null) throw new NullPointerException();
    Node<K, V> node = find(key);
    if (node == null || node.value == null) {
      store(node, key, value);
      return value;
    }
    int expected = nodes().changes;
    V merged = merger.apply(node.value, value);
    nodes().check(expected);
    return keep(node, key, merged);
  }

  public void clear() { nodes().clear(); }

  public boolean containsValue(Object value) {
    for (int i = 0; i < nodes().count; i++) if (Objects.equals(value, nodes().cells[i].value)) return true;
    return false;
  }

  /** The order does not matter. */
  public int hashCode() {
    int hash = 0;
    for (int i = 0; i < nodes().count; i++) hash += nodes().cells[i].hashCode();
    return hash;
  }

  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action);
    each(node -> action.accept(node.key, node.value));
  }

  private void each(Consumer<Node<K, V>> action) {
    Node<K, V>[] all = inOrder();
    int expected = nodes().changes;
    for (int i = 0; i < all.length; i++) {
      action.accept(all[i]);
      if (nodes().changes != expected) changedByAction();
    }
  }

  /** Which entries an action still meets depends on the table. */
  private static native void changedByAction();

  public Set<K> keySet() { return new Keys(); }

  public Collection<V> values() { return new Values(); }

  public Set<Entry<K, V>> entrySet() { return new Entries(); }

  private abstract class Walk {
    private final Node<K, V>[] all = inOrder();
    private int next;
    private Node<K, V> last;
    private int expected = nodes().changes;

    public boolean hasNext() { return next < all.length; }

    Node<K, V> step() {
      nodes().check(expected);
      if (next >= all.length) throw new NoSuchElementException();
      last = all[next++];
      return last;
    }

    public void remove() {
      if (last == null) throw new IllegalStateException();
      nodes().check(expected);
      nodes().remove(last);
      last = null;
      expected = nodes().changes;
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
    public int size() { return NodeMap.this.size(); }

    public void clear() { NodeMap.this.clear(); }

    public boolean contains(Object key) { return find(key) != null; }

    public boolean remove(Object key) {
      Node<K, V> node = find(key);
      if (node != null) nodes().remove(node);
      return node != null;
    }

    public Iterator<K> iterator() { return new KeyWalk(); }

    public void forEach(Consumer<? super K> action) {
      Objects.requireNonNull(action);
      each(node -> action.accept(node.key));
    }
  }

  private final class Values extends AbstractCollection<V> {
    public int size() { return NodeMap.this.size(); }

    public void clear() { NodeMap.this.clear(); }

    public boolean contains(Object value) { return containsValue(value); }

    public Iterator<V> iterator() { return new ValueWalk(); }

    public void forEach(Consumer<? super V> action) {
      Objects.requireNonNull(action);
      each(node -> action.accept(node.value));
    }
  }

  private final class Entries extends AbstractSet<Entry<K, V>> {
    public int size() { return NodeMap.this.size(); }

    public void clear() { NodeMap.this.clear(); }

    private Node<K, V> node(Object entry) {
      if (!(entry instanceof Entry)) return null;
      Node<K, V> node = find(((Entry<?, ?>) entry).getKey());
      return node != null && Objects.equals(node.value, ((Entry<?, ?>) entry).getValue()) ? node : null;
    }

    public boolean contains(Object entry) { return node(entry) != null; }

    public boolean remove(Object entry) {
      Node<K, V> node = node(entry);
      if (node != null) nodes().remove(node);
      return node != null;
    }

    public Iterator<Entry<K, V>> iterator() { return new EntryWalk(); }

    public void forEach(Consumer<? super Entry<K, V>> action) {
      Objects.requireNonNull(action);
      each(node -> action.accept(node));
    }
  }
}
