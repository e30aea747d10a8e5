package java.util.function;

@FunctionalInterface
public interface BiConsumer<T, U> {
  void accept(T t, U u);

  default BiConsumer<T, U> andThen(BiConsumer<? super T, ? super U> after) {
    java.util.Objects.requireNonNull(after);
    return (t, u) -> {
      accept(t, u);
      after.accept(t, u);
    };
  }
}
