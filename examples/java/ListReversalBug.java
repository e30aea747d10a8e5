// expect: invalid assert line 39
// witness: 0 0 0 0 0 0
//
// The reversal of a linked list, with a bug: the last node is left out; see ListReversal.java.
// Symbolic: the values.
import static multise.Nondet.*;

public class ListReversalBug {
  static class Node {
    final int value;
    Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  static Node reverse(Node list) {
    Node done = null;
    while (list.next != null) {
      Node rest = list.next;
      list.next = done;
      done = list;
      list = rest;
    }
    return done;
  }

  public static void main(String[] args) {
    int[] values = new int[6];
    Node list = null;
    for (int i = 0; i < values.length; i++) {
      values[i] = anyInt();
      list = new Node(values[i], list);
    }
    list = reverse(list);
    for (int value : values) {
      assert list != null && list.value == value;
      list = list.next;
    }
    assert list == null;
  }
}
