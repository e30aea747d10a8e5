// expect: valid
//
// The price of tickets with discounts, in cents.
// Symbolic: the ages of three visitors.
// Asserted: a group pays no more than its members alone.
import static multise.Nondet.*;

public class Tickets {
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
    return children >= 2 ? sum - Math.min(sum, 300) : sum;
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
