package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

/** A lock of the only thread, which counts how often it has it: as often as it likes, as memory has no end either. */
public class ReentrantLock implements Lock, java.io.Serializable {
  private final boolean isFair;
  private long holds;

  public ReentrantLock() { isFair = false; }

  public ReentrantLock(boolean isFair) { this.isFair = isFair; }

  /** What comes after counts only where the condition is true. */
  private static native void assume(boolean condition);

  /** Of an input the number is any. */
  private long holds() {
    Thread.currentThread();
    assume(holds >= 0 && holds <= Long.MAX_VALUE / 2);
    return holds;
  }

  public void lock() { holds = holds() + 1; }

  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted()) throw new InterruptedException();
    lock();
  }

  public boolean tryLock() {
    lock();
    return true;
  }

  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    if (unit == null) throw new NullPointerException();
    lockInterruptibly();
    return true;
  }

  public void unlock() {
    long before = holds();
    if (before == 0) throw new IllegalMonitorStateException();
    holds = before - 1;
  }

  public native Condition newCondition();

  public int getHoldCount() { return (int) holds(); }

  public boolean isHeldByCurrentThread() { return holds() > 0; }

  public boolean isLocked() { return holds() > 0; }

  public final boolean isFair() { return isFair; }
}
