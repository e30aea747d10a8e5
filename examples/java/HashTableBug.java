// expect: invalid uncaught ArrayIndexOutOfBoundsException line 16
// witness: -2147483647 0 0 0 0 0 0 0
//
// A hash table of eight slots with linear probing, with a bug: the absolute value of the least integer is negative; see HashTable.java.
// Symbolic: four keys and their values.
import static multise.Nondet.*;

public class HashTableBug {
  static class Table {
    private final int[] keys = new int[8];
    private final int[] values = new int[8];
    private final boolean[] used = new boolean[8];

    private int slot(int key) {
      int at = Math.abs(key - 1) % 7;
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
