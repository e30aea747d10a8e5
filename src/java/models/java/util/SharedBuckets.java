package java.util;

/** The buckets of a map that threads share. Its table grows earlier, and a bucket that is divided changes its order. */
final class SharedBuckets<K, V> extends Buckets<K, V> {
  SharedBuckets(int first) { super(first, 3); }

  boolean isFull() { return nodes.count >= limit(); }

  private int limit() { return table - table / 4; }

  /** This number of entries will come from another map. */
  void reserve(int more) {
    int least = power(more + more / 2 + 1);
    if (table == 0) table = Math.max(first, least);
    while (limit() < least && table < 1 << 30) grow();
  }

  /** Also what only finds the eighth entry makes a tree. */
  int few() { return 7; }

  void prepare() {
    if (table == 0) table = first == 0 ? 16 : first;
  }

  void grow() {
    Node<K, V>[] all = nodes.copy(nodes.count);
    boolean[] isMoved = new boolean[all.length];
    int next = 0;
    for (int i = 0; i < all.length; i++) {
      if (isMoved[i]) continue;
      Nodes<K, V> bucket = new Nodes<K, V>();
      for (int j = i; j < all.length; j++) {
        if (areTogether(all[i], all[j])) {
          bucket.add(all[j]);
          isMoved[j] = true;
        }
      }
      // The last entries that go to the same half stay as they are, and those before them are put to the fronts.
      int kept = bucket.count - 1;
      while (kept > 0 && ((bucket.cells[kept - 1].mixed() ^ bucket.cells[kept].mixed()) & table) == 0) kept--;
      for (int j = kept - 1; j >= 0; j--) nodes.cells[next++] = bucket.cells[j];
      for (int j = kept; j < bucket.count; j++) nodes.cells[next++] = bucket.cells[j];
    }
    super.grow();
  }

  /** Whether two keys belong to one bucket. */
  boolean areTogether(Node<?, ?> one, Node<?, ?> other) { return ((one.mixed() ^ other.mixed()) & table - 1) == 0; }

  /** The first entry of the bucket of a key, or null. */
  Node<K, V> head(Node<?, ?> asked) {
    for (int i = 0; i < nodes.count; i++) if (areTogether(nodes.cells[i], asked)) return nodes.cells[i];
    return null;
  }
}
