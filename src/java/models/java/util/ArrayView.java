package java.util;

/** What `Arrays.asList` makes: a list that writes to an array. */
final class ArrayView<E> extends AbstractList<E> implements RandomAccess {
  private final E[] cells;

  ArrayView(E[] cells) { this.cells = Objects.requireNonNull(cells); }

  public int size() { return cells.length; }

  public E get(int index) { return cells[index]; }

  public E set(int index, E element) {
    E old = cells[index];
    cells[index] = element;
    return old;
  }

  public int indexOf(Object element) {
    for (int i = 0; i < cells.length; i++) if (Objects.equals(element, cells[i])) return i;
    return -1;
  }

  public boolean contains(Object element) { return indexOf(element) >= 0; }

  public Object[] toArray() {
    Object[] copy = new Object[cells.length];
    for (int i = 0; i < copy.length; i++) copy[i] = cells[i];
    return copy;
  }

  /** It refuses to remove anything. */
  public Iterator<E> iterator() {
    return new Iterator<E>() {
      private int next;

      public boolean hasNext() { return next < cells.length; }

      public E next() {
        if (next >= cells.length) throw new NoSuchElementException();
        return cells[next++];
      }
    };
  }

  @SuppressWarnings("unchecked")
  public void sort(Comparator<? super E> order) {
    Sorting.sort(cells, 0, cells.length, (Comparator<Object>) (Object) order);
  }
}
