// benches/programs/bubble_sort.oox Main.n 12
import static multise.Nondet.*;

class BubbleSort {
  static void sort(int[] a) {
    for (int end = a.length - 1; end > 0; end--) {
      for (int i = 0; i < end; i++) {
        if (a[i] > a[i + 1]) {
          int moving = a[i];
          a[i] = a[i + 1];
          a[i + 1] = moving;
        }
      }
    }
  }

  public static void main(String[] args) {
    int[] a = new int[Size.N];
    for (int i = 0; i < Size.N; i++) a[i] = anyInt();
    sort(a);
    for (int i = 1; i < Size.N; i++) assert a[i - 1] <= a[i];
  }
}
