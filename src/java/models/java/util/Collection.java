package java.util;

import java.util.function.IntFunction;
import java.util.function.Predicate;

public interface Collection<E> extends Iterable<E> {
  int size();

  boolean isEmpty();

  boolean contains(Object element);

  Object[] toArray();

  <T> T[] toArray(T[] cells);

  default <T> T[] toArray(IntFunction<T[]> maker) { return toArray(maker.apply(0)); }

  boolean add(E element);

  boolean remove(Object element);

  boolean containsAll(Collection<?> others);

  boolean addAll(Collection<? extends E> others);

  boolean removeAll(Collection<?> others);

  boolean retainAll(Collection<?> others);

  void clear();

  boolean equals(Object other);

  int hashCode();

  default boolean removeIf(Predicate<? super E> test) {
    Objects.requireNonNull(test);
    boolean removed = false;
    Iterator<E> all = iterator();
    while (all.hasNext()) {
      if (test.test(all.next())) {
        all.remove();
        removed = true;
      }
    }
    return removed;
  }
}
