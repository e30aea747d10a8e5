package java.util;

import java.util.function.UnaryOperator;

public interface List<E> extends Collection<E> {
  E get(int index);

  E set(int index, E element);

  void add(int index, E element);

  boolean add(E element);

  E remove(int index);

  boolean remove(Object element);

  int indexOf(Object element);

  int lastIndexOf(Object element);

  boolean addAll(int index, Collection<? extends E> others);

  ListIterator<E> listIterator();

  ListIterator<E> listIterator(int index);

  List<E> subList(int from, int to);

  default void replaceAll(UnaryOperator<E> operator) {
    Objects.requireNonNull(operator);
    ListIterator<E> all = listIterator();
    while (all.hasNext()) all.set(operator.apply(all.next()));
  }

  @SuppressWarnings("unchecked")
  default void sort(Comparator<? super E> order) {
    Object[] cells = toArray();
    Sorting.sort(cells, 0, cells.length, (Comparator<Object>) (Object) order);
    ListIterator<E> all = listIterator();
    for (int i = 0; i < cells.length; i++) {
      all.next();
      all.set((E) cells[i]);
    }
  }

  static <E> List<E> of() { return new FixedList<E>(new Object[0]); }

  static <E> List<E> of(E a) { return new FixedList<E>(new Object[] {a}); }

  static <E> List<E> of(E a, E b) { return new FixedList<E>(new Object[] {a, b}); }

  static <E> List<E> of(E a, E b, E c) { return new FixedList<E>(new Object[] {a, b, c}); }

  static <E> List<E> of(E a, E b, E c, E d) { return new FixedList<E>(new Object[] {a, b, c, d}); }

  static <E> List<E> of(E a, E b, E c, E d, E e) { return new FixedList<E>(new Object[] {a, b, c, d, e}); }

  static <E> List<E> of(E a, E b, E c, E d, E e, E f) { return new FixedList<E>(new Object[] {a, b, c, d, e, f}); }

  static <E> List<E> of(E a, E b, E c, E d, E e, E f, E g) { return new FixedList<E>(new Object[] {a, b, c, d, e, f, g}); }

  static <E> List<E> of(E a, E b, E c, E d, E e, E f, E g, E h) {
    return new FixedList<E>(new Object[] {a, b, c, d, e, f, g, h});
  }

  @SafeVarargs
  static <E> List<E> of(E... elements) {
    Object[] cells = new Object[elements.length];
    for (int i = 0; i < cells.length; i++) cells[i] = elements[i];
    return new FixedList<E>(cells);
  }

  @SuppressWarnings("unchecked")
  static <E> List<E> copyOf(Collection<? extends E> others) {
    return others instanceof FixedList ? (List<E>) others : new FixedList<E>(others.toArray());
  }
}
