package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** As {@link AtomicInteger}. */
public class AtomicReference<V> implements java.io.Serializable {
  private volatile V value;

  public AtomicReference() {}

  public AtomicReference(V value) { this.value = value; }

  private static synchronized <V> V replaced(AtomicReference<V> in, V value) {
    V before = in.value;
    in.value = value;
    return before;
  }

  private static synchronized <V> boolean replacedIf(AtomicReference<V> in, V expected, V value) {
    if (!Identity.same(in.value, expected)) return false;
    in.value = value;
    return true;
  }

  public final V get() { return value; }

  public final V getPlain() { return value; }

  public final V getOpaque() { return value; }

  public final V getAcquire() { return value; }

  public final void set(V value) { this.value = value; }

  public final void setPlain(V value) { this.value = value; }

  public final void setOpaque(V value) { this.value = value; }

  public final void setRelease(V value) { this.value = value; }

  public final void lazySet(V value) { this.value = value; }

  public final V getAndSet(V value) { return replaced(this, value); }

  public final boolean compareAndSet(V expected, V value) { return replacedIf(this, expected, value); }

  public final V getAndUpdate(UnaryOperator<V> update) {
    while (true) {
      V before = value;
      if (replacedIf(this, before, update.apply(before))) return before;
    }
  }

  public final V updateAndGet(UnaryOperator<V> update) {
    while (true) {
      V before = value;
      V after = update.apply(before);
      if (replacedIf(this, before, after)) return after;
    }
  }

  public final V getAndAccumulate(V other, BinaryOperator<V> operator) {
    while (true) {
      V before = value;
      if (replacedIf(this, before, operator.apply(before, other))) return before;
    }
  }

  public final V accumulateAndGet(V other, BinaryOperator<V> operator) {
    while (true) {
      V before = value;
      V after = operator.apply(before, other);
      if (replacedIf(this, before, after)) return after;
    }
  }

  public String toString() { return String.valueOf(value); }
}
