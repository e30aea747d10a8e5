// expect: valid
//
// A counter of a message that has 16 bits.
// Symbolic: the number of items.
// Asserted: the counter has the number, or the message is refused.
import static multise.Nondet.*;

public class NarrowCounter {
  static short header(int items) {
    if (items < 0 || items > Short.MAX_VALUE) throw new IllegalArgumentException();
    return (short) items;
  }

  public static void main(String[] args) {
    int items = anyInt();
    try {
      short header = header(items);
      assert header == items;
    } catch (IllegalArgumentException refused) {
      assert items < 0 || items > 32767;
    }
  }
}
