package java.nio.charset;

import java.io.UnsupportedEncodingException;

/** What turns texts into bytes and back. Those that every system has are known, and of others the characters of ASCII. */
public abstract class Charset implements Comparable<Charset> {
  /** That of the system: those in use have the characters of ASCII. */
  private static final Charset DEFAULT = new Narrow(null, 0);

  /** Null where it is not known. */
  private final String name;

  private Charset(String name) { this.name = name; }

  public static Charset defaultCharset() { return DEFAULT; }

  public static Charset forName(String name) {
    if (name == null) throw new IllegalArgumentException("Null charset name");
    if (name.equalsIgnoreCase("UTF-8") || name.equalsIgnoreCase("UTF8")) return StandardCharsets.UTF_8;
    if (name.equalsIgnoreCase("ISO-8859-1")) return StandardCharsets.ISO_8859_1;
    if (!name.equalsIgnoreCase("US-ASCII") && !name.equalsIgnoreCase("ASCII")) Unsupported.thisCharset();
    return StandardCharsets.US_ASCII;
  }

  /** The charset that a method of texts takes by its name. */
  public static Charset named(String name) throws UnsupportedEncodingException {
    if (name == null) throw new NullPointerException();
    return forName(name);
  }

  public final String name() {
    if (name == null) Unsupported.theCharsetOfTheSystem();
    return name;
  }

  public final int compareTo(Charset other) { return name().compareToIgnoreCase(other.name()); }

  public final int hashCode() { return name().hashCode(); }

  public final boolean equals(Object other) {
    return this == other || other instanceof Charset && name().equals(((Charset) other).name());
  }

  public final String toString() { return name(); }

  /** The bytes of a text. */
  public abstract byte[] bytes(char[] units);

  /** The text that bytes are. */
  public abstract char[] units(byte[] bytes, int start, int end);

  /** One byte for each character. */
  static final class Narrow extends Charset {
    /** The characters below it are known. */
    private final int bound;

    Narrow(String name, int bound) {
      super(name);
      this.bound = bound;
    }

    public byte[] bytes(char[] units) {
      byte[] bytes = new byte[units.length];
      for (int i = 0; i < units.length; i++) {
        char unit = units[i];
        if (unit >= 0x80) {
          if (bound == 0) Unsupported.theCharsetOfTheSystem();
          // Two halves of a character are one question mark.
          if (unit >= 0xd800 && unit < 0xe000) Unsupported.bytesThatAreNoText();
        }
        bytes[i] = (byte) (unit < 0x80 || unit < bound ? unit : '?');
      }
      return bytes;
    }

    public char[] units(byte[] bytes, int start, int end) {
      char[] units = new char[end - start];
      for (int i = start; i < end; i++) {
        if (bytes[i] < 0 && bound == 0) Unsupported.theCharsetOfTheSystem();
        int unit = bytes[i] & 0xff;
        units[i - start] = (char) (unit < 0x80 || unit < bound ? unit : 0xfffd);
      }
      return units;
    }
  }

  /** UTF-8. */
  static final class Wide extends Charset {
    Wide() { super("UTF-8"); }

    public byte[] bytes(char[] units) {
      int length = 0;
      for (int i = 0; i < units.length; i++) {
        char unit = units[i];
        if (!isPair(units, i)) {
          length += unit < 0x80 || unit >= 0xd800 && unit < 0xe000 ? 1 : unit < 0x800 ? 2 : 3;
        } else {
          length += 4;
          i++;
        }
      }
      byte[] bytes = new byte[length];
      int at = 0;
      for (int i = 0; i < units.length; i++) {
        char unit = units[i];
        if (isPair(units, i)) {
          int point = (unit - 0xd800) * 0x400 + (units[++i] - 0xdc00) + 0x10000;
          bytes[at++] = (byte) (0xf0 | point >> 18);
          bytes[at++] = (byte) (0x80 | point >> 12 & 0x3f);
          bytes[at++] = (byte) (0x80 | point >> 6 & 0x3f);
          bytes[at++] = (byte) (0x80 | point & 0x3f);
        } else if (unit < 0x80) {
          bytes[at++] = (byte) unit;
        } else if (unit < 0x800) {
          bytes[at++] = (byte) (0xc0 | unit >> 6);
          bytes[at++] = (byte) (0x80 | unit & 0x3f);
        } else if (unit >= 0xd800 && unit < 0xe000) {
          bytes[at++] = '?';
        } else {
          bytes[at++] = (byte) (0xe0 | unit >> 12);
          bytes[at++] = (byte) (0x80 | unit >> 6 & 0x3f);
          bytes[at++] = (byte) (0x80 | unit & 0x3f);
        }
      }
      return bytes;
    }

    private static boolean isPair(char[] units, int i) {
      return units[i] >= 0xd800 && units[i] < 0xdc00 && i + 1 < units.length && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000;
    }

    public char[] units(byte[] bytes, int start, int end) {
      StringBuilder text = new StringBuilder();
      int i = start;
      while (i < end) {
        int first = bytes[i++];
        if (first >= 0) {
          text.append((char) first);
        } else {
          int more = first >> 5 == -2 ? 1 : first >> 4 == -2 ? 2 : first >> 3 == -2 ? 3 : 0;
          if (more == 0) Unsupported.bytesThatAreNoText();
          int point = first & 0x3f >> more;
          for (int k = 0; k < more; k++) {
            if (i == end || bytes[i] >> 6 != -2) Unsupported.bytesThatAreNoText();
            point = point << 6 | bytes[i++] & 0x3f;
          }
          boolean isShort = more == 1 && point >= 0x80 || more == 2 && point >= 0x800 || more == 3 && point >= 0x10000;
          if (!isShort || point > 0x10ffff || point >= 0xd800 && point < 0xe000) Unsupported.bytesThatAreNoText();
          if (point >= 0x10000) text.append((char) (0xd800 + (point - 0x10000 >> 10)));
          text.append((char) (point < 0x10000 ? point : 0xdc00 + (point & 0x3ff)));
        }
      }
      return text.toString().toCharArray();
    }
  }
}
