// expect: invalid assert line 31
// witness: -2147483648 2147483647 0
//
// A comparator of integers, and a minimum that uses it, with a bug: the difference overflows; see Comparator.java.
// Symbolic: three integers.
import static multise.Nondet.*;

public class ComparatorBug {
  interface Order {
    int compare(int a, int b);
  }

  static class Ascending implements Order {
    @Override
    public int compare(int a, int b) {
      return a - b;
    }
  }

  static int least(int[] values, Order order) {
    int least = values[0];
    for (int value : values) {
      if (order.compare(value, least) < 0) least = value;
    }
    return least;
  }

  public static void main(String[] args) {
    int[] values = {anyInt(), anyInt(), anyInt()};
    int least = least(values, new Ascending());
    for (int value : values) assert value >= least;
  }
}
