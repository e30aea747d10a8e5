package java.util;

/** The order of the sets and maps of `Set.of` and `Map.of`: a JVM chooses a number when it starts, and all of them depend on it. */
final class Order {
  private static boolean isChosen;
  private static int chosen;

  private Order() {}

  /** Any number. */
  private static native int orderOfSets();

  private static synchronized int chosen() {
    if (!isChosen) {
      chosen = orderOfSets();
      isChosen = true;
    }
    return chosen;
  }

  /** Whether two elements are iterated from the last one, and tables from their beginnings. */
  static boolean isReverse() { return (chosen() & 1) == 0; }

  /** The indices of the elements in a table, which begin at each `step` cells, in the order of iterators. */
  static int[] of(Object[] table, int step, int size) {
    int[] order = new int[size];
    if (size == 0) return order;
    int length = table.length / step;
    int at = first(length);
    boolean isReverse = isReverse();
    for (int i = 0; i < size; i++) {
      do {
        at = isReverse ? (at + 1 == length ? 0 : at + 1) : (at == 0 ? length - 1 : at - 1);
      } while (table[at * step] == null);
      order[i] = at * step;
    }
    return order;
  }

  static List<Object> listed(Object[] all) {
    List<Object> list = new ArrayList<>();
    for (Object one : all) list.add(one);
    return Collections.unmodifiableList(list);
  }

  /** Where iterators begin; known in each case, because it is an index. */
  private static int first(int length) {
    long first = (chosen() & 0xffffffffL) * length >>> 32;
    int i = 0;
    while (i < length - 1 && i != first) i++;
    return i;
  }
}
