package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** What no other thread may come between is a method under the monitor of the class, which only this model has. */
public class AtomicLong extends Number implements java.io.Serializable {
  private volatile long value;

  public AtomicLong() {}

  public AtomicLong(long value) { this.value = value; }

  private static synchronized long added(AtomicLong to, long delta) {
    long before = to.value;
    to.value = before + delta;
    return before;
  }

  private static synchronized long replaced(AtomicLong in, long value) {
    long before = in.value;
    in.value = value;
    return before;
  }

  private static synchronized boolean replacedIf(AtomicLong in, long expected, long value) {
    if (in.value != expected) return false;
    in.value = value;
    return true;
  }

  public final long get() { return value; }

  public final long getPlain() { return value; }

  public final long getOpaque() { return value; }

  public final long getAcquire() { return value; }

  public final void set(long value) { this.value = value; }

  public final void setPlain(long value) { this.value = value; }

  public final void setOpaque(long value) { this.value = value; }

  public final void setRelease(long value) { this.value = value; }

  public final void lazySet(long value) { this.value = value; }

  public final long getAndSet(long value) { return replaced(this, value); }

  public final boolean compareAndSet(long expected, long value) { return replacedIf(this, expected, value); }

  public final long getAndIncrement() { return added(this, 1); }

  public final long getAndDecrement() { return added(this, -1); }

  public final long getAndAdd(long delta) { return added(this, delta); }

  public final long incrementAndGet() { return added(this, 1) + 1; }

  public final long decrementAndGet() { return added(this, -1) - 1; }

  public final long addAndGet(long delta) { return added(this, delta) + delta; }

  public final long getAndUpdate(LongUnaryOperator update) {
    while (true) {
      long before = value;
      if (replacedIf(this, before, update.applyAsLong(before))) return before;
    }
  }

  public final long updateAndGet(LongUnaryOperator update) {
    while (true) {
      long before = value;
      long after = update.applyAsLong(before);
      if (replacedIf(this, before, after)) return after;
    }
  }

  public final long getAndAccumulate(long other, LongBinaryOperator operator) {
    while (true) {
      long before = value;
      if (replacedIf(this, before, operator.applyAsLong(before, other))) return before;
    }
  }

  public final long accumulateAndGet(long other, LongBinaryOperator operator) {
    while (true) {
      long before = value;
      long after = operator.applyAsLong(before, other);
      if (replacedIf(this, before, after)) return after;
    }
  }

  public String toString() { return String.valueOf(value); }

  public int intValue() { return (int) value; }

  public long longValue() { return value; }

  public float floatValue() { return value; }

  public double doubleValue() { return value; }
}
