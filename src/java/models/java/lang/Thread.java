package java.lang;

/** A thread has the monitor of {@code ended} as long as it runs, so who waits for its end waits for that. */
public class Thread implements Runnable {
  /** The thread that begins, where something has asked for it. An initialiser of this class would be a step of each thread. */
  private static Thread first;

  private static boolean areStarted;
  /** Whether a static initialiser runs. */
  private static boolean initialises;

  private final Runnable target;
  /** Null where nothing has chosen it. */
  private String name;
  private boolean isInterrupted;
  private final Object ended = new Object();
  private boolean isStarted;
  private boolean hasBegun;
  private boolean hasEnded;

  public Thread() { target = null; }

  public Thread(Runnable target) { this.target = target; }

  public Thread(String name) { this(null, name); }

  public Thread(Runnable target, String name) {
    if (name == null) throw new NullPointerException("name cannot be null");
    this.target = target;
    this.name = name;
  }

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

  /** It is known only as long as there is no other one. */
  public static Thread currentThread() {
    requireOne();
    if (first == null) first = new Thread("main");
    return first;
  }

  public final String getName() {
    if (name == null) Unsupported.theNameThatAThreadIsGiven();
    return name;
  }

  public final synchronized void setName(String name) {
    if (name == null) throw new NullPointerException("name cannot be null");
    this.name = name;
  }

  /** Another thread would have to notice it. */
  public void interrupt() {
    requireOne();
    if (this == first) isInterrupted = true;
  }

  public boolean isInterrupted() { return isInterrupted; }

  public static boolean interrupted() {
    boolean was = currentThread().isInterrupted;
    first.isInterrupted = false;
    return was;
  }

  /** What waits ends at once where the thread is interrupted. */
  private static void wake(String message) throws InterruptedException {
    if (first == null || !first.isInterrupted) return;
    requireOne();
    first.isInterrupted = false;
    throw new InterruptedException(message);
  }

  public void start() {
    if (isStarted || this == first) throw new IllegalThreadStateException();
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
    wake(null);
    if (this == first) Unsupported.aThreadThatJoinsItself();
    if (!isStarted) return;
    synchronized (ended) {
      if (hasBegun && !hasEnded) Unsupported.aThreadThatJoinsItself();
      assume(hasEnded);
    }
  }

  public final boolean isAlive() { return this == first || isStarted && !hasEnded; }

  public static void yield() {}

  public static void onSpinWait() {}

  public static void sleep(long millis) throws InterruptedException {
    if (millis < 0) throw new IllegalArgumentException("timeout value is negative");
    wake("sleep interrupted");
  }
}
