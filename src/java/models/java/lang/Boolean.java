package java.lang;

public final class Boolean implements java.io.Serializable, Comparable<Boolean>, java.lang.constant.Constable {
  public static final Boolean TRUE = new Boolean(true);
  public static final Boolean FALSE = new Boolean(false);

  private final boolean value;

  public Boolean(boolean value) { this.value = value; }

  public static Boolean valueOf(boolean value) { return value ? TRUE : FALSE; }

  public boolean booleanValue() { return value; }

  public int hashCode() { return value ? 1231 : 1237; }

  public static int hashCode(boolean value) { return value ? 1231 : 1237; }

  public boolean equals(Object other) { return other instanceof Boolean && ((Boolean) other).value == value; }

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
