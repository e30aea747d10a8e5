package java.util;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A list that refuses each change, even if it would change nothing. */
abstract class ReadOnlyList<E> extends AbstractList<E> {
  private static UnsupportedOperationException refusal() { return new UnsupportedOperationException(); }

  public boolean add(E element) { throw refusal(); }

  public boolean remove(Object element) { throw refusal(); }

  public boolean addAll(Collection<? extends E> others) { throw refusal(); }

  public boolean addAll(int index, Collection<? extends E> others) { throw refusal(); }

  public boolean removeAll(Collection<?> others) { throw refusal(); }

  public boolean retainAll(Collection<?> others) { throw refusal(); }

  public boolean removeIf(Predicate<? super E> test) { throw refusal(); }

  public void replaceAll(UnaryOperator<E> operator) { throw refusal(); }

  public void sort(Comparator<? super E> order) { throw refusal(); }

  public void clear() { throw refusal(); }

  public Iterator<E> iterator() { return listIterator(0); }

  public ListIterator<E> listIterator(int index) {
    if (index < 0 || index > size()) throw new IndexOutOfBoundsException("Index: " + index + " Size: " + size());
    return new Positions(index) {
      public void remove() { throw refusal(); }

      public void set(E element) { throw refusal(); }

      public void add(E element) { throw refusal(); }
    };
  }

  public native List<E> subList(int from, int to);
}
