package java.lang;

import java.util.function.Supplier;

/** The value of the only thread. */
public class ThreadLocal<T> {
  private boolean isSet;
  private T value;

  public ThreadLocal() {}

  public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
    return new SuppliedThreadLocal<S>(supplier);
  }

  protected T initialValue() { return null; }

  public T get() {
    Thread.requireOne();
    if (!isSet) set(initialValue());
    return value;
  }

  public void set(T value) {
    Thread.requireOne();
    this.value = value;
    isSet = true;
  }

  public void remove() {
    Thread.requireOne();
    value = null;
    isSet = false;
  }

  static final class SuppliedThreadLocal<T> extends ThreadLocal<T> {
    private final Supplier<? extends T> supplier;

    SuppliedThreadLocal(Supplier<? extends T> supplier) {
      if (supplier == null) throw new NullPointerException();
      this.supplier = supplier;
    }

    protected T initialValue() { return supplier.get(); }
  }
}
