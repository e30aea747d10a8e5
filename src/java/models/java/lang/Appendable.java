package java.lang;

public interface Appendable {
  Appendable append(CharSequence value) throws java.io.IOException;

  Appendable append(CharSequence value, int start, int end) throws java.io.IOException;

  Appendable append(char value) throws java.io.IOException;
}
