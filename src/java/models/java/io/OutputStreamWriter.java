package java.io;

import java.nio.charset.Charset;

/** What is printed is dropped. What is written elsewhere is not supported. */
public class OutputStreamWriter extends Writer {
  private boolean isClosed;

  public OutputStreamWriter(OutputStream out) {
    super(out);
    take(out);
  }

  public OutputStreamWriter(OutputStream out, Charset charset) {
    super(out);
    if (charset == null) throw new NullPointerException("charset");
    take(out);
  }

  private static void take(Object out) {
    if (!(out instanceof PrintStream)) Unsupported.aWriterIntoThisStream();
  }

  private void ask() throws IOException {
    if (isClosed) throw new IOException("Stream closed");
  }

  public void write(int unit) throws IOException { ask(); }

  public void write(char[] units, int start, int length) throws IOException {
    ask();
    if (start < 0 || start > units.length || length < 0 || start + length > units.length || start + length < 0) {
      throw new IndexOutOfBoundsException();
    }
  }

  public void write(String text, int start, int length) throws IOException {
    if (length < 0) throw new IndexOutOfBoundsException();
    text.substring(start, start + length);
    ask();
  }

  public void flush() throws IOException { ask(); }

  public void close() { isClosed = true; }

  public native String getEncoding();
}
