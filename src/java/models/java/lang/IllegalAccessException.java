package java.lang;

public class IllegalAccessException extends ReflectiveOperationException {
  public IllegalAccessException() {}

  public IllegalAccessException(String message) { super(message); }
}
