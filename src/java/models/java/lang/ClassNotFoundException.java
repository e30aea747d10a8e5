package java.lang;

public class ClassNotFoundException extends ReflectiveOperationException {
  public ClassNotFoundException() { super(null, null); }

  public ClassNotFoundException(String message) { super(message, null); }

  public ClassNotFoundException(String message, Throwable cause) { super(message, cause); }
}
