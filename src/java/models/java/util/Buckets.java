package java.util;

/** The entries of a map as they came. The order that they have in the table of the JDK is computed where a program sees it. */
class Buckets<K, V> {
  final Nodes<K, V> nodes = new Nodes<K, V>();
  /** How often an entry has come or gone. */
  int changes;
  /** The length of the table; 0 before there is one. */
  int table;
  /** The length that the table will have first; 0 where the program does not say. */
  int first;
  /** How many quarters of the table may be in use; 0 of a part that is not so simple. */
  private final int quarters;
  /** Whether some entry came to the front of its bucket. */
  private boolean hasFronts;
  /** The most entries that there were. Fewer than eight make no tree. */
  private int most;
  private Node<K, V> lastRemoved;
  /** Whether a bucket had enough entries that the table may have become larger before the map was cleared. */
  private boolean wasCrowded;

  Buckets(int first, int quarters) {
    this.first = first;
    this.quarters = quarters;
  }

  static int quarters(float load) {
    if (!(load > 0)) throw new IllegalArgumentException("Illegal load factor: " + load);
    return load == 0.75f ? 3 : load == 0.5f ? 2 : load == 1f ? 4 : load == 0.25f ? 1 : 0;
  }

  private int threshold() { return table / 4 * quarters + table % 4 * quarters / 4; }

  static int power(int least) {
    int power = 1;
    while (power < least && power < 1 << 30) power *= 2;
    return power;
  }

  /** Whether there are more entries than the table may have. */
  boolean isFull() { return quarters > 0 && nodes.count > threshold(); }

  void grow() { table *= 2; }

  /** The first table of a map that is made for a number of entries. */
  static int lengthFor(int capacity) {
    if (capacity < 0) throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
    return power(capacity);
  }

  /** This number of entries will come from another map. */
  void reserve(int more) {
    if (quarters == 0) return;
    if (table > 0) {
      while (more > threshold() && table < 1 << 30) table *= 2;
    } else if (more * 4 / quarters + 1 > first) {
      first = power(more * 4 / quarters + 1);
    }
  }

  /** What comes before a function computes a value. */
  void prepare() {
    if (table == 0) {
      table = first == 0 ? 16 : first;
    } else if (isFull()) {
      grow();
    }
  }

  Node<K, V> add(K key, int hash, V value, boolean isFront) {
    if (table == 0) prepare();
    Node<K, V> node = new Node<K, V>(key, value, hash, isFront, table);
    nodes.add(node);
    changes++;
    if (isFront) {
      hasFronts = true;
    } else if (isFull()) {
      grow();
    }
    if (nodes.count > most) most = nodes.count;
    return node;
  }

  void remove(Node<K, V> node) {
    nodes.remove(node);
    changes++;
    if (most >= 8) {
      node.removedBefore = lastRemoved;
      lastRemoved = node;
    }
  }

  void clear() {
    wasCrowded |= isCrowded();
    nodes.clear();
    changes++;
    most = 0;
    lastRemoved = null;
  }

  /** Whether the entries are still those of another time. */
  void check(int changes, int table) {
    if (this.changes != changes) throw new ConcurrentModificationException();
    if (this.table != table) Unsupported.aHashTableThatGrowsMeanwhile();
  }

  Node<K, V> find(Object key, int hash) { return Node.isValue(key) ? ofValue(key) : inBucket(key, hash); }

  private Node<K, V> ofValue(Object key) {
    for (int i = 0; i < nodes.count; i++) {
      Node<K, V> node = nodes.cells[i];
      if (node.key == key || key != null && key.equals(node.key)) return node;
    }
    return null;
  }

  /** Compares hashes first, and calls `equals` of users as often and in the order as the JDK does. */
  private Node<K, V> inBucket(Object key, int hash) {
    boolean collided = false;
    for (int i = hasFronts ? nodes.count - 1 : -1; i >= 0; i--) {
      Node<K, V> node = nodes.cells[i];
      if (node.isFront && node.hash() == hash) {
        if (node.key == key || key.equals(node.key)) return node;
        collided = true;
      }
    }
    for (int i = 0; i < nodes.count; i++) {
      Node<K, V> node = nodes.cells[i];
      if (!node.isFront && node.hash() == hash) {
        if (node.key == key || key.equals(node.key)) return node;
        collided = true;
      }
    }
    if (collided) checkTrees();
    return null;
  }

  /** Ends where the JDK may have made a tree of a bucket, or a larger table instead. */
  private void checkTrees() {
    if (most >= 8 && quarters == 0) Unsupported.aHashTableWithAnotherLoad();
    if (wasCrowded || isCrowded()) Unsupported.aHashTableWithTrees();
  }

  /** As many entries may be in a bucket before the JDK makes a tree of it, or a larger table. */
  int few() { return hasFronts ? 7 : 8; }

  /** Whether this number of entries may have been in a bucket. */
  private boolean isCrowded() {
    if (most < 8) return false;
    int few = few();
    for (int length = 1; length <= table; length *= 2) {
      int[] shared = new int[length];
      for (int i = 0; i < nodes.count; i++) if (isOneOfMore(nodes.cells[i], shared, few)) return true;
      for (Node<K, V> node = lastRemoved; node != null; node = node.removedBefore) {
        if (isOneOfMore(node, shared, few)) return true;
      }
    }
    return false;
  }

  private boolean isOneOfMore(Node<K, V> node, int[] shared, int few) {
    if (node.table > shared.length) return false;
    int bucket = node.mixed() & shared.length - 1;
    shared[bucket]++;
    return shared[bucket] > few;
  }

  Node<K, V>[] inOrder() {
    Node<K, V>[] all = inBuckets();
    if (all.length < 2) return all;
    if (quarters == 0) Unsupported.aHashTableWithAnotherLoad();
    checkTrees();
    int[] buckets = new int[all.length];
    for (int i = 0; i < all.length; i++) {
      Node<K, V> node = all[i];
      int bucket = node.mixed() & table - 1;
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

  /** Each bucket in its order. */
  private Node<K, V>[] inBuckets() {
    Node<K, V>[] all = nodes.copy(nodes.count);
    if (!hasFronts) return all;
    int next = 0;
    for (int i = nodes.count - 1; i >= 0; i--) if (nodes.cells[i].isFront) all[next++] = nodes.cells[i];
    for (int i = 0; i < nodes.count; i++) if (!nodes.cells[i].isFront) all[next++] = nodes.cells[i];
    return all;
  }
}
