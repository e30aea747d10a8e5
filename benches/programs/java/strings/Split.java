// The parts of a text between commas have no comma.
import static multise.Nondet.*;

class Split {
  public static void main(String[] args) {
    String text = anyString(Size.N);
    int length = 0;
    for (String part : text.split(",")) {
      assert part.indexOf(',') < 0;
      length += part.length();
    }
    assert length <= text.length();
  }
}
