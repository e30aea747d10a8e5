// examples/multise/insertion_sort.oox Main.n 10
import static multise.Nondet.*;

class InsertionSort {
  static int compare(int a, int b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  static void sort(int[] a, int[] origin) {
    for (int i = 1; i < a.length; i++) {
      int moving = a[i];
      int place = origin[i];
      int j = i - 1;
      while (j >= 0) {
        if (compare(a[j], moving) <= 0) break;
        a[j + 1] = a[j];
        origin[j + 1] = origin[j];
        j--;
      }
      a[j + 1] = moving;
      origin[j + 1] = place;
    }
  }

  public static void main(String[] args) {
    int[] a = new int[Size.N];
    int[] before = new int[Size.N];
    int[] origin = new int[Size.N];
    for (int i = 0; i < Size.N; i++) {
      a[i] = anyInt();
      before[i] = a[i];
      origin[i] = i;
    }
    sort(a, origin);
    for (int i = 1; i < Size.N; i++) assert a[i - 1] <= a[i];
    boolean[] taken = new boolean[Size.N];
    for (int i = 0; i < Size.N; i++) {
      assert a[i] == before[origin[i]];
      assert !taken[origin[i]];
      taken[origin[i]] = true;
    }
  }
}
