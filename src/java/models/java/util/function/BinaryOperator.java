package java.util.function;

@FunctionalInterface
public interface BinaryOperator<T> extends BiFunction<T, T, T> {
  static <T> BinaryOperator<T> minBy(java.util.Comparator<? super T> order) {
    java.util.Objects.requireNonNull(order);
    return (a, b) -> order.compare(a, b) <= 0 ? a : b;
  }

  static <T> BinaryOperator<T> maxBy(java.util.Comparator<? super T> order) {
    java.util.Objects.requireNonNull(order);
    return (a, b) -> order.compare(a, b) >= 0 ? a : b;
  }
}
