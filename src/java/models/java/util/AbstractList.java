package java.util;

public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
  protected transient int modCount;

  protected AbstractList() {}

  public abstract E get(int index);

  public E set(int index, E element) { throw new UnsupportedOperationException(); }

  public void add(int index, E element) { throw new UnsupportedOperationException(); }

  public E remove(int index) { throw new UnsupportedOperationException(); }

  public boolean add(E element) {
    add(size(), element);
    return true;
  }

  public int indexOf(Object element) {
    int i = 0;
    for (E e : this) {
      if (Objects.equals(element, e)) return i;
      i++;
    }
    return -1;
  }

  public int lastIndexOf(Object element) {
    for (int i = size() - 1; i >= 0; i--) if (Objects.equals(element, get(i))) return i;
    return -1;
  }

  public void clear() { removeRange(0, size()); }

  protected void removeRange(int from, int to) {
    for (int i = to - 1; i >= from; i--) remove(i);
  }

  public boolean addAll(int index, Collection<? extends E> others) {
    if (index < 0 || index > size()) throw new IndexOutOfBoundsException(Items.outside(index, size()));
    for (E e : others) add(index++, e);
    return !others.isEmpty();
  }

  public Iterator<E> iterator() { return new Positions(0); }

  public ListIterator<E> listIterator() { return listIterator(0); }

  public ListIterator<E> listIterator(int index) {
    if (index < 0 || index > size()) throw new IndexOutOfBoundsException(Items.outside(index, size()));
    return new Positions(index);
  }

  public List<E> subList(int from, int to) {
    if (from < 0) throw new IndexOutOfBoundsException("fromIndex = " + from);
    if (to > size()) throw new IndexOutOfBoundsException("toIndex = " + to);
    if (from > to) throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
    return new Part<E>(this, from, to - from);
  }

  public boolean equals(Object other) {
    if (other == this) return true;
    if (!(other instanceof List)) return false;
    Iterator<E> mine = iterator();
    Iterator<?> others = ((List<?>) other).iterator();
    while (mine.hasNext() && others.hasNext()) {
      if (!Objects.equals(mine.next(), others.next())) return false;
    }
    return !mine.hasNext() && !others.hasNext();
  }

  public int hashCode() {
    int hash = 1;
    for (E e : this) hash = 31 * hash + Objects.hashCode(e);
    return hash;
  }

  /** Goes over a list by index. */
  class Positions implements ListIterator<E> {
    int next;
    int last = -1;
    int expected = modCount;

    Positions(int next) { this.next = next; }

    void check() {
      if (modCount != expected) throw new ConcurrentModificationException();
    }

    public boolean hasNext() { return next != size(); }

    public E next() {
      check();
      int i = next;
      if (i >= size()) throw new NoSuchElementException();
      E element = get(i);
      last = i;
      next = i + 1;
      return element;
    }

    public boolean hasPrevious() { return next != 0; }

    public E previous() {
      check();
      int i = next - 1;
      if (i < 0) throw new NoSuchElementException();
      E element = get(i);
      last = i;
      next = i;
      return element;
    }

    public int nextIndex() { return next; }

    public int previousIndex() { return next - 1; }

    public void remove() {
      if (last < 0) throw new IllegalStateException();
      check();
      AbstractList.this.remove(last);
      if (last < next) next--;
      last = -1;
      expected = modCount;
    }

    public void set(E element) {
      if (last < 0) throw new IllegalStateException();
      check();
      AbstractList.this.set(last, element);
      expected = modCount;
    }

    public void add(E element) {
      check();
      AbstractList.this.add(next, element);
      next++;
      last = -1;
      expected = modCount;
    }
  }
}
