// expect: valid
//
// The value of an expression tree, and of the tree without its zeros.
// Symbolic: the numbers in the tree.
// Asserted: both values are the same.
import static multise.Nondet.*;

public class Expressions {
  interface Node {
    int value();

    default Node simple() {
      return this;
    }
  }

  static class Number implements Node {
    final int number;

    Number(int number) {
      this.number = number;
    }

    @Override
    public int value() {
      return number;
    }
  }

  static class Sum implements Node {
    private final Node left;
    private final Node right;

    Sum(Node left, Node right) {
      this.left = left;
      this.right = right;
    }

    @Override
    public int value() {
      return left.value() + right.value();
    }

    @Override
    public Node simple() {
      Node one = left.simple();
      Node other = right.simple();
      if (one instanceof Number && ((Number) one).number == 0) return other;
      if (other instanceof Number && ((Number) other).number == 0) return one;
      return new Sum(one, other);
    }
  }

  public static void main(String[] args) {
    Node inner = new Sum(new Number(anyInt()), new Number(anyInt()));
    Node tree = new Sum(inner, new Number(anyInt()));
    assert tree.simple().value() == tree.value();
  }
}
