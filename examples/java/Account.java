// expect: valid
//
// Interest on an account whose balance is a number of cents.
// Symbolic: the balance, up to a hundred thousand, and whether the rate is the high one.
// Asserted: the interest is never negative, at most that of the largest balance, and that of the high rate where it is chosen.
import static multise.Nondet.*;

public class Account {
  static final double[] RATES = {0.5, 1.25};

  static long interest(int cents, boolean high) {
    double rate = RATES[high ? 1 : 0];
    return (long) Math.floor(cents * rate / 100);
  }

  public static void main(String[] args) {
    int cents = anyInt();
    boolean high = anyBoolean();
    assume(cents >= 0 && cents <= 100000);
    long interest = interest(cents, high);
    assert interest >= 0 && interest <= 1250;
    if (cents == 400 && high) assert interest == 5;
    if (cents < 80) assert interest == 0;
    // Sums of tenths are not what they seem; halves and quarters are.
    assert 0.1 + 0.2 != 0.3 && 0.25 + 0.5 == 0.75;
  }
}
