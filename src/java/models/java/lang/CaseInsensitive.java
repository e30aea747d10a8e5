package java.lang;

import java.util.Comparator;

/** Has the comparator of {@code String}: with a static field of its own, each use of a text would initialise that class. */
final class CaseInsensitive implements Comparator<String>, java.io.Serializable {
  static final Comparator<String> CASE_INSENSITIVE_ORDER = new CaseInsensitive();

  private CaseInsensitive() {}

  public int compare(String a, String b) { return a.compareToIgnoreCase(b); }
}
