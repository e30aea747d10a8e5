// A text of the greatest length is found whose hash is a number.
import static multise.Nondet.*;

class HashInversion {
  public static void main(String[] args) {
    String text = anyString(Size.N);
    assume(text.length() == Size.N);
    assert text.hashCode() != 123456789;
  }
}
