// examples/growth/transfers.oox Main.n 6
import static multise.Nondet.*;

class Transfers {
  public static void main(String[] args) {
    int[] from = new int[Size.N];
    int[] to = new int[Size.N];
    int[] amounts = new int[Size.N];
    for (int i = 0; i < Size.N; i++) {
      from[i] = anyInt();
      to[i] = anyInt();
      amounts[i] = anyInt();
      assume(0 <= from[i] && from[i] < 3 && 0 <= to[i] && to[i] < 3 && 0 <= amounts[i]);
    }
    int[] balances = new int[3];
    for (int k = 0; k < 3; k++) balances[k] = 100;
    for (int i = 0; i < Size.N; i++) {
      if (balances[from[i]] >= amounts[i]) {
        balances[from[i]] = balances[from[i]] - amounts[i];
        balances[to[i]] = balances[to[i]] + amounts[i];
      }
    }
    assert balances[0] >= 0 && balances[1] >= 0 && balances[2] >= 0;
    assert balances[0] + balances[1] + balances[2] == 300;
  }
}
