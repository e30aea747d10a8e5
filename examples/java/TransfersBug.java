// expect: invalid assert line 34
// witness: 0 0 1 0 0 0 0 0 0 0 0 0
//
// Transfers between three accounts, with a bug: the balance of the receiver is read too early; see Transfers.java.
// Symbolic: four transfers: two accounts and an amount.
import static multise.Nondet.*;

public class TransfersBug {
  static final int[] BALANCES = {50, 50, 50};

  static void transfer(int from, int to, int amount) {
    if (amount < 0 || amount > BALANCES[from]) throw new IllegalArgumentException();
    int before = BALANCES[to];
    BALANCES[from] -= amount;
    BALANCES[to] = before + amount;
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
