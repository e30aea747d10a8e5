package java.lang;

/** No stack trace. An exception of an input may be its own cause: then it has none yet. */
public class Throwable implements java.io.Serializable {
  private String message;
  private boolean hasMessage;
  private Throwable cause;
  private boolean hasCause;
  private Throwable[] suppressed;

  public Throwable() { hasMessage = true; }

  public Throwable(String message) {
    this.message = message;
    hasMessage = true;
  }

  public Throwable(String message, Throwable cause) {
    this.message = message;
    hasMessage = true;
    this.cause = cause;
    hasCause = true;
  }

  public Throwable(Throwable cause) {
    message = cause == null ? null : cause.toString();
    hasMessage = true;
    this.cause = cause;
    hasCause = true;
  }

  protected Throwable(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
    this(message, cause);
    if (!enableSuppression) Unsupported.anExceptionWithoutSuppression();
  }

  public String getMessage() { return hasMessage ? message : messageOfJvm(); }

  /** The message if no constructor has run: the JVM has made the exception, or it is an input. */
  String messageOfJvm() { return message; }

  public String getLocalizedMessage() { return getMessage(); }

  public synchronized Throwable getCause() { return cause == this ? null : cause; }

  public synchronized Throwable initCause(Throwable cause) {
    boolean isOpen = this.cause == this || this.cause == null && !hasCause;
    if (!isOpen) throw new IllegalStateException(Unsupported.message(), this);
    if (cause == this) throw new IllegalArgumentException(Unsupported.message(), this);
    this.cause = cause;
    hasCause = true;
    return this;
  }

  public final synchronized void addSuppressed(Throwable exception) {
    if (exception == this) throw new IllegalArgumentException(Unsupported.message(), exception);
    if (exception == null) throw new NullPointerException(Unsupported.message());
    int n = suppressed == null ? 0 : suppressed.length;
    Throwable[] more = new Throwable[n + 1];
    for (int i = 0; i < n; i++) more[i] = suppressed[i];
    more[n] = exception;
    suppressed = more;
  }

  public final synchronized Throwable[] getSuppressed() {
    int n = suppressed == null ? 0 : suppressed.length;
    Throwable[] copy = new Throwable[n];
    for (int i = 0; i < n; i++) copy[i] = suppressed[i];
    return copy;
  }

  public String toString() {
    String message = getLocalizedMessage();
    String name = getClass().getName();
    return message == null ? name : name + ": " + message;
  }

  public void printStackTrace() {}

  public void printStackTrace(java.io.PrintStream out) {}

  public synchronized Throwable fillInStackTrace() { return this; }

  public native StackTraceElement[] getStackTrace();

  public native void setStackTrace(StackTraceElement[] trace);
}
