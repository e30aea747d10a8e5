// examples/growth/list_reversal.oox Main.n 128
import static multise.Nondet.*;

class ListReversal {
  static class Node {
    int value;
    Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  static Node reverse(Node list) {
    Node reversed = null;
    while (list != null) {
      Node rest = list.next;
      list.next = reversed;
      reversed = list;
      list = rest;
    }
    return reversed;
  }

  public static void main(String[] args) {
    int length = anyInt();
    assume(0 <= length && length <= Size.N);
    int[] values = new int[Size.N];
    for (int i = 0; i < Size.N; i++) values[i] = anyInt();
    Node list = null;
    for (int i = 0; i < length; i++) list = new Node(values[i], list);
    Node node = reverse(list);
    int i = 0;
    while (node != null) {
      assert node.value == values[i];
      node = node.next;
      i++;
    }
    assert i == length;
  }
}
