package java.lang;

public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {
  public ArrayIndexOutOfBoundsException() {}

  public ArrayIndexOutOfBoundsException(String message) { super(message); }

  public ArrayIndexOutOfBoundsException(int index) { super("Array index out of range: " + index); }

  String messageOfJvm() { return Unsupported.message(); }
}
