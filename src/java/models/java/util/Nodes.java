package java.util;

/** Some entries of a map, in an order. */
final class Nodes<K, V> {
  Node<K, V>[] cells = make(8);
  int count;

  @SuppressWarnings("unchecked")
  static <K, V> Node<K, V>[] make(int length) { return (Node<K, V>[]) new Node<?, ?>[length]; }

  void add(Node<K, V> node) {
    if (count == cells.length) cells = copy(2 * count);
    cells[count] = node;
    count++;
  }

  boolean has(Node<K, V> node) {
    int i = 0;
    while (i < count && cells[i] != node) i++;
    return i < count;
  }

  void remove(Node<K, V> node) {
    int i = 0;
    while (cells[i] != node) i++;
    count--;
    for (; i < count; i++) cells[i] = cells[i + 1];
    cells[count] = null;
  }

  void clear() {
    cells = make(8);
    count = 0;
  }

  Node<K, V>[] copy(int length) {
    Node<K, V>[] copy = make(length);
    for (int i = 0; i < count; i++) copy[i] = cells[i];
    return copy;
  }
}
