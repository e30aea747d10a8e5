package java.io;

public class FilterOutputStream extends OutputStream {
  protected OutputStream out;
  private boolean isClosed;

  public FilterOutputStream(OutputStream out) { this.out = out; }

  public void write(int unit) throws IOException { out.write(unit); }

  public void write(byte[] bytes, int start, int length) throws IOException {
    if (start < 0 || length < 0 || length > bytes.length - start) throw new IndexOutOfBoundsException();
    for (int i = 0; i < length; i++) write(bytes[start + i]);
  }

  public void flush() throws IOException { out.flush(); }

  public void close() throws IOException {
    if (isClosed) return;
    isClosed = true;
    try {
      flush();
    } catch (Throwable first) {
      closeAfter(first);
      throw first;
    }
    out.close();
  }

  private void closeAfter(Throwable first) throws IOException {
    try {
      out.close();
    } catch (Throwable last) {
      if (last != first) last.addSuppressed(first);
      throw last;
    }
  }
}
