// expect: valid
//
// A branch of a bank with a List of accounts, which an ArrayList of the JDK implements.
// Symbolic: two transfers, their amounts and the accounts.
// Asserted: no transfer makes or destroys money, and no balance is negative.
import static multise.Nondet.*;

import java.util.ArrayList;
import java.util.List;

public class Branch {
  static final class Account {
    private int balance;

    Account(int balance) {
      this.balance = balance;
    }

    void deposit(int amount) {
      if (amount <= 0) throw new IllegalArgumentException("amount " + amount);
      balance += amount;
    }

    void withdraw(int amount) {
      if (amount > balance) throw new IllegalStateException("balance " + balance);
      balance -= amount;
    }
  }

  private final List<Account> accounts = new ArrayList<>();

  void open(int balance) {
    accounts.add(new Account(balance));
  }

  boolean transfer(int from, int to, int amount) {
    if (amount <= 0) return false;
    try {
      Account source = accounts.get(from);
      Account target = accounts.get(to);
      source.withdraw(amount);
      target.deposit(amount);
      return true;
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      return false;
    }
  }

  public static void main(String[] args) {
    Branch branch = new Branch();
    branch.open(100);
    branch.open(50);
    branch.open(0);
    for (int i = 0; i < 2; i++) branch.transfer(anyByte(), anyByte(), anyInt());
    int sum = 0;
    for (Account account : branch.accounts) {
      assert account.balance >= 0;
      sum += account.balance;
    }
    assert sum == 150;
  }
}
