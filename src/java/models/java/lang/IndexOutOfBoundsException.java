package java.lang;

public class IndexOutOfBoundsException extends RuntimeException {
  public IndexOutOfBoundsException() {}

  public IndexOutOfBoundsException(String message) { super(message); }

  public IndexOutOfBoundsException(int index) { super(Texts.unknown()); }

  public IndexOutOfBoundsException(long index) { super(Texts.unknown()); }
}
