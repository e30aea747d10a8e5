// examples/growth/gcd.oox Main.n 30
import static multise.Nondet.*;

class Gcd {
  static int gcd(int a, int b) {
    while (a != b) {
      if (a > b) a = a - b;
      else b = b - a;
    }
    return a;
  }

  public static void main(String[] args) {
    int a = anyInt();
    int b = anyInt();
    assume(1 <= a && a <= Size.N && 1 <= b && b <= Size.N);
    int g = gcd(a, b);
    assert a % g == 0;
    assert b % g == 0;
  }
}
