package java.lang;

public class ExceptionInInitializerError extends LinkageError {
  public ExceptionInInitializerError() { super(null, null); }

  public ExceptionInInitializerError(Throwable thrown) { super(null, thrown); }

  public ExceptionInInitializerError(String message) { super(message, null); }

  public Throwable getException() { return getCause(); }
}
