package java.lang;

/** A thread has the monitor of {@code ended} as long as it runs, so who waits for its end waits for that. */
public class Thread implements Runnable {
  private static boolean areStarted;
  /** Whether a static initialiser runs. */
  private static boolean initialises;

  private final Runnable target;
  private final Object ended = new Object();
  private boolean isStarted;
  private boolean hasBegun;
  private boolean hasEnded;

  public Thread() { target = null; }

  public Thread(Runnable target) { this.target = target; }

  public Thread(String name) { target = null; }

  public Thread(Runnable target, String name) { this.target = target; }

  /** A new thread begins. */
  private static native void fork(Thread thread);

  /** Runs in which the condition is false do not exist. */
  private static native void assume(boolean condition);

  private static void begin(Thread thread) {
    synchronized (thread.ended) {
      thread.hasBegun = true;
      try {
        thread.run();
      } catch (AssertionError error) {
        // Who joins it goes on.
        thread.hasEnded = true;
        throw error;
      } catch (Throwable other) {
        // It ends this thread only.
      }
      thread.hasEnded = true;
    }
  }

  /** Ends where there are more threads than one. */
  static void requireOne() {
    if (areStarted) Unsupported.aValueOfEachThread();
  }

  public void start() {
    if (isStarted) throw new IllegalThreadStateException();
    if (initialises) Unsupported.aThreadThatAnInitialiserStarts();
    isStarted = true;
    areStarted = true;
    fork(this);
  }

  public void run() {
    if (target != null) target.run();
  }

  /** Where the thread has not begun yet, the other runs are those in which this one waits. */
  public final void join() throws InterruptedException {
    if (!isStarted) return;
    synchronized (ended) {
      if (hasBegun && !hasEnded) Unsupported.aThreadThatJoinsItself();
      assume(hasEnded);
    }
  }

  public final boolean isAlive() { return isStarted && !hasEnded; }

  public static void yield() {}

  public static void onSpinWait() {}

  public static void sleep(long millis) throws InterruptedException {
    if (millis < 0) throw new IllegalArgumentException("timeout value is negative");
  }
}
