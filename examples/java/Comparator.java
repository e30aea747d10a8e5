// expect: valid
//
// A comparator of integers, and a minimum that uses it.
// Symbolic: three integers.
// Asserted: the minimum is the smallest one.
import static multise.Nondet.*;

public class Comparator {
  interface Order {
    int compare(int a, int b);
  }

  static class Ascending implements Order {
    @Override
    public int compare(int a, int b) {
      return a < b ? -1 : a > b ? 1 : 0;
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
