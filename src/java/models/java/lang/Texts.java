package java.lang;

/** What texts are made of. */
final class Texts {
  private Texts() {}

  /** A new text of at most this number of units, which the program gets from outside. */
  static String outside(int longest) {
    String text = anyText();
    assume(text.units().length <= longest);
    return text;
  }

  /** A new text, with any units. */
  static native String anyText();

  /** What comes after counts only where the condition is true. */
  private static native void assume(boolean condition);

  /** Memory has no end, so no text has more units than an array can have. */
  static int fitting(int length) {
    assume(length >= 0);
    return length;
  }

  /** What the JVM makes of two texts with a plus between them. */
  static String pair(String first, String second) {
    return new String(new Later.Pair(orNull(first), orNull(second)));
  }

  /** Like {@code String.valueOf}, which could call the {@code toString} of any class. */
  static String orNull(String text) { return text == null ? "null" : text; }

  static char[] part(char[] units, int start, int end) {
    char[] copy = new char[end - start];
    for (int i = start; i < end; i++) copy[i - start] = units[i];
    return copy;
  }

  static char[] joined(char[] a, char[] b) {
    char[] both = new char[fitting(a.length + b.length)];
    for (int i = 0; i < a.length; i++) both[i] = a[i];
    for (int i = 0; i < b.length; i++) both[a.length + i] = b[i];
    return both;
  }

  /** Ends at the first difference: so there are only as many paths as places where texts can differ. */
  static boolean same(char[] a, char[] b) {
    if (a.length != b.length) return false;
    for (int i = 0; i < a.length; i++) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }

  /** The first place from a start at which one text has another. */
  static int first(char[] units, int length, char[] other, int start) {
    int last = length - other.length;
    int i = start < 0 ? 0 : start;
    if (i > length) i = length;
    for (; i <= last; i++) {
      int k = 0;
      while (k < other.length && units[i + k] == other[k]) k++;
      if (k == other.length) return i;
    }
    return -1;
  }

  /** The last place up to a start at which one text has another. */
  static int last(char[] units, int length, char[] other, int start) {
    int last = length - other.length;
    for (int i = start < last ? start : last; i >= 0; i--) {
      int k = 0;
      while (k < other.length && units[i + k] == other[k]) k++;
      if (k == other.length) return i;
    }
    return -1;
  }

  /** The character that a regular expression means, if it means just one; else -1. */
  static int plainPattern(char[] pattern) {
    if (pattern.length == 1 && !isMeta(pattern[0])) return pattern[0];
    if (pattern.length == 2 && pattern[0] == '\\' && !Character.isLetterOrDigit(pattern[1])) return pattern[1];
    return -1;
  }

  private static boolean isMeta(char unit) {
    switch (unit) {
      case '.': case '$': case '|': case '(': case ')': case '[': case '{': case '^': case '?': case '*': case '+': case '\\':
        return true;
      default:
        return unit >= 0xd800 && unit <= 0xdfff;
    }
  }
}
