// expect: invalid assert line 33
// witness: 1 1 1
//
// The price of tickets with discounts, in cents, with a bug: small children get money back; see Tickets.java.
// Symbolic: the ages of three visitors.
import static multise.Nondet.*;

public class TicketsBug {
  static int price(int age) {
    if (age < 0) throw new IllegalArgumentException();
    if (age < 6) return 0;
    return age < 18 || age >= 65 ? 500 : 900;
  }

  static int group(int[] ages) {
    int sum = 0;
    int children = 0;
    for (int age : ages) {
      sum += price(age);
      if (age < 18) children++;
    }
    return children >= 2 ? sum - 300 : sum;
  }

  public static void main(String[] args) {
    int[] ages = {anyInt(), anyInt(), anyInt()};
    int alone = 0;
    for (int age : ages) {
      assume(age >= 0);
      alone += price(age);
    }
    int together = group(ages);
    assert together >= 0;
    assert together <= alone;
  }
}
