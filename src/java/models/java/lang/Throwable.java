package java.lang;

/** No stack trace. An object that no constructor has made (the JVM has) has a message that is not known. */
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
    if (!enableSuppression) refuseSuppression();
  }

  private static native void refuseSuppression();

  public String getMessage() { return hasMessage ? message : Texts.unknown(); }

  public String getLocalizedMessage() { return getMessage(); }

  public synchronized Throwable getCause() { return cause; }

  public synchronized Throwable initCause(Throwable cause) {
    if (hasCause) throw new IllegalStateException(Texts.unknown());
    if (cause == this) throw new IllegalArgumentException(Texts.unknown());
    this.cause = cause;
    hasCause = true;
    return this;
  }

  public final synchronized void addSuppressed(Throwable exception) {
    if (exception == this) throw new IllegalArgumentException(Texts.unknown());
    if (exception == null) throw new NullPointerException(Texts.unknown());
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

  public void setStackTrace(StackTraceElement[] trace) {}
}
