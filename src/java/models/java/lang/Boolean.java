package java.lang;

public final class Boolean implements java.io.Serializable, Comparable<Boolean>, java.lang.constant.Constable {
  public static final Boolean TRUE = new Boolean(true, false);
  public static final Boolean FALSE = new Boolean(false, false);

  private final boolean value;
  /** Whether the program has called {@code new}: so it is no other box. */
  private final boolean isNew;

  public Boolean(boolean value) { this(value, true); }

  private Boolean(boolean value, boolean isNew) {
    this.value = value;
    this.isNew = isNew;
  }

  public static Boolean valueOf(boolean value) { return value ? TRUE : FALSE; }

  public boolean booleanValue() { return value; }

  public int hashCode() { return value ? 1231 : 1237; }

  public static int hashCode(boolean value) { return value ? 1231 : 1237; }

  public boolean equals(Object other) { return other instanceof Boolean && ((Boolean) other).value == value; }

  boolean isSame(Boolean other) { return value == other.value && !isNew && !other.isNew; }

  public String toString() { return String.valueOf(value); }

  public static String toString(boolean value) { return String.valueOf(value); }

  public static boolean parseBoolean(String text) { return "true".equalsIgnoreCase(text); }

  public static Boolean valueOf(String text) { return parseBoolean(text) ? TRUE : FALSE; }

  public static int compare(boolean a, boolean b) { return a == b ? 0 : a ? 1 : -1; }

  public int compareTo(Boolean other) { return compare(value, other.value); }

  public static boolean logicalAnd(boolean a, boolean b) { return a & b; }

  public static boolean logicalOr(boolean a, boolean b) { return a | b; }

  public static boolean logicalXor(boolean a, boolean b) { return a ^ b; }
}
