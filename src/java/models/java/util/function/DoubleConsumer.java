package java.util.function;

@FunctionalInterface
public interface DoubleConsumer {
  void accept(double value);

  default DoubleConsumer andThen(DoubleConsumer after) {
    java.util.Objects.requireNonNull(after);
    return (value) -> {
      accept(value);
      after.accept(value);
    };
  }
}
