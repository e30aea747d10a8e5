// expect: invalid assert line 59
// witness: 0 5 10 0 0 -1
//
// A branch of a bank, with a bug: money leaves an account before the other one is found; see Branch.java.
// Symbolic: two transfers, their amounts and the accounts.
// Asserted: no transfer makes or destroys money, and no balance is negative.
import static multise.Nondet.*;

import java.util.ArrayList;
import java.util.List;

public class BranchBug {
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
      accounts.get(from).withdraw(amount);
      accounts.get(to).deposit(amount);
      return true;
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      return false;
    }
  }

  public static void main(String[] args) {
    BranchBug branch = new BranchBug();
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
