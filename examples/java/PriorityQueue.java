// expect: valid
//
// A priority queue in a heap.
// Symbolic: four values.
// Asserted: they leave in order.
import static multise.Nondet.*;

public class PriorityQueue {
  static class Heap {
    private final int[] cells = new int[8];
    private int size;

    void add(int value) {
      int at = size++;
      while (at > 0 && cells[(at - 1) / 2] > value) {
        cells[at] = cells[(at - 1) / 2];
        at = (at - 1) / 2;
      }
      cells[at] = value;
    }

    int remove() {
      int least = cells[0];
      int last = cells[--size];
      int at = 0;
      while (2 * at + 1 < size) {
        int child = 2 * at + 1;
        if (child + 1 < size && cells[child + 1] < cells[child]) child++;
        if (last <= cells[child]) break;
        cells[at] = cells[child];
        at = child;
      }
      cells[at] = last;
      return least;
    }
  }

  public static void main(String[] args) {
    Heap heap = new Heap();
    for (int i = 0; i < 4; i++) heap.add(anyInt());
    int before = Integer.MIN_VALUE;
    for (int i = 0; i < 4; i++) {
      int value = heap.remove();
      assert before <= value;
      before = value;
    }
  }
}
