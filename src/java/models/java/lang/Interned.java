package java.lang;

/** The texts that are one object for all equal ones. */
final class Interned {
  /** Those of the program: set before it begins. */
  private static String[] literals;
  private static String[] others;

  private Interned() {}

  static String of(String text) {
    String known = among(literals, text);
    if (known == null) known = among(others, text);
    if (known != null) return known;
    int count = others == null ? 0 : others.length;
    String[] more = new String[count + 1];
    for (int i = 0; i < count; i++) more[i] = others[i];
    more[count] = text;
    others = more;
    return text;
  }

  private static String among(String[] texts, String text) {
    if (texts == null) return null;
    for (int i = 0; i < texts.length; i++) {
      if (texts[i].equals(text)) return texts[i];
    }
    return null;
  }
}
