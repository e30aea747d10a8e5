// expect: invalid assert line 21
// witness: 16777217
//
// As Account, but the balance is a float, which has 24 bits only.
// Symbolic: the balance, up to twenty million.
// Asserted: the balance is the same after it has been stored.
import static multise.Nondet.*;

public class AccountBug {
  float cents;

  int stored(int amount) {
    cents = amount;
    return (int) cents;
  }

  public static void main(String[] args) {
    int amount = anyInt();
    assume(amount >= 0 && amount <= 20000000);
    // Wrong: beyond 2^24 only even amounts are numbers of the type.
    assert new AccountBug().stored(amount) == amount;
  }
}
