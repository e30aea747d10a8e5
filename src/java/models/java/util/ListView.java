package java.util;

/** A list through which another cannot be changed. */
final class ListView<E> extends ReadOnlyList<E> {
  private final List<? extends E> list;

  ListView(List<? extends E> list) { this.list = Objects.requireNonNull(list); }

  public int size() { return list.size(); }

  public boolean isEmpty() { return list.isEmpty(); }

  public E get(int index) { return list.get(index); }

  public boolean contains(Object element) { return list.contains(element); }

  public int indexOf(Object element) { return list.indexOf(element); }

  public int lastIndexOf(Object element) { return list.lastIndexOf(element); }

  public boolean equals(Object other) { return other == this || list.equals(other); }

  public int hashCode() { return list.hashCode(); }

  public String toString() { return list.toString(); }

  public Object[] toArray() { return list.toArray(); }

  public Iterator<E> iterator() {
    Iterator<? extends E> all = list.iterator();
    return new Iterator<E>() {
      public boolean hasNext() { return all.hasNext(); }

      public E next() { return all.next(); }

      public void remove() { throw new UnsupportedOperationException(); }
    };
  }

  public native ListIterator<E> listIterator(int index);
}
