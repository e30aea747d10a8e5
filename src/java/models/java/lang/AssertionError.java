package java.lang;

public class AssertionError extends Error {
  public AssertionError() {}

  public AssertionError(Object detail) {
    super(String.valueOf(detail));
    if (detail instanceof Throwable) initCause((Throwable) detail);
  }

  public AssertionError(boolean detail) { super(String.valueOf(detail)); }

  public AssertionError(char detail) { super(String.valueOf(detail)); }

  public AssertionError(int detail) { super(String.valueOf(detail)); }

  public AssertionError(long detail) { super(String.valueOf(detail)); }

  public AssertionError(float detail) { super(String.valueOf(detail)); }

  public AssertionError(double detail) { super(String.valueOf(detail)); }

  public AssertionError(String message, Throwable cause) { super(message, cause); }
}
