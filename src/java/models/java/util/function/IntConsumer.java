package java.util.function;

@FunctionalInterface
public interface IntConsumer {
  void accept(int value);

  default IntConsumer andThen(IntConsumer after) {
    java.util.Objects.requireNonNull(after);
    return (value) -> {
      accept(value);
      after.accept(value);
    };
  }
}
