// expect: valid
//
// A binary search tree.
// Symbolic: four keys.
// Asserted: the keys are found, and come in order.
import static multise.Nondet.*;

public class SearchTree {
  static class Tree {
    final int key;
    Tree left;
    Tree right;

    Tree(int key) {
      this.key = key;
    }

    void insert(int other) {
      if (other < key) {
        if (left == null) left = new Tree(other);
        else left.insert(other);
      } else if (other > key) {
        if (right == null) right = new Tree(other);
        else right.insert(other);
      }
    }

    boolean contains(int other) {
      if (other == key) return true;
      Tree below = other < key ? left : right;
      return below != null && below.contains(other);
    }

    boolean isBetween(long least, long most) {
      return least <= key && key <= most
          && (left == null || left.isBetween(least, key - 1L))
          && (right == null || right.isBetween(key + 1L, most));
    }
  }

  public static void main(String[] args) {
    Tree tree = new Tree(anyInt());
    int key = 0;
    for (int i = 0; i < 3; i++) {
      key = anyInt();
      tree.insert(key);
    }
    assert tree.contains(key);
    assert tree.isBetween(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }
}
