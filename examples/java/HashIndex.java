// expect: valid
//
// The slot of a key in a table.
// Symbolic: the hash code of the key, and the size of the table.
// Asserted: the slot is one of the table.
import static multise.Nondet.*;

public class HashIndex {
  static int slot(int hash, int size) {
    int slot = hash % size;
    return slot < 0 ? slot + size : slot;
  }

  public static void main(String[] args) {
    int hash = anyInt();
    int size = anyInt();
    assume(size > 0);
    int slot = slot(hash, size);
    assert slot >= 0 && slot < size;
  }
}
