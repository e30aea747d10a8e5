package java.util;

/** What `List.of` makes: no element is null. */
final class FixedList<E> extends ReadOnlyList<E> implements RandomAccess {
  private final Object[] cells;

  FixedList(Object[] cells) {
    for (int i = 0; i < cells.length; i++) Objects.requireNonNull(cells[i]);
    this.cells = cells;
  }

  public int size() { return cells.length; }

  @SuppressWarnings("unchecked")
  public E get(int index) {
    if (index < 0 || index >= cells.length) outside(index);
    return (E) cells[index];
  }

  /** Short lists say nothing but the index, and are none of arrays. */
  private void outside(int index) {
    if (cells.length == 1 || cells.length == 2) throw new IndexOutOfBoundsException("Index: " + index + " Size: " + cells.length);
    throw new ArrayIndexOutOfBoundsException(Items.outsideOf(index, cells.length));
  }

  public boolean contains(Object element) { return indexOf(element) >= 0; }

  public int indexOf(Object element) {
    Objects.requireNonNull(element);
    for (int i = 0; i < cells.length; i++) if (element.equals(cells[i])) return i;
    return -1;
  }

  public int lastIndexOf(Object element) {
    Objects.requireNonNull(element);
    for (int i = cells.length - 1; i >= 0; i--) if (element.equals(cells[i])) return i;
    return -1;
  }
}
