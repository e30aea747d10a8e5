// expect: valid
//
// A queue in a ring of four cells.
// Symbolic: which of eight operations put a value in, and the values.
// Asserted: the values leave in the order of their arrival.
import static multise.Nondet.*;

public class RingQueue {
  static class Queue {
    private final int[] cells = new int[4];
    private int first;
    private int size;

    boolean isFull() {
      return size == cells.length;
    }

    boolean isEmpty() {
      return size == 0;
    }

    void add(int value) {
      cells[(first + size) % cells.length] = value;
      size++;
    }

    int remove() {
      int value = cells[first];
      first = (first + 1) % cells.length;
      size--;
      return value;
    }
  }

  public static void main(String[] args) {
    Queue queue = new Queue();
    int[] arrived = new int[8];
    int in = 0;
    int out = 0;
    for (int i = 0; i < 8; i++) {
      if (anyBoolean()) {
        if (queue.isFull()) continue;
        arrived[in] = anyInt();
        queue.add(arrived[in++]);
      } else if (!queue.isEmpty()) {
        assert queue.remove() == arrived[out++];
      }
    }
    assert queue.size == in - out;
  }
}
