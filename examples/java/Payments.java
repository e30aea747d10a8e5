// expect: valid
//
// Payments between three accounts; one that the account cannot afford is refused.
// Symbolic: three payments: two accounts and an amount.
// Asserted: no balance is negative, and nothing is lost.
import static multise.Nondet.*;

public class Payments {
  static final int[] BALANCES = {50, 50, 50};

  static boolean pay(int from, int to, int amount) {
    if (amount < 0 || amount > BALANCES[from]) return false;
    BALANCES[from] -= amount;
    BALANCES[to] += amount;
    return true;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      int from = anyInt();
      int to = anyInt();
      assume(from >= 0 && from < 3 && to >= 0 && to < 3);
      pay(from, to, anyInt());
    }
    int sum = 0;
    for (int balance : BALANCES) {
      assert balance >= 0;
      sum += balance;
    }
    assert sum == 150;
  }
}
