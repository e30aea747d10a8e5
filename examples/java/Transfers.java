// expect: valid
//
// Transfers between three accounts.
// Symbolic: four transfers: two accounts and an amount.
// Asserted: no balance is negative, and nothing is lost.
import static multise.Nondet.*;

public class Transfers {
  static final int[] BALANCES = {50, 50, 50};

  static void transfer(int from, int to, int amount) {
    if (amount < 0 || amount > BALANCES[from]) throw new IllegalArgumentException();
    BALANCES[from] -= amount;
    BALANCES[to] += amount;
  }

  public static void main(String[] args) {
    for (int i = 0; i < 4; i++) {
      int from = anyInt();
      int to = anyInt();
      assume(from >= 0 && from < 3 && to >= 0 && to < 3);
      try {
        transfer(from, to, anyInt());
      } catch (IllegalArgumentException refused) {
        assume(false);
      }
    }
    int sum = 0;
    for (int balance : BALANCES) {
      assert balance >= 0;
      sum += balance;
    }
    assert sum == 150;
  }
}
