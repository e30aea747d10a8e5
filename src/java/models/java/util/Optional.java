package java.util;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

public final class Optional<T> {
  private static final Optional<?> EMPTY = new Optional<>(null);

  private final T value;

  private Optional(T value) { this.value = value; }

  @SuppressWarnings("unchecked")
  public static <T> Optional<T> empty() { return (Optional<T>) EMPTY; }

  public static <T> Optional<T> of(T value) { return new Optional<>(Objects.requireNonNull(value)); }

  @SuppressWarnings("unchecked")
  public static <T> Optional<T> ofNullable(T value) { return value == null ? (Optional<T>) EMPTY : new Optional<>(value); }

  public T get() { return orElseThrow(); }

  /** The JDK has one empty object. */
  public boolean isSame(Optional<?> other) { return value == null && other.value == null; }

  public boolean isPresent() { return value != null; }

  public boolean isEmpty() { return value == null; }

  public void ifPresent(Consumer<? super T> action) {
    if (value != null) action.accept(value);
  }

  public void ifPresentOrElse(Consumer<? super T> action, Runnable otherwise) {
    if (value != null) {
      action.accept(value);
    } else {
      otherwise.run();
    }
  }

  public Optional<T> filter(Predicate<? super T> predicate) {
    Objects.requireNonNull(predicate);
    return value == null || predicate.test(value) ? this : empty();
  }

  public <U> Optional<U> map(Function<? super T, ? extends U> mapper) {
    Objects.requireNonNull(mapper);
    return value == null ? empty() : ofNullable(mapper.apply(value));
  }

  @SuppressWarnings("unchecked")
  public <U> Optional<U> flatMap(Function<? super T, ? extends Optional<? extends U>> mapper) {
    Objects.requireNonNull(mapper);
    return value == null ? empty() : (Optional<U>) Objects.requireNonNull(mapper.apply(value));
  }

  @SuppressWarnings("unchecked")
  public Optional<T> or(Supplier<? extends Optional<? extends T>> supplier) {
    Objects.requireNonNull(supplier);
    return value != null ? this : (Optional<T>) Objects.requireNonNull(supplier.get());
  }

  public java.util.stream.Stream<T> stream() {
    return value == null ? java.util.stream.Stream.empty() : java.util.stream.Stream.of(value);
  }

  public T orElse(T other) { return value != null ? value : other; }

  public T orElseGet(Supplier<? extends T> supplier) { return value != null ? value : supplier.get(); }

  public T orElseThrow() {
    if (value == null) throw new NoSuchElementException("No value present");
    return value;
  }

  public <X extends Throwable> T orElseThrow(Supplier<? extends X> supplier) throws X {
    if (value == null) throw supplier.get();
    return value;
  }

  public boolean equals(Object other) {
    return this == other || other instanceof Optional<?> && Objects.equals(value, ((Optional<?>) other).value);
  }

  public int hashCode() { return Objects.hashCode(value); }

  public String toString() { return value == null ? "Optional.empty" : "Optional[" + value + "]"; }
}
