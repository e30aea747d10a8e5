// examples/growth/hash_table.oox Main.n 4
import static multise.Nondet.*;

class HashTable {
  final int[] keys = new int[8];
  final int[] values = new int[8];
  final boolean[] used = new boolean[8];

  int slot(int key) {
    int at = Math.floorMod(key, 8);
    while (used[at] && keys[at] != key) at = (at + 1) % 8;
    return at;
  }

  void put(int key, int value) {
    int at = slot(key);
    used[at] = true;
    keys[at] = key;
    values[at] = value;
  }

  int get(int key) {
    int at = slot(key);
    assert used[at];
    return values[at];
  }

  public static void main(String[] args) {
    int[] keys = new int[Size.N];
    int[] values = new int[Size.N];
    for (int i = 0; i < Size.N; i++) {
      keys[i] = anyInt();
      values[i] = anyInt();
    }
    HashTable table = new HashTable();
    for (int i = 0; i < Size.N; i++) table.put(keys[i], values[i]);
    int found = table.get(keys[Size.N - 1]);
    assert found == values[Size.N - 1];
  }
}
