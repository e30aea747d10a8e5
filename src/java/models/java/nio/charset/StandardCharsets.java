package java.nio.charset;

public final class StandardCharsets {
  private StandardCharsets() {}

  public static final Charset US_ASCII = new Charset.Narrow("US-ASCII", 0x80);
  public static final Charset ISO_8859_1 = new Charset.Narrow("ISO-8859-1", 0x100);
  public static final Charset UTF_8 = new Charset.Wide();
}
