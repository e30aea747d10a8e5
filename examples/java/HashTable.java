// expect: valid
//
// A hash table of eight slots with linear probing.
// Symbolic: four keys and their values.
// Asserted: the last pair is found.
import static multise.Nondet.*;

public class HashTable {
  static class Table {
    private final int[] keys = new int[8];
    private final int[] values = new int[8];
    private final boolean[] used = new boolean[8];

    private int slot(int key) {
      int at = (key & Integer.MAX_VALUE) % used.length;
      while (used[at] && keys[at] != key) at = (at + 1) % used.length;
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
  }

  public static void main(String[] args) {
    Table table = new Table();
    int key = 0;
    int value = 0;
    for (int i = 0; i < 4; i++) {
      key = anyInt();
      value = anyInt();
      table.put(key, value);
    }
    assert table.get(key) == value;
  }
}
