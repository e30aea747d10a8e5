package java.util;

import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

@FunctionalInterface
public interface Comparator<T> {
  int compare(T a, T b);

  boolean equals(Object other);

  default Comparator<T> reversed() { return (a, b) -> compare(b, a); }

  default Comparator<T> thenComparing(Comparator<? super T> other) {
    Objects.requireNonNull(other);
    return (a, b) -> {
      int first = compare(a, b);
      return first != 0 ? first : other.compare(a, b);
    };
  }

  default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
    return thenComparing(comparing(key, order));
  }

  default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
    return thenComparing(comparing(key));
  }

  default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) { return thenComparing(comparingInt(key)); }

  default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) { return thenComparing(comparingLong(key)); }

  static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
    Objects.requireNonNull(key);
    Objects.requireNonNull(order);
    return (a, b) -> order.compare(key.apply(a), key.apply(b));
  }

  static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
    Objects.requireNonNull(key);
    return (a, b) -> key.apply(a).compareTo(key.apply(b));
  }

  static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
    Objects.requireNonNull(key);
    return (a, b) -> Integer.compare(key.applyAsInt(a), key.applyAsInt(b));
  }

  static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
    Objects.requireNonNull(key);
    return (a, b) -> Long.compare(key.applyAsLong(a), key.applyAsLong(b));
  }

  static <T extends Comparable<? super T>> Comparator<T> naturalOrder() { return (a, b) -> a.compareTo(b); }

  static <T extends Comparable<? super T>> Comparator<T> reverseOrder() { return (a, b) -> b.compareTo(a); }
}
