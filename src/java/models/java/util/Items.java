package java.util;

/** The elements of a list or queue: `count` cells of an array, from a head on. */
final class Items {
  Object[] cells = new Object[8];
  int head;
  int count;

  /** What an object of the inputs has is not known. */
  static native void ofInput();

  static String outside(int index, int count) { return "Index: " + index + ", Size: " + count; }

  static String outsideOf(int index, int count) { return "Index " + index + " out of bounds for length " + count; }

  Object at(int index) { return cells[head + index]; }

  void put(int index, Object element) { cells[head + index] = element; }

  void addLast(Object element) {
    if (head + count == cells.length) grow(0);
    cells[head + count] = element;
    count++;
  }

  void addFirst(Object element) {
    if (head == 0) grow(8);
    head--;
    cells[head] = element;
    count++;
  }

  void add(int index, Object element) {
    if (head + count == cells.length) grow(0);
    for (int i = head + count; i > head + index; i--) cells[i] = cells[i - 1];
    cells[head + index] = element;
    count++;
  }

  Object removeFirst() {
    Object old = cells[head];
    cells[head] = null;
    head++;
    count--;
    return old;
  }

  Object removeLast() {
    count--;
    Object old = cells[head + count];
    cells[head + count] = null;
    return old;
  }

  Object remove(int index) {
    Object old = cells[head + index];
    count--;
    for (int i = head + index; i < head + count; i++) cells[i] = cells[i + 1];
    cells[head + count] = null;
    return old;
  }

  void clear() {
    cells = new Object[8];
    head = 0;
    count = 0;
  }

  int first(Object element) {
    for (int i = 0; i < count; i++) if (Objects.equals(element, cells[head + i])) return i;
    return -1;
  }

  int last(Object element) {
    for (int i = count - 1; i >= 0; i--) if (Objects.equals(element, cells[head + i])) return i;
    return -1;
  }

  Object[] copy() {
    Object[] copy = new Object[count];
    for (int i = 0; i < count; i++) copy[i] = cells[head + i];
    return copy;
  }

  /** Makes room behind the elements, and so many cells before them. */
  private void grow(int before) {
    Object[] more = new Object[before + 2 * count + 8];
    for (int i = 0; i < count; i++) more[before + i] = cells[head + i];
    cells = more;
    head = before;
  }
}
