package java.lang;

/** The texts that are one object for all equal ones. */
final class Interned {
  /** Those of the program: set before it begins. A JVM may make them later. */
  private static String[] literals;
  private static String[] others;
  /** Those that a JVM may have taken instead of these, because it had no equal one. */
  private static String[] doubtful;

  private Interned() {}

  static String of(String text) {
    String known = among(literals, text);
    if (known == null) known = among(others, text);
    if (known == text) return text;
    doubtful = with(doubtful, text);
    if (known != null) return known;
    String made = new String(text);
    others = with(others, made);
    return made;
  }

  /** Whether two texts that are different objects here are one on a JVM. */
  static boolean isSame(String a, String b) {
    if ((isDoubtful(a) || isDoubtful(b)) && a.equals(b)) Unsupported.whetherATextIsTheOneThatInternReturns();
    return false;
  }

  private static boolean isDoubtful(String text) {
    if (doubtful == null) return false;
    for (int i = 0; i < doubtful.length; i++) {
      if (doubtful[i] == text) return true;
    }
    return false;
  }

  private static String[] with(String[] texts, String text) {
    int count = texts == null ? 0 : texts.length;
    String[] more = new String[count + 1];
    for (int i = 0; i < count; i++) more[i] = texts[i];
    more[count] = text;
    return more;
  }

  private static String among(String[] texts, String text) {
    if (texts == null) return null;
    for (int i = 0; i < texts.length; i++) {
      if (texts[i].equals(text)) return texts[i];
    }
    return null;
  }
}
