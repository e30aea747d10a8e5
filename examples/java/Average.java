// expect: valid
//
// The mean of two integers, rounded to the smaller one.
// Symbolic: both integers.
// Asserted: the mean is between them.
import static multise.Nondet.*;

public class Average {
  static int mean(int low, int high) {
    return (int) (((long) low + high) >> 1);
  }

  public static void main(String[] args) {
    int a = anyInt();
    int b = anyInt();
    int low = Math.min(a, b);
    int high = Math.max(a, b);
    int mean = mean(low, high);
    assert low <= mean && mean <= high;
  }
}
