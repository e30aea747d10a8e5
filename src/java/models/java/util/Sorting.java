package java.util;

/** Sorts objects as the JDK does, for an order that contradicts itself shows how. That of values does not. */
final class Sorting {
  /**
   * At most this number of cells is put in order by loops that always end at the same place: then paths meet after each turn. Among
   * more, which are hardly symbolic, it counts that few are compared.
   */
  static final int FEW = 16;

  private Sorting() {}

  static void sort(Object[] cells, int from, int to, Comparator<Object> order) {
    if (order == null && areValues(cells, from, to)) {
      sortValues(cells, from, to);
      return;
    }
    if (order == null) order = (a, b) -> natural(a, b);
    if (to - from < 2) return;
    if (to - from >= 32) Unsupported.sortingManyObjects();
    int sorted = run(cells, from, to, order);
    for (int next = sorted; next < to; next++) insert(cells, from, next, order);
  }

  @SuppressWarnings("unchecked")
  static int natural(Object a, Object b) { return ((Comparable<Object>) a).compareTo(b); }

  /** Whether all cells are values of one class. */
  private static boolean areValues(Object[] cells, int from, int to) {
    for (int i = from; i < to; i++) {
      if (cells[i] == null || !Node.isValue(cells[i]) || cells[i].getClass() != cells[from].getClass()) return false;
    }
    return true;
  }

  private static void sortValues(Object[] cells, int from, int to) {
    if (to - from > FEW) {
      int middle = (from + to) >>> 1;
      sortValues(cells, from, middle);
      sortValues(cells, middle, to);
      merge(cells, from, middle, to);
      return;
    }
    for (int i = from + 1; i < to; i++) {
      boolean isPlaced = false;
      for (int at = i - 1; at >= from; at--) {
        if (isPlaced) continue;
        Object a = cells[at];
        Object b = cells[at + 1];
        isPlaced = natural(a, b) <= 0;
        if (!isPlaced) {
          cells[at] = b;
          cells[at + 1] = a;
        }
      }
    }
  }

  private static void merge(Object[] cells, int from, int middle, int to) {
    Object[] first = new Object[middle - from];
    for (int i = 0; i < first.length; i++) first[i] = cells[from + i];
    int next = 0;
    for (int at = from; next < first.length; at++) {
      if (middle < to && natural(first[next], cells[middle]) > 0) {
        cells[at] = cells[middle++];
      } else {
        cells[at] = first[next++];
      }
    }
  }

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
