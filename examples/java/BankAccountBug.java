// expect: invalid assert line 30
// witness: -100 -2147483648 0 0
//
// An account with an overdraft of 100, with a bug: the sum is made in 32 bits; see BankAccount.java.
// Symbolic: four amounts that are paid in or out.
import static multise.Nondet.*;

public class BankAccountBug {
  static class Refused extends Exception {
    private static final long serialVersionUID = 1;
  }

  static class Account {
    private int balance;

    void change(int amount) throws Refused {
      long after = balance + amount;
      if (after < -100 || after > Integer.MAX_VALUE) throw new Refused();
      balance = (int) after;
    }
  }

  public static void main(String[] args) {
    Account account = new Account();
    for (int i = 0; i < 4; i++) {
      int before = account.balance;
      int amount = anyInt();
      try {
        account.change(amount);
        assert amount >= 0 == account.balance >= before;
      } catch (Refused refused) {
        assert account.balance == before;
      }
      assert account.balance >= -100;
    }
  }
}
