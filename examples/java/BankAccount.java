// expect: valid
//
// An account with an overdraft of 100.
// Symbolic: four amounts that are paid in or out.
// Asserted: the balance is never below -100, and what is refused changes nothing.
import static multise.Nondet.*;

public class BankAccount {
  static class Refused extends Exception {
    private static final long serialVersionUID = 1;
  }

  static class Account {
    private int balance;

    void change(int amount) throws Refused {
      long after = (long) balance + amount;
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
