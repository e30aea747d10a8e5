package java.util;

public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
  private boolean byAccess;

  public LinkedHashMap() {}

  public LinkedHashMap(int capacity) { super(capacity); }

  public LinkedHashMap(int capacity, float load) { super(capacity, load); }

  public LinkedHashMap(int capacity, float load, boolean byAccess) {
    super(capacity, load);
    this.byAccess = byAccess;
  }

  public LinkedHashMap(Map<? extends K, ? extends V> others) { putAll(others); }

  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) { return false; }

  Node<K, V>[] inOrder() { return nodes().copy(nodes().count); }

  V read(Object key, V otherwise) {
    Node<K, V> node = find(key);
    if (node == null) return otherwise;
    used(node);
    return node.value;
  }

  void insert(K key, V value) {
    super.insert(key, value);
    Node<K, V> eldest = nodes().cells[0];
    if (!removeEldestEntry(eldest)) return;
    Node<K, V> found = find(eldest.key);
    if (found != null) nodes().remove(found);
  }

  /** Moves an entry to the end. */
  void used(Node<K, V> node) {
    if (!byAccess) return;
    Nodes<K, V> nodes = nodes();
    int i = 0;
    while (nodes.cells[i] != node) i++;
    if (i == nodes.count - 1) return;
    for (; i < nodes.count - 1; i++) nodes.cells[i] = nodes.cells[i + 1];
    nodes.cells[i] = node;
    nodes.changes++;
  }
}
