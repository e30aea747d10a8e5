package java.io;

public abstract class OutputStream implements Closeable, Flushable {
  public abstract void write(int unit) throws IOException;

  public void write(byte[] bytes) throws IOException { write(bytes, 0, bytes.length); }

  public void write(byte[] bytes, int start, int length) throws IOException {
    check(bytes, start, length);
    for (int i = 0; i < length; i++) write(bytes[start + i]);
  }

  static void check(byte[] bytes, int start, int length) {
    if (start < 0 || length < 0 || length > bytes.length - start) {
      String range = "Range [" + start + ", " + start + " + " + length + ")";
      throw new IndexOutOfBoundsException(range + " out of bounds for length " + bytes.length);
    }
  }

  public void flush() throws IOException {}

  public void close() throws IOException {}

  public static native OutputStream nullOutputStream();
}
