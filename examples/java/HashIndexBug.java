// expect: invalid assert line 19
// witness: -1 2
//
// The slot of a key in a table, with a bug: the remainder of a negative number is negative; see HashIndex.java.
// Symbolic: the hash code of the key, and the size of the table.
import static multise.Nondet.*;

public class HashIndexBug {
  static int slot(int hash, int size) {
    int slot = hash % size;
    return slot;
  }

  public static void main(String[] args) {
    int hash = anyInt();
    int size = anyInt();
    assume(size > 0);
    int slot = slot(hash, size);
    assert slot >= 0 && slot < size;
  }
}
