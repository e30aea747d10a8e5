// expect: invalid assert line 18
// witness: 32768
//
// A counter of a message that has 16 bits, with a bug: the limit is that of numbers without a sign; see NarrowCounter.java.
// Symbolic: the number of items.
import static multise.Nondet.*;

public class NarrowCounterBug {
  static short header(int items) {
    if (items < 0 || items > Character.MAX_VALUE) throw new IllegalArgumentException();
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
