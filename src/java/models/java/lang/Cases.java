package java.lang;

/**
 * The lower and the upper cases of characters and texts. Of characters beyond Latin-1 only what is in Latin-1 is known: the others have
 * some hundred distances from theirs, or depend on words around them.
 */
final class Cases {
  private static final char LATIN1 = 0xff;
  private static final char DOTTED_I = 0x130;

  private Cases() {}

  static char lower(char unit) {
    if (unit <= LATIN1) return unit >= 'A' && unit <= 'Z' || unit >= 0xc0 && unit <= 0xde && unit != 0xd7 ? (char) (unit + 32) : unit;
    switch (unit) {
      case DOTTED_I: return 'i';
      case 0x178: return LATIN1;
      case 0x1e9e: return 0xdf;
      case 0x212a: return 'k';
      case 0x212b: return 0xe5;
      default: return beyondLatin1();
    }
  }

  static char upper(char unit) {
    if (unit >= 'a' && unit <= 'z' || unit >= 0xe0 && unit <= 0xfe && unit != 0xf7) return (char) (unit - 32);
    switch (unit) {
      case 0xb5: return 0x39c;
      case LATIN1: return 0x178;
      case 0x131: return 'I';
      case 0x17f: return 'S';
      default: return unit <= LATIN1 ? unit : beyondLatin1();
    }
  }

  /** The lower case of a text; the same array if it is that. The letter with a dot becomes two units. */
  static char[] lower(char[] units) {
    char[] lower = new char[units.length];
    boolean isSame = true;
    int dotted = 0;
    for (int i = 0; i < units.length; i++) {
      lower[i] = lower(units[i]);
      if (lower[i] != units[i]) isSame = false;
      if (units[i] == DOTTED_I) dotted++;
    }
    if (isSame) return units;
    return dotted == 0 ? lower : dotted(units, lower, dotted);
  }

  private static char[] dotted(char[] units, char[] lower, int dots) {
    char[] dotted = new char[Texts.fitting(units.length + dots)];
    int at = 0;
    for (int i = 0; i < units.length; i++) {
      dotted[at++] = lower[i];
      if (units[i] == DOTTED_I) dotted[at++] = 0x307;
    }
    return dotted;
  }

  /** The upper case of a text; the same array if it is that. Some letters become two or three units. */
  static char[] upper(char[] units) {
    char[] upper = new char[units.length];
    boolean isSame = true;
    int more = 0;
    for (int i = 0; i < units.length; i++) {
      if (Character.secondOfUpperCase(units[i]) == 0) {
        upper[i] = upper(units[i]);
        if (upper[i] != units[i]) isSame = false;
      } else {
        upper[i] = Character.firstOfUpperCase(units[i]);
        more += Character.thirdOfUpperCase(units[i]) == 0 ? 1 : 2;
      }
    }
    if (more > 0) return expanded(units, upper, more);
    return isSame ? units : upper;
  }

  private static char[] expanded(char[] units, char[] upper, int more) {
    char[] expanded = new char[Texts.fitting(units.length + more)];
    int at = 0;
    for (int i = 0; i < units.length; i++) {
      expanded[at++] = upper[i];
      char second = Character.secondOfUpperCase(units[i]);
      char third = Character.thirdOfUpperCase(units[i]);
      if (second != 0) expanded[at++] = second;
      if (third != 0) expanded[at++] = third;
    }
    return expanded;
  }

  /** Whether parts of texts differ in case only. */
  static boolean areSame(char[] a, int start, char[] b, int otherStart, int count) {
    for (int i = 0; i < count; i++) {
      char x = a[start + i];
      char y = b[otherStart + i];
      if (x == y) continue;
      if (x > LATIN1 && y > LATIN1) return difference() < 0;
      if (inLatin1(x) != inLatin1(y)) return false;
    }
    return true;
  }

  /** The order of texts, in which those are equal that differ in case only. */
  static int compare(char[] a, char[] b) {
    int n = a.length < b.length ? a.length : b.length;
    for (int i = 0; i < n; i++) {
      char x = a[i];
      char y = b[i];
      if (x == y) continue;
      if (x > LATIN1 && y > LATIN1) return difference() < 0 ? 0 : difference();
      if (inLatin1(x) == inLatin1(y)) continue;
      return x <= LATIN1 && y <= LATIN1 ? folded(x) - folded(y) : difference();
    }
    return a.length - b.length;
  }

  /** The lower case of the upper case of a character of Latin-1. */
  private static char folded(char unit) { return unit == 0xb5 ? 0x3bc : lower(unit); }

  /** The same for characters that differ in case only, of which at least one is in Latin-1. */
  private static char inLatin1(char unit) {
    switch (unit) {
      case 0x131: return 'i';
      case 0x17f: return 's';
      case 0x39c: case 0x3bc: return 0xb5;
      case DOTTED_I: case 0x178: case 0x1e9e: case 0x212a: case 0x212b: return lower(unit);
      default: return unit <= LATIN1 ? lower(unit) : unit;
    }
  }

  private static char beyondLatin1() {
    char unit = caseBeyondLatin1();
    assume(unit > LATIN1);
    return unit;
  }

  /** Any number but 0. */
  private static int difference() {
    int difference = differenceBeyondLatin1();
    assume(difference != 0);
    return difference;
  }

  /** Any character. */
  private static native char caseBeyondLatin1();

  /** Any number. */
  private static native int differenceBeyondLatin1();

  /** What comes after counts only where the condition is true. */
  private static native void assume(boolean condition);
}
