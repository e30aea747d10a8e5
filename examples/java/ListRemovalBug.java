// expect: invalid assert line 37
// witness: 1 1 1 2
//
// The removal of a value from a linked list, with a bug: of two such neighbours only one is removed; see ListRemoval.java.
// Symbolic: three values, and the one that is removed.
import static multise.Nondet.*;

public class ListRemovalBug {
  static class Node {
    final int value;
    Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  static Node without(Node list, int value) {
    while (list != null && list.value == value) list = list.next;
    for (Node node = list; node != null; node = node.next) {
      if (node.next != null && node.next.value == value) node.next = node.next.next;
    }
    return list;
  }

  public static void main(String[] args) {
    int removed = anyInt();
    int others = 0;
    Node list = null;
    for (int i = 0; i < 3; i++) {
      int value = anyInt();
      if (value != removed) others++;
      list = new Node(value, list);
    }
    for (Node node = without(list, removed); node != null; node = node.next) {
      assert node.value != removed;
      others--;
    }
    assert others == 0;
  }
}
