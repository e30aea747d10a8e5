package java.lang;

/** Texts that are made in a run: objects whose contents nothing can read yet. */
final class Texts {
  private Texts() {}

  static String unknown() { return new String(); }

  static String of(Object value) { return value == null ? unknown() : value.toString(); }
}
