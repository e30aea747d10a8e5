package java.lang;

/** A text with an identity. Nothing reads its contents yet. */
public final class String
    implements java.io.Serializable, Comparable<String>, CharSequence, java.lang.constant.Constable, java.lang.constant.ConstantDesc {
  String() {}

  public native int length();

  public native char charAt(int index);

  public native CharSequence subSequence(int start, int end);

  public native int compareTo(String other);

  public native int hashCode();

  public native boolean equals(Object other);

  public String toString() { return this; }
}
