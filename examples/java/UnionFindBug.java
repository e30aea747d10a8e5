// expect: invalid assert line 32
// witness: 0 1 0 2 0 0 0 0
//
// Union and find over four elements, with a bug: elements are joined in the place of their roots; see UnionFind.java.
// Symbolic: four pairs of elements that are joined.
import static multise.Nondet.*;

public class UnionFindBug {
  static int find(int[] parent, int x) {
    while (parent[x] != x) x = parent[x];
    return x;
  }

  public static void main(String[] args) {
    int[] parent = {0, 1, 2, 3};
    int joined = 0;
    for (int i = 0; i < 4; i++) {
      int a = anyInt();
      int b = anyInt();
      assume(a >= 0 && a < 4 && b >= 0 && b < 4);
      int x = find(parent, a);
      int y = find(parent, b);
      if (x != y) {
        parent[a] = y;
        joined++;
      }
    }
    int roots = 0;
    for (int i = 0; i < 4; i++) {
      if (parent[i] == i) roots++;
    }
    assert roots == 4 - joined;
  }
}
