// expect: valid
//
// A stack in an array that grows.
// Symbolic: five values.
// Asserted: the values come back in the opposite order.
import static multise.Nondet.*;

public class ArrayStack {
  static class Stack {
    private int[] cells = new int[2];
    private int size;

    void push(int value) {
      if (size == cells.length) {
        int[] larger = new int[2 * size];
        System.arraycopy(cells, 0, larger, 0, size);
        cells = larger;
      }
      cells[size++] = value;
    }

    int pop() {
      return cells[--size];
    }
  }

  public static void main(String[] args) {
    Stack stack = new Stack();
    int[] values = new int[5];
    for (int i = 0; i < values.length; i++) {
      values[i] = anyInt();
      stack.push(values[i]);
    }
    for (int i = values.length - 1; i >= 0; i--) assert stack.pop() == values[i];
  }
}
