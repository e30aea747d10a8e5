// expect: invalid assert line 42
// witness: -2147483648 2147483647 2147483647 2147483647
//
// A binary search tree, with a bug: the sign of a difference overflows in one of two places; see SearchTree.java.
// Symbolic: four keys.
import static multise.Nondet.*;

public class SearchTreeBug {
  static class Tree {
    final int key;
    Tree left;
    Tree right;

    Tree(int key) {
      this.key = key;
    }

    void insert(int other) {
      if (other - key < 0) {
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
