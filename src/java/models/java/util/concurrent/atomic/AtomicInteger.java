package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** What no other thread may come between is a method under the monitor of the class, which only this model has. */
public class AtomicInteger extends Number implements java.io.Serializable {
  private volatile int value;

  public AtomicInteger() {}

  public AtomicInteger(int value) { this.value = value; }

  private static synchronized int added(AtomicInteger to, int delta) {
    int before = to.value;
    to.value = before + delta;
    return before;
  }

  private static synchronized int replaced(AtomicInteger in, int value) {
    int before = in.value;
    in.value = value;
    return before;
  }

  private static synchronized boolean replacedIf(AtomicInteger in, int expected, int value) {
    if (in.value != expected) return false;
    in.value = value;
    return true;
  }

  public final int get() { return value; }

  public final int getPlain() { return value; }

  public final int getOpaque() { return value; }

  public final int getAcquire() { return value; }

  public final void set(int value) { this.value = value; }

  public final void setPlain(int value) { this.value = value; }

  public final void setOpaque(int value) { this.value = value; }

  public final void setRelease(int value) { this.value = value; }

  public final void lazySet(int value) { this.value = value; }

  public final int getAndSet(int value) { return replaced(this, value); }

  public final boolean compareAndSet(int expected, int value) { return replacedIf(this, expected, value); }

  public final int getAndIncrement() { return added(this, 1); }

  public final int getAndDecrement() { return added(this, -1); }

  public final int getAndAdd(int delta) { return added(this, delta); }

  public final int incrementAndGet() { return added(this, 1) + 1; }

  public final int decrementAndGet() { return added(this, -1) - 1; }

  public final int addAndGet(int delta) { return added(this, delta) + delta; }

  public final int getAndUpdate(IntUnaryOperator update) {
    while (true) {
      int before = value;
      if (replacedIf(this, before, update.applyAsInt(before))) return before;
    }
  }

  public final int updateAndGet(IntUnaryOperator update) {
    while (true) {
      int before = value;
      int after = update.applyAsInt(before);
      if (replacedIf(this, before, after)) return after;
    }
  }

  public final int getAndAccumulate(int other, IntBinaryOperator operator) {
    while (true) {
      int before = value;
      if (replacedIf(this, before, operator.applyAsInt(before, other))) return before;
    }
  }

  public final int accumulateAndGet(int other, IntBinaryOperator operator) {
    while (true) {
      int before = value;
      int after = operator.applyAsInt(before, other);
      if (replacedIf(this, before, after)) return after;
    }
  }

  public String toString() { return String.valueOf(value); }

  public int intValue() { return (int) value; }

  public long longValue() { return value; }

  public float floatValue() { return value; }

  public double doubleValue() { return value; }
}
