// expect: valid
//
// A binary search tree.
// Symbolic: four keys.
// Asserted: the last key is found.
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
  }

  public static void main(String[] args) {
    Tree tree = new Tree(anyInt());
    int key = 0;
    for (int i = 0; i < 3; i++) {
      key = anyInt();
      tree.insert(key);
    }
    assert tree.contains(key);
  }
}
