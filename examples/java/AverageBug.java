// expect: invalid assert line 19
// witness: 2147483647 2147483647
//
// The mean of two integers, rounded to the smaller one, with a bug: the sum of two large integers overflows; see Average.java.
// Symbolic: both integers.
import static multise.Nondet.*;

public class AverageBug {
  static int mean(int low, int high) {
    return (low + high) >> 1;
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
