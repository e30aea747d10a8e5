package java.util;

public abstract class AbstractCollection<E> implements Collection<E> {
  protected AbstractCollection() {}

  public abstract Iterator<E> iterator();

  public abstract int size();

  public boolean isEmpty() { return size() == 0; }

  public boolean contains(Object element) {
    for (E e : this) if (Objects.equals(element, e)) return true;
    return false;
  }

  public Object[] toArray() {
    Object[] cells = new Object[size()];
    int i = 0;
    for (E e : this) cells[i++] = e;
    return cells;
  }

  @SuppressWarnings("unchecked")
  public <T> T[] toArray(T[] cells) {
    int n = size();
    if (cells.length < n) tooShort();
    int i = 0;
    for (E e : this) cells[i++] = (T) e;
    if (cells.length > n) cells[n] = null;
    return cells;
  }

  /** There would be a new array of the same class. */
  private static native void tooShort();

  public boolean add(E element) { throw new UnsupportedOperationException(); }

  public boolean remove(Object element) {
    Iterator<E> all = iterator();
    while (all.hasNext()) {
      if (Objects.equals(element, all.next())) {
        all.remove();
        return true;
      }
    }
    return false;
  }

  public boolean containsAll(Collection<?> others) {
    for (Object e : others) if (!contains(e)) return false;
    return true;
  }

  public boolean addAll(Collection<? extends E> others) {
    boolean changed = false;
    for (E e : others) changed |= add(e);
    return changed;
  }

  public boolean removeAll(Collection<?> others) { return keep(others, false); }

  public boolean retainAll(Collection<?> others) { return keep(others, true); }

  private boolean keep(Collection<?> others, boolean contained) {
    Objects.requireNonNull(others);
    boolean changed = false;
    Iterator<E> all = iterator();
    while (all.hasNext()) {
      if (others.contains(all.next()) != contained) {
        all.remove();
        changed = true;
      }
    }
    return changed;
  }

  public void clear() {
    Iterator<E> all = iterator();
    while (all.hasNext()) {
      all.next();
      all.remove();
    }
  }

  public String toString() {
    StringBuilder text = new StringBuilder("[");
    boolean isFirst = true;
    for (E e : this) {
      if (!isFirst) text.append(", ");
      isFirst = false;
      text.append(e == this ? "(this Collection)" : String.valueOf(e));
    }
    return text.append("]").toString();
  }
}
