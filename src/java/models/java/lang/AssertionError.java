package java.lang;

public class AssertionError extends Error {
  public AssertionError() {}

  public AssertionError(Object detail) {
    super(Texts.of(detail), detail instanceof Throwable ? (Throwable) detail : null);
  }

  public AssertionError(boolean detail) { super(Texts.unknown()); }

  public AssertionError(char detail) { super(Texts.unknown()); }

  public AssertionError(int detail) { super(Texts.unknown()); }

  public AssertionError(long detail) { super(Texts.unknown()); }

  public AssertionError(float detail) { super(Texts.unknown()); }

  public AssertionError(double detail) { super(Texts.unknown()); }

  public AssertionError(String message, Throwable cause) { super(message, cause); }
}
