package java.util;

/** Sorts objects as the JDK does, for an order that contradicts itself shows how. */
final class Sorting {
  private Sorting() {}

  static void sort(Object[] cells, int from, int to, Comparator<Object> order) {
    if (order == null) order = (a, b) -> natural(a, b);
    if (to - from < 2) return;
    if (to - from >= 32) many();
    int sorted = run(cells, from, to, order);
    for (int next = sorted; next < to; next++) insert(cells, from, next, order);
  }

  @SuppressWarnings("unchecked")
  static int natural(Object a, Object b) { return ((Comparable<Object>) a).compareTo(b); }

  /** The JDK merges. */
  private static native void many();

  /** The end of the run that begins the part: it ascends, or descends strictly and is reversed. */
  private static int run(Object[] cells, int from, int to, Comparator<Object> order) {
    int end = from + 2;
    if (order.compare(cells[from + 1], cells[from]) < 0) {
      while (end < to && order.compare(cells[end], cells[end - 1]) < 0) end++;
      for (int i = from, j = end - 1; i < j; i++, j--) {
        Object cell = cells[i];
        cells[i] = cells[j];
        cells[j] = cell;
      }
    } else {
      while (end < to && order.compare(cells[end], cells[end - 1]) >= 0) end++;
    }
    return end;
  }

  /** Puts a cell to its place among those before it. */
  private static void insert(Object[] cells, int from, int next, Comparator<Object> order) {
    Object cell = cells[next];
    int low = from;
    int high = next;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(cell, cells[middle]) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    for (int i = next; i > low; i--) cells[i] = cells[i - 1];
    cells[low] = cell;
  }
}
