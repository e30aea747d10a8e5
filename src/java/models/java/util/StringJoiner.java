package java.util;

public final class StringJoiner {
  private final String prefix;
  private final String delimiter;
  private final String suffix;
  /** The elements with delimiters between them; null if there are none. */
  private StringBuilder elements;
  private String emptyValue;

  public StringJoiner(CharSequence delimiter) { this(delimiter, "", ""); }

  public StringJoiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
    if (prefix == null) throw new NullPointerException("The prefix must not be null");
    if (delimiter == null) throw new NullPointerException("The delimiter must not be null");
    if (suffix == null) throw new NullPointerException("The suffix must not be null");
    this.prefix = prefix.toString();
    this.delimiter = delimiter.toString();
    this.suffix = suffix.toString();
  }

  public StringJoiner setEmptyValue(CharSequence emptyValue) {
    if (emptyValue == null) throw new NullPointerException("The empty value must not be null");
    this.emptyValue = emptyValue.toString();
    return this;
  }

  public String toString() {
    if (elements == null) return emptyValue != null ? emptyValue : prefix + suffix;
    return prefix + elements.toString() + suffix;
  }

  public StringJoiner add(CharSequence element) {
    append(String.valueOf(element));
    return this;
  }

  private void append(String text) {
    if (elements == null) elements = new StringBuilder();
    else elements.append(delimiter);
    elements.append(text);
  }

  public StringJoiner merge(StringJoiner other) {
    if (other == null) throw new NullPointerException();
    if (other.elements != null) append(other.elements.toString());
    return this;
  }

  public int length() {
    if (elements == null && emptyValue != null) return emptyValue.length();
    return prefix.length() + (elements == null ? 0 : elements.length()) + suffix.length();
  }
}
