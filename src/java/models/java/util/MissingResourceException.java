package java.util;

public class MissingResourceException extends RuntimeException {
  public MissingResourceException(String message, String type, String key) { super(message); }
}
