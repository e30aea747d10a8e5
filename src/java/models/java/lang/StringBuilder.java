package java.lang;

public final class StringBuilder implements java.io.Serializable, Comparable<StringBuilder>, CharSequence, Appendable {
  private final Units held = new Units();

  public StringBuilder() {}

  public StringBuilder(int capacity) {
    if (capacity < 0) throw new NegativeArraySizeException("" + capacity);
  }

  public StringBuilder(String text) { units().add(text.units()); }

  public StringBuilder(CharSequence text) { units().add(text.toString().units()); }

  /** An object of the inputs has none. */
  private Units units() {
    if (held == null) Unsupported.aBuilderOfAnInput();
    return held;
  }

  public int length() { return units().count; }

  public boolean isEmpty() { return units().count == 0; }

  public char charAt(int index) { return units().at(index); }

  public void setCharAt(int index, char unit) { units().set(index, unit); }

  public void setLength(int length) { units().setLength(length); }

  public void ensureCapacity(int capacity) {}

  public void trimToSize() {}

  public String toString() { return units().text(); }

  public String substring(int start) { return units().part(start, units().count); }

  public String substring(int start, int end) { return units().part(start, end); }

  public CharSequence subSequence(int start, int end) { return units().part(start, end); }

  public int indexOf(String other) { return Texts.first(units().units, units().count, other.units(), 0); }

  public int indexOf(String other, int start) { return Texts.first(units().units, units().count, other.units(), start); }

  public int lastIndexOf(String other) { return Texts.last(units().units, units().count, other.units(), units().count); }

  public int lastIndexOf(String other, int start) { return Texts.last(units().units, units().count, other.units(), start); }

  public int compareTo(StringBuilder other) { return this == other ? 0 : toString().compareTo(other.toString()); }

  public StringBuilder append(Object value) { return append(String.valueOf(value)); }

  public StringBuilder append(String value) {
    units().add(Texts.orNull(value).units());
    return this;
  }

  public StringBuilder append(StringBuffer value) { return append((Object) value); }

  public StringBuilder append(CharSequence value) { return append((Object) value); }

  public StringBuilder append(CharSequence value, int start, int end) {
    units().addPart(String.valueOf((Object) value).units(), start, end);
    return this;
  }

  public StringBuilder append(char[] value) {
    units().add(value);
    return this;
  }

  public StringBuilder append(char[] value, int start, int count) {
    units().addPart(value, start, start + count);
    return this;
  }

  public StringBuilder append(boolean value) { return append(String.valueOf(value)); }

  public StringBuilder append(char value) {
    units().add(value);
    return this;
  }

  public StringBuilder append(int value) { return append(String.valueOf(value)); }

  public StringBuilder append(long value) { return append(String.valueOf(value)); }

  public StringBuilder append(float value) { return append(String.valueOf(value)); }

  public StringBuilder append(double value) { return append(String.valueOf(value)); }

  public StringBuilder insert(int at, Object value) { return insert(at, String.valueOf(value)); }

  public StringBuilder insert(int at, String value) {
    units().insert(at, Texts.orNull(value).units());
    return this;
  }

  public StringBuilder insert(int at, CharSequence value) { return insert(at, String.valueOf((Object) value)); }

  public StringBuilder insert(int at, char[] value) {
    units().insert(at, value);
    return this;
  }

  public StringBuilder insert(int at, boolean value) { return insert(at, String.valueOf(value)); }

  public StringBuilder insert(int at, char value) { return insert(at, String.valueOf(value)); }

  public StringBuilder insert(int at, int value) { return insert(at, String.valueOf(value)); }

  public StringBuilder insert(int at, long value) { return insert(at, String.valueOf(value)); }

  public StringBuilder insert(int at, float value) { return insert(at, String.valueOf(value)); }

  public StringBuilder insert(int at, double value) { return insert(at, String.valueOf(value)); }

  public StringBuilder delete(int start, int end) {
    units().delete(start, end);
    return this;
  }

  public StringBuilder deleteCharAt(int index) {
    units().deleteAt(index);
    return this;
  }

  public StringBuilder replace(int start, int end, String text) {
    units().replace(start, end, text.units());
    return this;
  }

  public StringBuilder reverse() {
    units().reverse();
    return this;
  }
}
