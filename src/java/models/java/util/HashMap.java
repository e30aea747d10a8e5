package java.util;

/** A list of entries in the order in which they came. That of the JDK's table is computed where somebody sees it. */
public class HashMap<K, V> extends NodeMap<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
  /** The length of the JDK's table; 0 before there is one. */
  private int table;
  /** The length that the table will have first; 0 where nobody says. */
  private int firstTable;

  public HashMap() {}

  public HashMap(int capacity) {
    if (capacity < 0) throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
    firstTable = power(capacity);
  }

  public HashMap(int capacity, float load) {
    this(capacity);
    if (load != 0.75f) otherLoad();
  }

  private static native void otherLoad();

  public HashMap(Map<? extends K, ? extends V> others) { putAll(others); }

  private static int power(int least) {
    int power = 1;
    while (power < least && power < 1 << 30) power *= 2;
    return power;
  }

  public native Object clone();

  public void putAll(Map<? extends K, ? extends V> others) {
    int more = others.size();
    if (table > 0) {
      while (more > table * 3 / 4) table *= 2;
    } else if (more > 0 && more * 4 / 3 + 1 > firstTable) {
      firstTable = power(more * 4 / 3 + 1);
    }
    super.putAll(others);
  }

  void insert(K key, V value) {
    Nodes<K, V> nodes = nodes();
    if (table == 0) table = firstTable == 0 ? 16 : firstTable;
    nodes.add(nodes.count, new Node<K, V>(key, value, Node.isValue(key) ? 0 : key.hashCode()));
    if (nodes.count > table * 3 / 4) table *= 2;
  }

  /** Sorted by bucket. */
  Node<K, V>[] inOrder() {
    Nodes<K, V> nodes = nodes();
    Node<K, V>[] all = nodes.copy(nodes.count);
    if (all.length < 2) return all;
    int[] buckets = new int[all.length];
    int[] shared = new int[16];
    for (int i = 0; i < all.length; i++) {
      Node<K, V> node = all[i];
      int hash = node.hash();
      hash ^= hash >>> 16;
      if (nodes.most > 8 && ++shared[hash & 15] + nodes.removed > 8) tree();
      int bucket = hash & table - 1;
      int at = i;
      for (; at > 0 && buckets[at - 1] > bucket; at--) {
        buckets[at] = buckets[at - 1];
        all[at] = all[at - 1];
      }
      buckets[at] = bucket;
      all[at] = node;
    }
    return all;
  }

  /** So many keys may share a bucket that the JDK makes a tree of it, or a larger table. */
  private static native void tree();

  Node<K, V> find(Object key) {
    Nodes<K, V> nodes = nodes();
    if (Node.isValue(key)) {
      for (int i = 0; i < nodes.count; i++) {
        Node<K, V> node = nodes.cells[i];
        if (node.key == key || key != null && key.equals(node.key)) return node;
      }
      return null;
    }
    int hash = key.hashCode();
    for (int i = 0; i < nodes.count; i++) {
      Node<K, V> node = nodes.cells[i];
      if (node.hash() == hash && (node.key == key || key.equals(node.key))) return node;
    }
    return null;
  }
}
