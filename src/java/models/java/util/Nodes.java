package java.util;

/** The entries of a map, in the order in which they came, or in that of their keys. */
final class Nodes<K, V> {
  Node<K, V>[] cells = make(8);
  int count;
  int changes;
  /** The most entries that there ever were, and how many have been removed. */
  int most;
  int removed;

  @SuppressWarnings("unchecked")
  static <K, V> Node<K, V>[] make(int length) { return (Node<K, V>[]) new Node<?, ?>[length]; }

  void add(int index, Node<K, V> node) {
    if (count == cells.length) cells = copy(2 * count);
    for (int i = count; i > index; i--) cells[i] = cells[i - 1];
    cells[index] = node;
    count++;
    if (count > most) most = count;
    changes++;
  }

  void remove(Node<K, V> node) {
    int i = 0;
    while (cells[i] != node) i++;
    count--;
    for (; i < count; i++) cells[i] = cells[i + 1];
    cells[count] = null;
    removed++;
    changes++;
  }

  void clear() {
    cells = make(8);
    removed += count;
    count = 0;
    changes++;
  }

  Node<K, V>[] copy(int length) {
    Node<K, V>[] copy = make(length);
    for (int i = 0; i < count; i++) copy[i] = cells[i];
    return copy;
  }

  void check(int expected) {
    if (changes != expected) throw new ConcurrentModificationException();
  }
}
