package java.lang;

public final class Character implements java.io.Serializable, Comparable<Character>, java.lang.constant.Constable {
  public static final char MIN_VALUE = '\u0000';
  public static final char MAX_VALUE = '\uffff';

  private final char value;

  public Character(char value) { this.value = value; }

  public static Character valueOf(char value) {
    return value <= 127 ? Cache.BOXES[value] : new Character(value);
  }

  public char charValue() { return value; }

  public int hashCode() { return value; }

  public static int hashCode(char value) { return value; }

  public boolean equals(Object other) { return other instanceof Character && ((Character) other).value == value; }

  public String toString() { return Texts.unknown(); }

  public static String toString(char value) { return Texts.unknown(); }

  public int compareTo(Character other) { return compare(value, other.value); }

  public static int compare(char a, char b) { return a - b; }

  private static final class Cache {
    static final Character[] BOXES = new Character[128];

    static {
      for (int i = 0; i < 128; i++) BOXES[i] = new Character((char) i);
    }
  }
}
