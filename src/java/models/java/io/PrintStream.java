package java.io;

/** What is printed is made a text and dropped. */
public class PrintStream extends FilterOutputStream implements Appendable, Closeable {
  public PrintStream() { super(null); }

  public void flush() {}

  public void close() {}

  public void write(int unit) {}

  public void write(byte[] bytes, int start, int length) { check(bytes, start, length); }

  public PrintStream printf(String format, Object... arguments) { return format(format, arguments); }

  public PrintStream format(String format, Object... arguments) {
    String.format(format, arguments);
    return this;
  }

  public PrintStream printf(java.util.Locale locale, String format, Object... arguments) {
    return format(locale, format, arguments);
  }

  public PrintStream format(java.util.Locale locale, String format, Object... arguments) {
    String.format(locale, format, arguments);
    return this;
  }

  public PrintStream append(CharSequence text) {
    print(String.valueOf(text));
    return this;
  }

  public PrintStream append(CharSequence text, int start, int end) {
    if (text == null) text = "null";
    return append(text.subSequence(start, end));
  }

  public PrintStream append(char unit) {
    print(unit);
    return this;
  }

  public void println() {}

  public void print(boolean value) {}

  public void print(char value) {}

  public void print(int value) {}

  public void print(long value) {}

  public void print(float value) {}

  public void print(double value) {}

  public void print(String value) {}

  public void print(char[] value) {
    if (value == null) throw new NullPointerException();
  }

  public void print(Object value) {
    if (value != null) value.toString();
  }

  public void println(boolean value) {}

  public void println(char value) {}

  public void println(int value) {}

  public void println(long value) {}

  public void println(float value) {}

  public void println(double value) {}

  public void println(String value) {}

  public void println(char[] value) {
    if (value == null) throw new NullPointerException();
  }

  public void println(Object value) {
    if (value != null) value.toString();
  }
}
