package java.util.function;

@FunctionalInterface
public interface IntUnaryOperator {
  int applyAsInt(int value);

  default IntUnaryOperator compose(IntUnaryOperator before) {
    java.util.Objects.requireNonNull(before);
    return value -> applyAsInt(before.applyAsInt(value));
  }

  default IntUnaryOperator andThen(IntUnaryOperator after) {
    java.util.Objects.requireNonNull(after);
    return value -> after.applyAsInt(applyAsInt(value));
  }

  static IntUnaryOperator identity() { return value -> value; }
}
