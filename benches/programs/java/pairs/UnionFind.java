// examples/growth/union_find.oox Main.m 12
import static multise.Nondet.*;

class UnionFind {
  static int find(int[] parent, int x) {
    while (parent[x] != x) x = parent[x];
    return x;
  }

  public static void main(String[] args) {
    int[] a = new int[Size.N];
    int[] b = new int[Size.N];
    for (int i = 0; i < Size.N; i++) {
      a[i] = anyInt();
      b[i] = anyInt();
      assume(0 <= a[i] && a[i] < 4 && 0 <= b[i] && b[i] < 4);
    }
    int[] parent = new int[4];
    for (int i = 0; i < 4; i++) parent[i] = i;
    int joined = 0;
    for (int i = 0; i < Size.N; i++) {
      int x = find(parent, a[i]);
      int y = find(parent, b[i]);
      if (x != y) {
        parent[x] = y;
        joined++;
      }
    }
    int roots = 0;
    for (int i = 0; i < 4; i++) {
      if (parent[i] == i) roots++;
    }
    assert roots == 4 - joined;
    assert roots >= 1;
  }
}
