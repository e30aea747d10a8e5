package java.lang;

/** UTF-16 units in an array of its own, which may be made only when they are read. An input has them. */
public final class String
    implements java.io.Serializable, Comparable<String>, CharSequence, java.lang.constant.Constable, java.lang.constant.ConstantDesc {
  /** Nothing else writes to this array. */
  private char[] value;
  /** What makes the units, where they are not there yet. */
  private Later later;

  String(Later later) { this.later = later; }

  /** Takes the array. */
  String(char[] value, boolean taken) { this.value = value; }

  public String() { value = new char[0]; }

  public String(String other) {
    value = other.value;
    later = other.later;
  }

  public String(char[] units) { value = Texts.part(units, 0, units.length); }

  private static void checkPart(int start, int count, int length) {
    if (start >= 0 && count >= 0 && start <= length - count) return;
    throw new StringIndexOutOfBoundsException("offset " + start + ", count " + count + ", length " + length);
  }

  public String(int[] points, int start, int count) {
    checkPart(start, count, points.length);
    Units made = new Units();
    for (int i = start; i < start + count; i++) {
      int point = points[i];
      if (point < 0 || point > 0x10ffff) throw new IllegalArgumentException(Integer.toString(point));
      if (point >= 0x10000) made.add((char) (0xd800 + (point - 0x10000 >> 10)));
      made.add((char) (point < 0x10000 ? point : 0xdc00 + (point & 0x3ff)));
    }
    value = made.text().units();
  }

  public String(char[] units, int start, int count) {
    checkPart(start, count, units.length);
    value = Texts.part(units, start, start + count);
  }

  public String(StringBuilder builder) { value = builder.toString().value; }

  public String(StringBuffer builder) { value = builder.toString().value; }

  public String(byte[] bytes) { this(bytes, java.nio.charset.Charset.defaultCharset()); }

  public String(byte[] bytes, java.nio.charset.Charset charset) { value = charset.units(bytes, 0, bytes.length); }

  public String(byte[] bytes, String charset) throws java.io.UnsupportedEncodingException {
    this(bytes, java.nio.charset.Charset.named(charset));
  }

  public String(byte[] bytes, int start, int count) {
    this(bytes, start, count, java.nio.charset.Charset.defaultCharset());
  }

  public String(byte[] bytes, int start, int count, java.nio.charset.Charset charset) {
    if (charset == null) throw new NullPointerException();
    checkPart(start, count, bytes.length);
    value = charset.units(bytes, start, start + count);
  }

  public byte[] getBytes() { return getBytes(java.nio.charset.Charset.defaultCharset()); }

  public byte[] getBytes(java.nio.charset.Charset charset) { return charset.bytes(units()); }

  public byte[] getBytes(String charset) throws java.io.UnsupportedEncodingException {
    return getBytes(java.nio.charset.Charset.named(charset));
  }

  /** The units, which are only read. */
  char[] units() {
    if (value == null) value = later.units();
    return value;
  }

  public int length() { return value == null ? later.length() : value.length; }

  public boolean isEmpty() { return length() == 0; }

  public char charAt(int index) {
    char[] units = units();
    if (index < 0 || index >= units.length) throw new StringIndexOutOfBoundsException(Unsupported.message());
    return units[index];
  }

  public int codePointAt(int index) {
    char high = charAt(index);
    char[] units = units();
    if (high < 0xd800 || high > 0xdbff || index + 1 == units.length) return high;
    char low = units[index + 1];
    return low < 0xdc00 || low > 0xdfff ? high : (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
  }

  public boolean equals(Object other) {
    if (this == other) return true;
    return other instanceof String && Texts.same(units(), ((String) other).units());
  }

  public boolean contentEquals(CharSequence other) { return Texts.same(units(), other.toString().units()); }

  public boolean equalsIgnoreCase(String other) {
    if (this == other) return true;
    if (other == null) return false;
    char[] a = units();
    char[] b = other.units();
    return a.length == b.length && Cases.areSame(a, 0, b, 0, a.length);
  }

  public int hashCode() {
    char[] units = units();
    int hash = 0;
    for (int i = 0; i < units.length; i++) hash = 31 * hash + units[i];
    return hash;
  }

  public int compareTo(String other) {
    char[] a = units();
    char[] b = other.units();
    int n = a.length < b.length ? a.length : b.length;
    for (int i = 0; i < n; i++) {
      if (a[i] != b[i]) return a[i] - b[i];
    }
    return a.length - b.length;
  }

  public int compareToIgnoreCase(String other) { return Cases.compare(units(), other.units()); }

  public boolean regionMatches(int start, String other, int otherStart, int count) {
    return regionMatches(false, start, other, otherStart, count);
  }

  public boolean regionMatches(boolean ignoreCase, int start, String other, int otherStart, int count) {
    char[] a = units();
    char[] b = other.units();
    if (otherStart < 0 || start < 0 || start > (long) a.length - count || otherStart > (long) b.length - count) return false;
    if (ignoreCase) return Cases.areSame(a, start, b, otherStart, count);
    for (int i = 0; i < count; i++) {
      if (a[start + i] != b[otherStart + i]) return false;
    }
    return true;
  }

  public boolean startsWith(String prefix) { return startsWith(prefix, 0); }

  public boolean startsWith(String prefix, int start) {
    char[] a = units();
    char[] b = prefix.units();
    if (start < 0 || start > a.length - b.length) return false;
    for (int i = 0; i < b.length; i++) {
      if (a[start + i] != b[i]) return false;
    }
    return true;
  }

  public boolean endsWith(String suffix) { return startsWith(suffix, length() - suffix.length()); }

  public int indexOf(int unit) { return indexOf(unit, 0); }

  public int indexOf(int unit, int start) {
    if (unit > 0xffff) return Unsupported.aCharacterBeyondLatin1();
    char[] units = units();
    for (int i = start < 0 ? 0 : start; i < units.length; i++) {
      if (units[i] == unit) return i;
    }
    return -1;
  }

  public int lastIndexOf(int unit) { return lastIndexOf(unit, units().length - 1); }

  public int lastIndexOf(int unit, int start) {
    if (unit > 0xffff) return Unsupported.aCharacterBeyondLatin1();
    char[] units = units();
    for (int i = start >= units.length ? units.length - 1 : start; i >= 0; i--) {
      if (units[i] == unit) return i;
    }
    return -1;
  }

  public int indexOf(String other) { return Texts.first(units(), units().length, other.units(), 0); }

  public int indexOf(String other, int start) { return Texts.first(units(), units().length, other.units(), start); }

  public int lastIndexOf(String other) { return Texts.last(units(), units().length, other.units(), units().length); }

  public int lastIndexOf(String other, int start) { return Texts.last(units(), units().length, other.units(), start); }

  public boolean contains(CharSequence other) { return indexOf(other.toString()) >= 0; }

  public String substring(int start) { return substring(start, length()); }

  public String substring(int start, int end) {
    char[] units = units();
    if (start < 0 || start > end || end > units.length) {
      throw new StringIndexOutOfBoundsException("begin " + start + ", end " + end + ", length " + units.length);
    }
    return part(start, end);
  }

  /** The text itself where the part is all of it. */
  private String part(int start, int end) {
    if (start == 0 && end == value.length) return this;
    return start == end ? "" : new String(Texts.part(value, start, end), true);
  }

  public CharSequence subSequence(int start, int end) { return substring(start, end); }

  public String concat(String other) {
    if (other.isEmpty()) return this;
    return new String(Texts.joined(units(), other.units()), true);
  }

  public String trim() {
    char[] units = units();
    int start = 0;
    while (start < units.length && units[start] <= ' ') start++;
    int end = units.length;
    while (end > start && units[end - 1] <= ' ') end--;
    return part(start, end);
  }

  public String strip() {
    int start = firstBlack();
    return part(start, start == value.length ? start : pastLastBlack());
  }

  public String stripLeading() { return part(firstBlack(), units().length); }

  public String stripTrailing() { return part(0, pastLastBlack()); }

  public boolean isBlank() { return firstBlack() == units().length; }

  private int firstBlack() {
    char[] units = units();
    int start = 0;
    while (start < units.length && Character.isWhitespace(units[start])) start++;
    return start;
  }

  private int pastLastBlack() {
    char[] units = units();
    int end = units.length;
    while (end > 0 && Character.isWhitespace(units[end - 1])) end--;
    return end;
  }

  public String replace(char from, char to) {
    char[] units = units();
    if (from == to || indexOf(from) < 0) return this;
    char[] copy = new char[units.length];
    for (int i = 0; i < units.length; i++) copy[i] = units[i] == from ? to : units[i];
    return new String(copy, true);
  }

  public String replace(CharSequence from, CharSequence to) {
    String with = to.toString();
    char[] units = units();
    char[] old = from.toString().units();
    int at = Texts.first(units, units.length, old, 0);
    if (at < 0) return this;
    Units made = new Units();
    int start = 0;
    while (at >= 0) {
      made.add(units, start, at);
      made.add(with.units());
      start = at + old.length;
      if (old.length > 0) {
        at = Texts.first(units, units.length, old, start);
      } else if (at == units.length) {
        at = -1;
      } else {
        at++;
      }
    }
    made.add(units, start, units.length);
    return made.text();
  }

  public String toLowerCase() {
    char[] units = units();
    char[] lower = Cases.lower(units);
    return lower == units ? this : new String(lower, true);
  }

  public String toUpperCase() {
    char[] units = units();
    char[] upper = Cases.upper(units);
    return upper == units ? this : new String(upper, true);
  }

  public String toLowerCase(java.util.Locale locale) {
    if (!locale.hasPlainCase()) Unsupported.theLettersOfALanguage();
    return toLowerCase();
  }

  public String toUpperCase(java.util.Locale locale) {
    if (!locale.hasPlainCase()) Unsupported.theLettersOfALanguage();
    return toUpperCase();
  }

  public <R> R transform(java.util.function.Function<? super String, ? extends R> function) { return function.apply(this); }

  public String repeat(int count) {
    if (count < 0) throw new IllegalArgumentException("count is negative: " + count);
    if (count == 1) return this;
    char[] units = units();
    if (units.length == 0 || count == 0) return "";
    if (Integer.MAX_VALUE / count < units.length) {
      throw new OutOfMemoryError("Required length exceeds implementation limit");
    }
    char[] copy = new char[units.length * count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < units.length; j++) copy[i * units.length + j] = units[j];
    }
    return new String(copy, true);
  }

  public char[] toCharArray() { return Texts.part(units(), 0, value.length); }

  public void getChars(int start, int end, char[] to, int toStart) {
    char[] units = units();
    if (start < 0 || start > end || end > units.length) {
      throw new StringIndexOutOfBoundsException("begin " + start + ", end " + end + ", length " + units.length);
    }
    checkPart(toStart, end - start, to.length);
    for (int i = start; i < end; i++) to[toStart + i - start] = units[i];
  }

  public boolean matches(String pattern) { return java.util.regex.Pattern.matches(pattern, this); }

  public String replaceAll(String pattern, String replacement) {
    return java.util.regex.Pattern.compile(pattern).matcher(this).replaceAll(replacement);
  }

  public String replaceFirst(String pattern, String replacement) {
    return java.util.regex.Pattern.compile(pattern).matcher(this).replaceFirst(replacement);
  }

  public java.util.stream.Stream<String> lines() {
    java.util.List<String> lines = new java.util.ArrayList<>();
    char[] units = units();
    int start = 0;
    for (int i = 0; i < units.length; i++) {
      if (units[i] != '\n' && units[i] != '\r') continue;
      lines.add(part(start, i));
      if (units[i] == '\r' && i + 1 < units.length && units[i + 1] == '\n') i++;
      start = i + 1;
    }
    if (start < units.length) lines.add(part(start, units.length));
    return lines.stream();
  }

  public String[] split(String by) { return split(by, 0); }

  public String[] split(String by, int limit) {
    int plain = Texts.plainPattern(by.units());
    return plain < 0 ? java.util.regex.Pattern.compile(by).split(this, limit) : split((char) plain, limit);
  }

  private String[] split(char unit, int limit) {
    char[] units = units();
    int count = 1;
    int blank = 0;
    // How many parts there are, and how many empty ones at the end.
    int start = 0;
    for (int i = 0; i < units.length; i++) {
      if (units[i] == unit && (limit <= 0 || count < limit)) {
        blank = i == start ? blank + 1 : 0;
        start = i + 1;
        count++;
      }
    }
    if (count == 1) return new String[] {this};
    if (start < units.length) {
      blank = 0;
    } else {
      blank++;
    }
    int size = limit == 0 ? count - blank : count;
    String[] parts = new String[size];
    int part = 0;
    start = 0;
    for (int i = 0; i < units.length && part < size; i++) {
      if (units[i] == unit && part < count - 1) {
        parts[part] = part(start, i);
        part++;
        start = i + 1;
      }
    }
    if (part < size) parts[part] = part(start, units.length);
    return parts;
  }

  public String intern() { return Interned.of(this); }

  public String toString() { return this; }

  public static String valueOf(Object value) { return value == null ? "null" : value.toString(); }

  public static String valueOf(char[] units) { return new String(units); }

  public static String valueOf(char[] units, int start, int count) { return new String(units, start, count); }

  public static String copyValueOf(char[] units) { return new String(units); }

  public static String copyValueOf(char[] units, int start, int count) { return new String(units, start, count); }

  public static String valueOf(boolean value) { return value ? "true" : "false"; }

  public static String valueOf(char value) {
    char[] units = {value};
    return new String(units, true);
  }

  public static String valueOf(int value) { return new String(new Later.Decimal(value)); }

  public static String valueOf(long value) { return new String(new Later.Decimal(value)); }

  public static String valueOf(float value) { return new String(new Later.Point(value)); }

  public static String valueOf(double value) { return new String(new Later.Point(value)); }

  public static String format(String format, Object... arguments) { return Formats.made(true, format, arguments); }

  public static String format(java.util.Locale locale, String format, Object... arguments) {
    if (locale != null && !locale.hasPlainDigits()) Unsupported.thisFormat();
    return Formats.made(locale == null || locale.isEnglish(), format, arguments);
  }

  public String formatted(Object... arguments) { return format(this, arguments); }

  public static String join(CharSequence between, CharSequence... parts) {
    String separator = between.toString();
    Units made = new Units();
    for (int i = 0; i < parts.length; i++) {
      if (i > 0) made.add(separator.units());
      made.add(valueOf((Object) parts[i]).units());
    }
    return made.copy();
  }

  public static String join(CharSequence between, Iterable<? extends CharSequence> parts) {
    String separator = between.toString();
    Units made = new Units();
    boolean isFirst = true;
    java.util.Iterator<? extends CharSequence> each = parts.iterator();
    while (each.hasNext()) {
      if (!isFirst) made.add(separator.units());
      isFirst = false;
      CharSequence part = each.next();
      made.add(valueOf((Object) part).units());
    }
    return made.copy();
  }
}
