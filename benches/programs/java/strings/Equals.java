// A symbolic text is equal to a constant of the greatest length.
import static multise.Nondet.*;

class Equals {
  public static void main(String[] args) {
    String text = anyString(Size.N);
    assert !text.equals("ab".repeat(Size.N / 2) + "c".repeat(Size.N % 2));
  }
}
