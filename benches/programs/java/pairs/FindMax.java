// examples/multise/find_max.oox Main.n 22
import static multise.Nondet.*;

class FindMax {
  static int max(int a, int b) {
    if (a > b) return a;
    return b;
  }

  public static void main(String[] args) {
    int[] a = new int[Size.N];
    for (int i = 0; i < Size.N; i++) a[i] = anyInt();
    int max = a[0];
    for (int i = 1; i < Size.N; i++) max = max(max, a[i]);
    for (int i = 0; i < Size.N; i++) assert max >= a[i];
  }
}
