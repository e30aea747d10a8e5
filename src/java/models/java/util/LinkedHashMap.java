package java.util;

public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
  /** The entries in the order of their last use; null where they stay in the order in which they came. */
  private final Nodes<K, V> byUse;

  public LinkedHashMap() { byUse = null; }

  public LinkedHashMap(int capacity) {
    super(capacity);
    byUse = null;
  }

  public LinkedHashMap(int capacity, float load) {
    super(capacity, load);
    byUse = null;
  }

  public LinkedHashMap(int capacity, float load, boolean byAccess) {
    super(capacity, load);
    byUse = byAccess ? new Nodes<K, V>() : null;
  }

  public LinkedHashMap(Map<? extends K, ? extends V> others) {
    byUse = null;
    putAll(others, true);
  }

  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) { return false; }

  boolean isByUse() { return byUse != null; }

  private Nodes<K, V> order() { return byUse == null ? buckets().nodes : byUse; }

  Node<K, V>[] inOrder() { return order().copy(order().count); }

  V valueOf(Object key, V otherwise) {
    Node<K, V> node = read(key);
    if (node == null) return otherwise;
    used(node);
    return node.value;
  }

  void added(Node<K, V> node, boolean isCopy) {
    if (byUse != null) byUse.add(node);
    if (isCopy) return;
    Node<K, V> eldest = order().cells[0];
    if (!removeEldestEntry(eldest)) return;
    Node<K, V> found = find(eldest.key);
    if (found != null) drop(found);
  }

  void drop(Node<K, V> node) {
    super.drop(node);
    if (byUse != null) byUse.remove(node);
  }

  public void clear() {
    super.clear();
    if (byUse != null) byUse.clear();
  }

  void used(Node<K, V> node) {
    if (byUse == null || byUse.cells[byUse.count - 1] == node) return;
    byUse.remove(node);
    byUse.add(node);
    buckets().changes++;
  }
}
